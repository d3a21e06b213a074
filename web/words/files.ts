import { globSync } from "node:fs";
import { matchesGlob } from "node:path";

/** The files that may contain messages. */
const SOURCES = "{web,worker,db/model}/**/*.{ts,tsx}";

/** For staff, in English only. Texts marked with `t` are messages even there. */
const ENGLISH_ONLY = [
  "web/desk/**",
  "web/lead/**",
  "web/sign-in/**",
  "web/blog/writing/**",
  "web/blog/{authors-,edit-,delete-}*",
  "web/words/**",
];

export type Handling =
  /** JSX text, attributes and texts marked with `t` are messages. */
  | "text"
  /** Only marked texts are. */
  | "marked"
  /** The file is not our own code. */
  | "none";

/** How to treat a file; its path starts at the project's root. */
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
