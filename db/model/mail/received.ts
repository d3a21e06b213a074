import { type Case, type Changes, type Press, type Refused, UNCHANGED } from "../case/case.ts";
import { type CaseEvent, withoutUndone } from "../case/case-event.ts";
import { columnsOf, type Planned } from "../case/next-action.ts";
import { promisedBy } from "../time/business-hours.ts";
import { type IncomingMail, isFrom } from "./incoming.ts";

type Received = Extract<CaseEvent, { kind: "mailReceived" }>;

/**
 * Notes what somebody wrote in answer to a mail about this case, or about a lead to `recipient`, once. `addresses` are known to be theirs.
 * Somebody here has to answer by the time that we promise, unless a machine wrote. Refused once only evidence is kept.
 */
export function receiveMail(
  kase: Case,
  { id: mailId, from, text, ...mail }: IncomingMail,
  { addresses, recipient }: { addresses: (string | null)[]; recipient?: Received["recipient"] },
  press: Press,
): Changes | Refused<"over"> {
  const { isThinned, nextKind, nextNote, nextAt } = kase.application;
  if (isThinned) return { refused: "over" };
  if (kase.events.some(({ event }) => event.kind === "mailReceived" && event.mailId === mailId)) return UNCHANGED;
  const before = nextKind && nextAt && { kind: nextKind, note: nextNote ?? "", at: nextAt.getTime() };
  const event: Received = {
    ...{ kind: "mailReceived", mailId, from, isKnown: isFrom({ from }, addresses), text },
    ...(recipient && { recipient }),
    ...(mail.isCut && { isCut: true }),
    ...(mail.hasFiles && { hasFiles: true }),
    ...(mail.isAutomatic ? { isAutomatic: true } : before && before.kind !== "answer" && { instead: before }),
  };
  if (mail.isAutomatic) return { events: [event] };
  const next = nextKind === "answer" ? {} : columnsOf(answerOf(event, press.at));
  return { events: [event], application: next, mails: [{ kind: "mailReceived", subjectId: 0 }] };
}

/** The answer that we owe first; null if all that was written is answered: by a letter, a call, or a lender's or dealer's noted answer. */
export function owedAnswer(events: Case["events"]): Planned | null {
  const open = new Map<string, Planned>();
  for (const { at, event } of withoutUndone(events)) {
    if (event.kind === "mailReceived" && !event.isAutomatic && !open.has(writerOf(event))) {
      open.set(writerOf(event), answerOf(event, at));
    }
    if (event.kind === "letterSent" || (event.kind === "call" && event.outcome === "reached")) open.delete(APPLICANT);
    if (event.kind === "recipientAnswered" && event.how !== "link") open.delete(event.recipientName);
    // A member has seen what was written, and decided what comes next.
    if (event.kind === "nextAction") open.clear();
  }
  return [...open.values()].sort((a, b) => a.at - b.at)[0] ?? null;
}

/** What was planned before somebody wrote, if its time is still to come. */
export function plannedInstead(events: Case["events"], now: Date): Planned | null {
  const last = events.findLast(({ event }) => event.kind === "mailReceived" && event.instead)?.event;
  return last?.kind === "mailReceived" && last.instead && last.instead.at > now.getTime() ? last.instead : null;
}

const APPLICANT = "";
export const THEY_WROTE = "They wrote to us";
export const OTHER_ADDRESS_WROTE = "An address that we do not know wrote to us";

function writerOf({ recipient }: Received) {
  return recipient?.name ?? APPLICANT;
}

function answerOf({ recipient, isKnown }: Received, at: Date): Planned {
  const applicant = isKnown ? THEY_WROTE : OTHER_ADDRESS_WROTE;
  return {
    kind: "answer",
    note: recipient ? `${recipient.name} wrote to us` : applicant,
    at: promisedBy(at).getTime(),
  };
}
