import { RIGHT_NUMBER } from "../../../db/model/case/next-action.ts";
import { isDue, nextDue } from "../../../db/model/case/promise.ts";
import { isClosed, isIn } from "../../../db/model/case/status.ts";
import { OTHER_ADDRESS_WROTE, THEY_WROTE } from "../../../db/model/mail/received.ts";
import type { Case } from "../api.ts";
import { uncheckedIn } from "../papers/sheets.ts";

/** The one thing to do next about a case; null if there is nothing, or not for this member now. */
export function nextStepOf(application: Case, now: Date) {
  const { status, nextStatuses, owner, workRefusal, sendRefusal, contact, next, referrals, letters } = application;
  if (!owner?.username) return "claim";
  if (workRefusal || isClosed(status)) return null;
  if (nextStatuses.includes("approved") && referrals.some(({ answer }) => answer === "approved")) return "close";
  const due = nextDue({ ...application, nextAt: next && !next.isImplied ? next.at : null }, now);
  const isLater = due !== null && due.by !== "promise" && !isDue({ dueAt: due.at }, now);
  const isToWrite = next?.note === RIGHT_NUMBER || isLetterOwed(next) || (next?.kind === "write" && !isLater);
  if (isToWrite && contact.email.allowed) return "letter";
  if (isIn("waiting", status) || (next?.kind === "call" && !isLater)) {
    if (isLater) return null;
    if (contact.call.allowed) return "call";
    return contact.email.allowed && letters.length === 0 ? "letter" : null;
  }
  if (!sendRefusal && uncheckedIn(application)) return "papers";
  if (unsentTo(application).length === 0 && unansweredIn(referrals)) return "answer";
  return sendRefusal ? null : "send";
}

/** Whether a letter answers what somebody wrote to us, who is no lender or dealer. */
export function isLetterOwed(next: Case["next"]) {
  return next?.kind === "answer" && (next.note === THEY_WROTE || next.note === OTHER_ADDRESS_WROTE);
}

export type NextStep = ReturnType<typeof nextStepOf>;
/** The id of the control that does it. */
export const NEXT_STEP = "next-step";
/** The id of the words that say where the case stands. */
export const STANDING = "standing";

/** The first lender or dealer who has the application and did not answer yet. */
export function unansweredIn(referrals: Case["referrals"]) {
  return referrals.find(({ isUnsent, answer }) => !isUnsent && !answer);
}

/** Whether the application was sent with this permission. */
export function isUsed({ recipientId, decidedAt }: Case["permissions"][number], referrals: Case["referrals"]) {
  return referrals.some((referral) => referral.recipientId === recipientId && referral.permittedAt === decidedAt);
}

/** To whom the applicant said yes, and who did not get the application yet. */
export function unsentTo({ referrals, permissions }: Case) {
  const unsent = permissions.filter((each) => each.state === "yes" && !isUsed(each, referrals));
  return unsent.map(({ recipientName }) => recipientName);
}
