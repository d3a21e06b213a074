const HINT = "author";

/** Remembers that an author uses this browser. Only then do the public pages ask who is signed in. */
export function rememberAuthor() {
  try {
    localStorage.setItem(HINT, "1");
  } catch {
    // Without storage authors start from /blog/new.
  }
}

export function forgetAuthor() {
  try {
    localStorage.removeItem(HINT);
  } catch {
    // Without storage nothing was kept, so nothing needs removing.
  }
}

/** Whether an author has used this browser. */
export function isAuthorsBrowser() {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}
