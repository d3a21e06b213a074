import type { Typed } from "../controls.ts";

/** Answers that were given on another page before the form, in this tab. In a file of its own, so that those pages need no code of the form. */

const CARRIED = "carried";

/** Takes these answers along into the form, as they were typed. What is answered or typed there comes before them. */
export function carry(typed: Typed) {
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ ...carried(), ...typed }));
  } catch {
    // Without storage the form asks for these answers again.
  }
}

/** What was taken along, not checked; an empty object when nothing was. */
export function carried(): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(CARRIED) ?? "{}");
  } catch {
    return {};
  }
}

/** Throws where there is no storage. */
export function forgetCarried() {
  sessionStorage.removeItem(CARRIED);
}
