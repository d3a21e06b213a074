import { tab } from "../../storage.ts";
import { SENT } from "./storage-name.ts";

/** An application that this tab has sent; `at` is an ISO time by this browser's clock. */
export interface Sent {
  ref: string;
  at: string;
}

/** For browsers without storage. Not in the history's state, which nobody could erase on a shared computer. */
let inMemory: Sent | null = null;

/** Remembers the new application's reference for this tab, in case /thank-you is reloaded. */
export function rememberReference(ref: string) {
  inMemory = { ref, at: new Date().toISOString() };
  tab.write(SENT, inMemory);
}

/** For a deleted application, or when somebody leaves the results for good. */
export function forgetReference() {
  inMemory = null;
  tab.forget(SENT);
}

export function rememberedReference() {
  return inMemory ?? ((tab.read(SENT) ?? null) as Sent | null);
}
