import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { announce, dismissFailure, dismissToast, shownToast, subscribe, useToasts } from "./toast.ts";

let isLoading = false;
let loaded: ComponentType | undefined;

/** The place of the toasts. Loads their code when it is first needed. */
export function Toasts() {
  const toasts = useToasts();
  const Toaster = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
  useEffect(() => {
    if (toasts.length > 0) prepareToasts();
  }, [toasts]);
  return Toaster && <Toaster />;
}

/** For pages with a form: loads the toasts' code, so that a failure can be shown without a network, and takes it along. */
export function useFormToasts() {
  useEffect(() => {
    prepareToasts();
    return dismissFailure;
  }, []);
}

function prepareToasts() {
  if ("requestIdleCallback" in window) requestIdleCallback(load);
  else setTimeout(load, 1000);
}

function load() {
  if (isLoading || loaded) return;
  isLoading = true;
  import("./toaster.tsx")
    .then(({ Toaster }) => {
      loaded = Toaster;
      announce();
    })
    .catch(tellWithoutCode)
    .finally(() => {
      isLoading = false;
    });
}

function tellWithoutCode() {
  const shown = shownToast();
  if (!shown) return;
  dismissToast(shown.id);
  alert([shown.title, shown.description, shown.note ?? ""].join("\n"));
}
