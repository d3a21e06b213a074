const NAME = "reference";

/** An application that was sent from this tab; `at` is an ISO time by this browser's clock. */
export interface Sent {
  ref: string;
  at: string;
}

/**
 * For browsers without storage, until the next page load. Not in the history's state: whoever leaves their results on a
 * shared computer could not take it out of the entries before.
 */
let inMemory: Sent | null = null;

/** Keeps the reference of the application just sent for this tab, in case /thank-you is reloaded. */
export function rememberReference(ref: string) {
  inMemory = { ref, at: new Date().toISOString() };
  try {
    sessionStorage.setItem(NAME, JSON.stringify(inMemory));
  } catch {
    // Without storage the reference stays in memory only.
  }
}

/** After the application was deleted, or its page left for good. */
export function forgetReference() {
  inMemory = null;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Without storage nothing was kept, so nothing needs removing.
  }
}

export function rememberedReference(): Sent | null {
  if (inMemory) return inMemory;
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  } catch {
    return null;
  }
}
