import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  title: string;
  description: string;
  /** More to know, on a line of its own. */
  note?: string;
  variant: "default" | "destructive";
  action?: { label: string; onClick: () => void };
  open: boolean;
}

const TOASTS_AT_ONCE = 1;
const REMOVAL_DELAY_MS = 1_000_000;

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a toast in place of the present one, since only one is shown at a time. */
export function toast(content: Omit<Toast, "id" | "open" | "variant"> & { variant?: Toast["variant"] }) {
  const added: Toast = { variant: "default", ...content, id: nextId++, open: true };
  set([added, ...toasts].slice(0, TOASTS_AT_ONCE));
}

/** Hides a toast at once. Its record goes after the removal delay. */
export function dismissToast(id: number) {
  set(toasts.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => set(toasts.filter((each) => each.id !== id)), REMOVAL_DELAY_MS);
}

/** Hides the last failure, once it is out of date. */
export function dismissFailure() {
  const shown = shownToast();
  if (shown?.variant === "destructive") dismissToast(shown.id);
}

export function shownToast() {
  return toasts.find(({ open }) => open);
}

export function useToasts() {
  return useSyncExternalStore(subscribe, current, current);
}

/** Calls back at every change of the toasts, and at every `announce`. */
export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Tells all that show toasts to look again. */
export function announce() {
  for (const listener of listeners) listener();
}

function current() {
  return toasts;
}

function set(next: Toast[]) {
  toasts = next;
  announce();
}
