import type { CaseEvent } from "./case-event.ts";
import type { Paper } from "./papers.ts";

/** A paper that we asked for, and when it arrived; null until then. */
export interface AskedPaper {
  paper: Paper;
  receivedAt: Date | null;
}

/** The papers of our last request, in its order, with their arrival. Empty if none were named. */
export function askedPapers(events: { at: Date; event: CaseEvent }[]): AskedPaper[] {
  const last = events.findLastIndex(({ event }) => event.kind === "status" && event.papers !== undefined);
  const request = events[last]?.event;
  if (request?.kind !== "status") return [];
  return (request.papers ?? []).map((paper) => {
    const noted = events
      .slice(last)
      .findLast(
        ({ event: each }) =>
          (each.kind === "paperReceived" || each.kind === "paperNotReceived") && each.paper === paper,
      );
    return { paper, receivedAt: noted?.event.kind === "paperReceived" ? noted.at : null };
  });
}
