/** The secret key of every site on this machine (`HASH_KEY`). The demo's references are made with it, too. */
export const LOCAL_KEY = "local";
