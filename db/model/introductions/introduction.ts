import {
  both,
  type Case,
  type CaseMail,
  type Changes,
  type MemberPress,
  type Owed,
  type Permission,
  type Press,
  type Referral,
  type Refused,
  refusedWork,
  UNCHANGED,
} from "../case/case.ts";
import { advanced } from "../case/move.ts";
import { stages } from "../case/status.ts";
import { LEADS, type MailKind } from "../mail/mail.ts";
import { type Decision, type PermissionHow, type PermissionState, refusedWithout } from "./permission.ts";
import { hasSaidNo, isNo, permissionFor, type Recipient } from "./recipient.ts";
import { fieldsSentTo, type RecipientAnswer } from "./referral.ts";

/**
 * Introductions: the applicant is asked about one lender or dealer, or answers on the phone, and only after a yes the application
 * is sent there. A no and a stop take the yes away and drop the lead in one transaction. The lead's writer reads that yes again just
 * before the mail is handed over (worker/mail/to-recipient.ts), so a delivery that reads after them sends nothing. One that has read
 * already hands the mail over; nothing can call that back. So unless it is certain that the lead never went out, the recipient is owed
 * a mail that says not to contact the applicant.
 */

/** The question as it was put: which text, its words in the applicant's language, and their SHA-256. */
export interface Question {
  textId: string;
  words: string;
  wordsSha256: string;
}

/**
 * Asks on the results page, by a mail that leads there. Refused when the applicant was asked before: after a no only they can
 * change their mind.
 */
