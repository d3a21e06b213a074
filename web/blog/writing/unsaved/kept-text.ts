import { DAY_MS } from "../../../../db/model/time/clock.ts";
import { device } from "../../../storage.ts";
import { blankPost, POST_FIELDS, type TypedPost } from "../typed-post.ts";

/** Unsaved text in this browser: one entry per opened editor, so that none overwrites another's. */
export interface KeptText {
  key: string;
  typed: TypedPost;
  /** The edited version of the post, its `updatedAt` in milliseconds; 0 for a new post. */
  version: number;
  keptAt: number;
}

const PREFIX = "writing";
const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * DAY_MS;

/** A new entry for a post, or for a new post without an id. */
export function newEntry(id: string | undefined) {
  return `${prefixOf(id)}${crypto.randomUUID()}`;
}

export function keepText(key: string, typed: TypedPost, version: number) {
  device.write(key, { typed, version, keptAt: Date.now() });
}

export function forgetText(key: string) {
  device.forget(key);
}

/** Texts that earlier editors kept for a post, newest first. Removes those that are too old or invalid. */
export function keptTexts(id: string | undefined): KeptText[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(id)));
    return keys.flatMap(read).sort((one, other) => other.keptAt - one.keptAt);
  } catch {
    return [];
  }
}

function read(key: string): KeptText[] {
  const { typed, version, keptAt } = (device.read(key) ?? {}) as KeptText;
  const isWhole = POST_FIELDS.every((field) => typeof typed?.[field] === typeof blankPost[field]);
  const isRecent = keptAt > Date.now() - KEPT_MS;
  if (isWhole && isRecent && typeof version === "number") return [{ key, typed, version, keptAt }];
  forgetText(key);
  return [];
}

function prefixOf(id: string | undefined) {
  return `${PREFIX}:${id ?? "new"}:`;
}
