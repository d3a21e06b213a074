import { tab } from "./storage.ts";

/** What members typed at the desk and did not send yet. It stays in this tab until they sign out. */

const KEY = "desk-drafts";

type Drafts = Record<string, object>;

/** What is kept under this name; empty if nothing is. */
export function draftOf(name: string): object {
  return drafts()[name] ?? {};
}

/** Keeps what was typed; nothing is kept of an empty one. */
export function keepDraft(name: string, typed: object) {
  const { [name]: _, ...others } = drafts();
  tab.write(KEY, Object.keys(typed).length > 0 ? { ...others, [name]: typed } : others);
}

export function forgetDrafts() {
  tab.forget(KEY);
}

function drafts() {
  return (tab.read(KEY) ?? {}) as Drafts;
}
