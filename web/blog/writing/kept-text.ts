import { DAY_MS } from "../../../db/model/time/clock.ts";
import { blankPost, POST_FIELDS, type TypedPost } from "./typed-post.ts";

/** Unsaved text that this browser keeps: one entry for every editor that was opened, so that none overwrites another. */
export interface KeptText {
  key: string;
  typed: TypedPost;
  /** The version of the post that was being edited: its `updatedAt` in milliseconds; 0 for a new one. */
  version: number;
  keptAt: number;
}

const PREFIX = "writing";
const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * DAY_MS;

/** A new entry for text about a post, or for a new post when there is no id. */
export function newEntry(id: string | undefined) {
  return `${prefixOf(id)}${crypto.randomUUID()}`;
}

export function keepText(key: string, typed: TypedPost, version: number) {
  try {
    localStorage.setItem(key, JSON.stringify({ typed, version, keptAt: Date.now() }));
  } catch {
    // Full or forbidden storage: the text is in the page only.
  }
}

export function forgetText(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept, so nothing needs removing.
  }
}

/** What was kept about a post by earlier editors, newest first. What is too old or not ours goes. */
export function keptTexts(id: string | undefined): KeptText[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(id)));
    return keys.flatMap(read).sort((one, other) => other.keptAt - one.keptAt);
  } catch {
    return [];
  }
}

function read(key: string): KeptText[] {
  try {
    const { typed, version, keptAt } = JSON.parse(localStorage.getItem(key) ?? "");
    const isWhole = POST_FIELDS.every((field) => typeof typed[field] === typeof blankPost[field]);
    const isRecent = keptAt > Date.now() - KEPT_MS;
    if (isWhole && isRecent && typeof version === "number") return [{ key, typed, version, keptAt }];
  } catch {
    // The entry is not one that this site stored.
  }
  forgetText(key);
  return [];
}

function prefixOf(id: string | undefined) {
  return `${PREFIX}:${id ?? "new"}:`;
}
