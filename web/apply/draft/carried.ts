import { tab } from "../../storage.ts";
import type { Typed } from "../controls.ts";

/** Answers given on another page in this tab. In its own file, so that those pages load no code of the form. */

const CARRIED = "carried";

/** Takes these answers along to the form. Answers that were given there win. */
export function carry(typed: Typed) {
  tab.write(CARRIED, { ...carried(), ...typed });
}

/** The answers that were taken along, unchecked; empty if there are none. */
export function carried() {
  return (tab.read(CARRIED) ?? {}) as Typed;
}

export function forgetCarried() {
  tab.forget(CARRIED);
}
