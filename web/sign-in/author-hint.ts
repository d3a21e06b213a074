const HINT = "author";

/** Remembers that an author uses this browser. Public pages ask who is signed in only then. */
export function rememberAuthor() {
  try {
    localStorage.setItem(HINT, "1");
  } catch {
    // Without storage, authors start from /blog/new.
  }
}

export function forgetAuthor() {
  try {
    localStorage.removeItem(HINT);
  } catch {
    // Without storage, there is nothing to remove.
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
