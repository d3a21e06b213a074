import type { Case, Owed } from "../case/case.ts";
import type { CaseEvent } from "../case/case-event.ts";
import type { Paper } from "./papers.ts";

/** A paper that we asked for. */
export interface AskedPaper {
  paper: Paper;
  /** When it arrived; null until then, and once it is refused. */
  receivedAt: Date | null;
  /** A member has noted it, so nothing more is needed. */
  isAccepted: boolean;
  /** What the applicant has to do anew; null if nothing is wrong, or it came again. */
  refusal: string | null;
}

/** The papers of our last request, in its order, and of what was asked for since. Empty if none were named. */
export function askedPapers(events: { at: Date; userId: string | null; event: CaseEvent }[]): AskedPaper[] {
  let asked: AskedPaper[] = [];
  for (const { at, userId, event } of events) {
    if (event.kind === "status" && event.papers) asked = event.papers.map(newlyAsked);
    if (event.kind === "papersAsked") {
      asked = asked.filter(({ paper }) => !event.papers.includes(paper)).concat(event.papers.map(newlyAsked));
    }
    if (event.kind === "paperReceived") note(event.paper, { receivedAt: at, isAccepted: userId !== null });
    if (event.kind === "paperNotReceived") note(event.paper, { refusal: event.reason ?? null });
  }
  return asked;

  function note(paper: Paper, changes: Partial<AskedPaper>) {
    asked = asked.map((each) => (each.paper === paper ? { ...newlyAsked(paper), ...changes } : each));
  }
}

/** Tells the applicant which papers are missing now, and why. Only the last such mail is owed. */
export function mailOfPapers({ application }: Case): Owed {
  return { kind: "papersAsked", subjectId: application.id };
}

function newlyAsked(paper: Paper): AskedPaper {
  return { paper, receivedAt: null, isAccepted: false, refusal: null };
}
