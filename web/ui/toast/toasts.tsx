import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { announce, subscribe, useToasts } from "./toast.ts";

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

/** Loads the toasts' code, so that a failure can be shown without a network. Form pages call it when idle. */
export function prepareToasts() {
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
    .catch(() => undefined)
    .finally(() => {
      isLoading = false;
    });
}
