import type { Paper } from "../../../db/model/papers/papers.ts";
import { tab } from "../../storage.ts";

const NAME = "papers";

/** The papers that were ticked in this tab. */
export function tickedPapers(): Paper[] {
  const stored = tab.read(NAME);
  return Array.isArray(stored) ? stored : [];
}

export function rememberTicked(papers: Paper[]) {
  tab.write(NAME, papers);
}

export function forgetTicked() {
  tab.forget(NAME);
}
