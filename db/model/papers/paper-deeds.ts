import {
  both,
  type Case,
  type Changes,
  CLOSED,
  type MemberPress,
  type Press,
  type Refused,
  refusedSending,
  refusedWork,
  SAME_PRESS_MS,
  UNCHANGED,
} from "../case/case.ts";
import type { PaperChange } from "../case/case-event.ts";
import { advanced, planned } from "../case/move.ts";
import { ALL_ARRIVED, presetOf, SOME_ARRIVED } from "../case/next-action.ts";
import { HOUR_MS } from "../time/clock.ts";
import { askedPapers, mailOfPapers } from "./asked-papers.ts";
import type { FileRefusal } from "./paper-file.ts";
import { filesOf, type Paper } from "./papers.ts";

/** A file that the applicant sent. */
export interface PaperFile {
  id: string;
  paper: Paper;
}

/**
 * Asks for papers, whatever was asked for before, and mails the applicant which are missing. Refused if the member may
 * not work on the case, after a stop, or if it is closed. Pressed twice, it counts once.
 */
export function askForPapers(kase: Case, papers: Paper[], press: MemberPress): Changes | Refused {
  const refused = refusedWork(kase, press.by) ?? refusedSending(kase);
  if (refused) return { refused };
  const isRepeated = kase.events.some(
    ({ at, userId, event }) =>
      event.kind === "papersAsked" &&
      userId === press.by.id &&
      at.getTime() > press.at.getTime() - SAME_PRESS_MS &&
      event.papers.join() === papers.join(),
  );
  if (isRepeated) return UNCHANGED;
  const asked: Changes = {
    events: [{ kind: "papersAsked", papers }],
    application: planned(kase.application, presetOf("docs_requested", press.at)),
    mails: [mailOfPapers(kase)],
  };
  return both(asked, advanced(kase, "docs_requested", press));
}

/**
 * Notes that a paper arrived and is good, or did not after all; with a reason, the applicant is mailed to send it again. The same
 * again changes nothing. Refused if the member may not work on the case, if it is closed, or if we did not ask for this
 * paper; a reason after a stop, too.
 */
export function notePaper(kase: Case, { paper, received, reason }: PaperChange, press: MemberPress): Changes | Refused {
  const refused =
    refusedWork(kase, press.by) ??
    (kase.application.outcome ? CLOSED : null) ??
    (reason !== undefined ? refusedSending(kase) : null);
  if (refused) return { refused };
  const asked = askedPapers(kase.events).find((each) => each.paper === paper);
  if (!asked) return { refused: "This paper was not asked for." };
  if (received) return asked.isAccepted ? UNCHANGED : { events: [{ kind: "paperReceived", paper }] };
  if (reason === undefined) return asked.receivedAt ? { events: [{ kind: "paperNotReceived", paper }] } : UNCHANGED;
  if (asked.refusal === reason) return UNCHANGED;
  return {
    events: [{ kind: "paperNotReceived", paper, reason }],
    application: planned(kase.application, presetOf("docs_requested", press.at)),
    mails: [mailOfPapers(kase)],
  };
}

/** Why the applicant cannot send a file of this paper; null if they can. */
export function refusedPaper(kase: Case, paper: Paper): FileRefusal | null {
  const { contactStoppedAt, outcome } = kase.application;
  if (contactStoppedAt) return "stopped";
  if (outcome) return "closed";
  const asked = askedPapers(kase.events).find((each) => each.paper === paper);
  return asked && !asked.isAccepted ? null : "notAsked";
}

/** A file is here, beside these. With enough files, its paper has arrived; with the last paper, it is our turn at once, before that in an hour. */
export function receiveFile(
  kase: Case,
  { paper }: Pick<PaperFile, "paper">,
  files: Pick<PaperFile, "paper">[],
  press: Press,
): Changes | Refused<FileRefusal> {
  const refused = refusedPaper(kase, paper);
  if (refused) return { refused };
  const missing = askedPapers(kase.events).filter(({ receivedAt }) => receivedAt === null);
  if (!missing.some((each) => each.paper === paper) || hasTooFew(kase, [...files, { paper }], paper)) return UNCHANGED;
  const isLast = missing.length === 1;
  const next = {
    kind: "papers",
    note: isLast ? ALL_ARRIVED : SOME_ARRIVED,
    at: press.at.getTime() + (isLast ? 0 : HOUR_MS),
  } as const;
  const isTold = !isLast && kase.application.nextNote === SOME_ARRIVED;
  return {
    events: [{ kind: "paperReceived", paper }],
    application: isTold ? undefined : planned(kase.application, next),
  };
}

/** The applicant deletes a file, so its paper may be missing again. If no other is to be checked, it is the applicant's turn. */
export function deleteFile(kase: Case, file: PaperFile, files: PaperFile[], press: Press): Changes {
  const { paper } = file;
  const left = files.filter(({ id }) => id !== file.id);
  const arrived = askedPapers(kase.events).filter(({ receivedAt }) => receivedAt !== null);
  if (!arrived.some((each) => each.paper === paper) || !hasTooFew(kase, left, paper)) return UNCHANGED;
  const { nextNote, nextAt } = kase.application;
  const isTold = nextNote === SOME_ARRIVED || nextNote === ALL_ARRIVED;
  const isToCheck = arrived.some((each) => each.paper !== paper && !each.isAccepted);
  const next =
    isToCheck && nextAt
      ? ({ kind: "papers", note: SOME_ARRIVED, at: nextAt.getTime() } as const)
      : presetOf("docs_requested", press.at);
  return {
    events: [{ kind: "paperNotReceived", paper }],
    application: isTold ? planned(kase.application, next) : undefined,
  };
}

function hasTooFew({ answers }: Case, files: Pick<PaperFile, "paper">[], paper: Paper) {
  return files.filter((file) => file.paper === paper).length < filesOf(paper, answers);
}
