import { device } from "../storage.ts";

const HINT = "author";

/** Remembers that an author uses this browser. Public pages ask who is signed in only then. */
export function rememberAuthor() {
  device.write(HINT, 1);
}

export function forgetAuthor() {
  device.forget(HINT);
}

/** Whether an author has used this browser. */
export function isAuthorsBrowser() {
  return device.read(HINT) !== undefined;
}
