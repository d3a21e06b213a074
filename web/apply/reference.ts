const NAME = "reference";

/** Keeps the reference of the application just sent for this tab, in case /thank-you is reloaded. */
export function rememberReference(ref: string) {
  try {
    sessionStorage.setItem(NAME, ref);
  } catch {
    // It also travels in the history state.
  }
}

/** After the application was deleted. */
export function forgetReference() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // There was nothing to forget.
  }
}

export function rememberedReference() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
