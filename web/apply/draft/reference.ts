const NAME = "reference";

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
  try {
    sessionStorage.setItem(NAME, JSON.stringify(inMemory));
  } catch {
    // Without storage, the reference stays in memory only.
  }
}

/** For a deleted application, or when somebody leaves the results for good. */
export function forgetReference() {
  inMemory = null;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, there is nothing to remove.
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