export function ask(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Changes | Refused {
  const before = permissionFor(kase, recipient);
  if (before || hasSaidNo(kase, recipient.id)) return { refused: refusedAsking(before?.state, recipient.name) };
  const permission = newPermission(kase, recipient, question, press);
  const asked: Changes = {
    events: [{ kind: "permissionAsked", ...evidence(permission), how: "page" }],
    permissions: [permission],
    mails: [{ kind: "permissionRequest", subjectId: permission.id }],
  };
  return both(asked, chosenAnyway(recipient, "askPermission"));
}

/** A yes on the phone, with a mail about it. Refused when the applicant has said yes or no before. */
export function yesByPhone(
  kase: Case,
  recipient: Recipient,
  question: Question,
  press: MemberPress,
): Changes | Refused {
  const before = permissionFor(kase, recipient);
  if (before?.state === "yes" || hasSaidNo(kase, recipient.id)) {
    return { refused: refusedAsking(before?.state, recipient.name) };
  }
  const asked = { ...(before ?? newPermission(kase, recipient, question, press)), ...question };
  const permission = decided(asked, "yes", "phone", press);
  const given: Changes = {
    events: [{ kind: "permissionGiven", ...evidence(permission), how: "phone" }],
    permissions: [permission],
    mails: [{ kind: "permissionByPhone", subjectId: permission.id }, ...toFormerAddress(kase, permission)],
  };
  return both(given, chosenAnyway(recipient, "recordPermission"));
}

/**
 * A no on the phone, whatever was asked before, with a mail about it. It ends a question, and takes back a yes with all that
 * follows from that, but touches no other introduction. Refused when it was said before.
 */
export function noByPhone(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Changes | Refused {
  const before = permissionFor(kase, recipient);
  const isYes = before?.state === "yes";
  if (!isYes && hasSaidNo(kase, recipient.id) && before?.state !== "asked") {
    return { refused: refusedWithout(before?.state ?? "no", recipient.name) ?? "" };
  }
  const permission = decided(before ?? newPermission(kase, recipient, question, press), "no", "phone", press);
  const said = { ...evidence(permission), ...question, how: "phone" } as const;
  return {
    events: [{ kind: isYes ? "permissionWithdrawn" : "permissionRefused", ...said }],
    permissions: [permission],
    takenBack: [permission],
    mails: [{ kind: "refusalByPhone", subjectId: permission.id }, ...toFormerAddress(kase, permission)],
  };
}

/**
 * What the applicant answers on the results page; the same again changes nothing. No to a yes takes it back. A yes is refused once
 * they asked us to stop or the application ended.
 */
export function answerOnPage(
  kase: Case,
  permissionId: string,
  decision: Decision,
  press: Press,
): Changes | Refused<"unknown" | "stopped" | "closed"> {
  const permission = kase.permissions.find(({ id }) => id === permissionId);
  if (!permission) return { refused: "unknown" };
  const { contactStoppedAt, outcome } = kase.application;
  const isYes = permission.state === "yes";
  if (decision === "yes") {
    if (isYes) return UNCHANGED;
    if (contactStoppedAt) return { refused: "stopped" };
    if (outcome) return { refused: "closed" };
    return {
      events: [{ kind: "permissionGiven", ...evidence(permission), how: "page" }],
      permissions: [decided(permission, "yes", "page", press)],
    };
  }
  if (isNo(permission)) return UNCHANGED;
  const ended = decided(permission, "no", "page", press);
  return {
    events: [{ kind: isYes ? "permissionWithdrawn" : "permissionRefused", ...evidence(permission), how: "page" }],
    permissions: [ended],
    takenBack: [ended],
  };
}

/**
 * Sends the application to this recipient, at most once for each yes: the lead is owed. With it the application is with a lender, or
 * introduced to a dealer, once we have been in touch with the applicant. Refused without the applicant's yes to this recipient, by
 * today's name, and to the fields that are sent today.
 */
export function send(kase: Case, recipient: Recipient, press: MemberPress): Changes | Refused {
  const permission = permissionFor(kase, recipient);
  const refused = refusedWithout(permission?.state, recipient.name);
  if (refused || !permission?.decidedAt) return { refused: refused ?? "" };
  if (referralOf(kase, permission)) return { refused: `This application was sent to ${recipient.name} before.` };
  const { kind, id: recipientId, name: recipientName, address: recipientAddress } = recipient;
  const referral: Referral = {
    id: press.id,
    applicationId: kase.application.id,
    kind,
    recipientId,
    recipientName,
    recipientAddress,
    fields: permission.fields,
    userId: press.by.id,
    createdAt: press.at,
    permissionId: permission.id,
    permittedAt: permission.decidedAt,
    answer: null,
    answeredAt: null,
    answerBy: null,
  };
  const sent: Changes = {
    events: [{ kind: "sent", referralId: referral.id }],
    referrals: [referral],
    mails: [{ kind: `${kind}Lead`, subjectId: referral.id }],
  };
  const next = isContacted(kase) ? advanced(kase, kind === "lender" ? "with_lender" : "introduced", press) : UNCHANGED;
  return [chosenAnyway(recipient, "send"), next].reduce(both, sent);
}

/**
 * Notes what a lender or dealer answered to a referral; the last answer counts, and the same again changes nothing. Refused when
 * the member may not work on the case, and when the lead never left.
 */
export function answerOfRecipient(
  kase: Case,
  referralId: string,
  answer: RecipientAnswer,
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  const referral = kase.referrals.find(({ id }) => id === referralId);
  if (!referral) return { refused: "This application was not sent to them." };
  const { recipientName } = referral;
  if (neverLeft(kase, referral)) return { refused: `The application never left for ${recipientName}.` };
  if (referral.answer === answer) return UNCHANGED;
  return {
    events: [{ kind: "recipientAnswered", referralId, recipientName, answer }],
    referrals: [{ ...referral, answer, answeredAt: press.at, answerBy: press.by.id }],
  };
}

/**
 * What a stop does to introductions: it takes back what the applicant has not answered, and each yes whose lead has not arrived.
 * Recipients who have the application are told only when the applicant takes back that very yes.
 */
export function takenBackByStop(kase: Case, press: Press): Pick<Changes, "permissions" | "takenBack"> {
  const ended = kase.permissions
    .filter((each) => each.state === "asked" || (each.state === "yes" && !hasArrived(kase, each)))
    .map((each) => decided(each, "no", "stop", press));
  return { permissions: ended, takenBack: ended };
}

/** The lead of this yes has arrived as far as we know. */
export function hasArrived(kase: Case, permission: Permission) {
  const referral = referralOf(kase, permission);
  return referral !== undefined && isReceived(leadOf(kase, referral));
}

/** A lead left, or may have left, on this yes or an earlier one of the same introduction. */
export function wasSent(kase: Case, { id }: Permission) {
  return kase.referrals.some((referral) => referral.permissionId === id && !leadOf(kase, referral)?.neverLeft);
}

/**
 * Who has received the application, and whether the yes on which they did still counts. A lead that is on its way, or never went out, was
 * received by nobody.
 */
export function receivedIn(kase: Case) {
  return kase.referrals
    .filter((referral) => isReceived(leadOf(kase, referral)))
    .map((referral) => ({
      name: referral.recipientName,
      kind: referral.kind,
      fields: referral.fields,
      at: referral.createdAt,
      hasYes: kase.permissions.some(
        (permission) => permission.state === "yes" && referralOf(kase, permission) === referral,
      ),
    }));
}

/** Records of mail that was sent go in time. */
function isReceived(lead: CaseMail | undefined) {
  return !lead || lead.status === "sent";
}

/** The mail that carries a referral. */
export function leadOf({ mails }: Case, { id }: Referral) {
  return mails.find(({ subjectId, kind }) => subjectId === id && (LEADS as readonly MailKind[]).includes(kind));
}

/** Nobody has this lead, and nobody will get it. */
export function neverLeft(kase: Case, referral: Referral) {
  const lead = leadOf(kase, referral);
  return lead?.status === "dropped" && lead.neverLeft;
}

/** The referral on the yes that counts now. */
function referralOf({ referrals }: Case, { id, decidedAt }: Permission) {
  return referrals.find(
    ({ permissionId, permittedAt }) => permissionId === id && permittedAt.getTime() === decidedAt?.getTime(),
  );
}

/**
 * A note of an answer on the phone to where codes go, while the address on file is one that a member entered and nobody has
 * confirmed. Otherwise a member could note a yes that nobody gave, and be the only one who reads of it. None where our mail bounced.
 */
function toFormerAddress({ application, events }: Case, { id }: Permission): Owed[] {
  const { emailSetBy, reachedEmail, email } = application;
  const isDead = events.some(
    ({ event }) =>
      event.kind === "corrected" &&
      event.field === "email" &&
      event.old === (reachedEmail ?? email) &&
      event.grounds?.ground === "bounced",
  );
  return emailSetBy === null || isDead ? [] : [{ kind: "formerAddressNote", subjectId: id }];
}

/** The permission once the applicant has said this, later than all that they said before, whatever the clock does. */
function decided(permission: Permission, decision: Decision, how: PermissionHow, { at, by }: Press): Permission {
  const decidedAt = new Date(Math.max(at.getTime(), (permission.decidedAt?.getTime() ?? 0) + 1));
  const no = permission.state === "yes" || how === "stop" ? "withdrawn" : "no";
  const state: PermissionState = decision === "yes" ? "yes" : no;
  return { ...permission, state, decidedAt, how, recordedBy: how === "phone" ? (by?.id ?? null) : null };
}

function newPermission(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Permission {
  return {
    id: press.id,
    applicationId: kase.application.id,
    kind: recipient.kind,
    recipientId: recipient.id,
    recipientName: recipient.name,
    fields: [...fieldsSentTo[recipient.kind]],
    ...question,
    askedBy: press.by.id,
    askedAt: press.at,
    state: "asked",
    decidedAt: null,
    how: null,
    recordedBy: null,
  };
}

function evidence({ recipientId, recipientName, textId, words, wordsSha256 }: Permission) {
  return { recipientId, recipientName, textId, words, wordsSha256 };
}

/** Why it is this recipient although it does not fit. The reason is in the timeline alone: the audit log outlasts a deletion. */
function chosenAnyway(
  { id: recipientId, name: recipientName, reason }: Recipient,
  action: "askPermission" | "recordPermission" | "send",
): Changes {
  if (reason === null) return UNCHANGED;
  return {
    events: [{ kind: "unsuitableChosen", recipientId, recipientName, reason }],
    audit: [{ action, old: null, new: { recipient: recipientName } }],
  };
}

/** We have spoken with the applicant, or been in touch in another way, so nobody waits for our first call any more. */
function isContacted({ application, permissions }: Case) {
  const isWaiting = (stages.waiting as readonly string[]).includes(application.status);
  return !isWaiting || application.firstContactAt !== null || permissions.some(({ how }) => how === "phone");
}

function refusedAsking(state: PermissionState | undefined, recipientName: string) {
  if (state === "yes") return `The applicant has said yes to ${recipientName} already.`;
  if (state === "asked") return `The applicant was asked about ${recipientName} already.`;
  return refusedWithout("no", recipientName) ?? "";
}
