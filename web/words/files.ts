import { globSync } from "node:fs";
import { matchesGlob } from "node:path";

/** Where messages may be. */
const SOURCES = "{web,worker,db/model}/**/*.{ts,tsx}";

/** For our own people, in English only. What is marked with `t` there counts all the same. */
const ENGLISH_ONLY = [
  "web/desk/**",
  "web/sign-in/**",
  "web/blog/writing/**",
  "web/blog/{authors-,edit-,delete-}*",
  "web/words/**",
];

export type Handling =
  /** JSX text, attributes and what is marked with `t` are messages. */
  | "text"
  /** Only what is marked. */
  | "marked"
  /** None of our sources. */
  | "none";

/** How a file is treated; its path begins at the project's root. */
export function handlingOf(file: string): Handling {
  if (!matchesGlob(file, SOURCES)) return "none";
  return file.startsWith("web/") && !ENGLISH_ONLY.some((pattern) => matchesGlob(file, pattern)) ? "text" : "marked";
}

/** All sources, in order. */
export function sources() {
  return globSync(SOURCES)
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}
