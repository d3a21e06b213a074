import type { Typed } from "../controls.ts";

/** Answers given on another page in this tab. In its own file, so that those pages load no code of the form. */

const CARRIED = "carried";

/** Takes these answers along to the form. Answers that were given there win. */
export function carry(typed: Typed) {
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ ...carried(), ...typed }));
  } catch {
    // Without storage, the form asks for these answers again.
  }
}

/** The answers that were taken along, unchecked; empty if there are none. */
export function carried(): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(CARRIED) ?? "{}");
  } catch {
    return {};
  }
}

/** Throws if there is no storage. */
export function forgetCarried() {
  sessionStorage.removeItem(CARRIED);
}
