import type { Paper } from "../../../db/model/case/papers.ts";

const NAME = "papers";

/** The papers that were ticked in this tab. */
export function tickedPapers(): Paper[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function rememberTicked(papers: Paper[]) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(papers));
  } catch {
    // Without storage, the ticks last as long as the page.
  }
}

export function forgetTicked() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, there is nothing to remove.
  }
}
