import {
  both,
  type Case,
  type CaseMail,
  type Changes,
  codeAddress,
  isByPhone,
  type MemberPress,
  type Owed,
  type Permission,
  type Press,
  type Referral,
  type Refused,
  UNCHANGED,
} from "../case/case.ts";
import { advanced, planned } from "../case/move.ts";
import { presetOf } from "../case/next-action.ts";
import { isIn } from "../case/status.ts";
import { LEADS, type MailKind } from "../mail/mail.ts";
import {
  type Decision,
  type PermissionHow,
  type PermissionState,
  type Question,
  refusedWithout,
} from "./permission.ts";
import { hasSaidNo, isNo, permissionFor, type Recipient } from "./recipient.ts";
import { fieldsSentTo } from "./referral.ts";

/**
 * An application goes to a lender or dealer only after the applicant's yes. A no or a stop withdraws it and drops the
 * lead. If the lead may have left, we owe the recipient a mail not to contact the applicant.
 */

/**
 * Asks the applicant on the results page, and mails a link to it. Refused if we have asked before (after a no, only the
 * applicant can change their mind), and if they applied by phone.
 */
export function ask(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Changes | Refused {
  const before = permissionFor(kase, recipient);
  if (before || hasSaidNo(kase, recipient.id)) return { refused: refusedAsking(kase, before?.state, recipient.name) };
  if (isByPhone(kase)) return { refused: "They applied by phone. Please read the question out on the phone, too." };
  const permission = newPermission(kase, recipient, question, press);
  const asked: Changes = {
    events: [{ kind: "permissionAsked", ...evidence(permission), how: "page" }],
    permissions: [permission],
    mails: [{ kind: "permissionRequest", subjectId: permission.id }],
  };
  return both(asked, chosenAnyway(recipient, "askPermission"));
}

/** Notes a yes on the phone, and mails the applicant about it. Refused if they have said yes or no before. */
export function yesByPhone(
  kase: Case,
  recipient: Recipient,
  question: Question,
  press: MemberPress,
): Changes | Refused {
  const before = permissionFor(kase, recipient);
  if (before?.state === "yes" || hasSaidNo(kase, recipient.id)) {
    return { refused: refusedAsking(kase, before?.state, recipient.name) };
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
 * Records a no given over the phone, and mails the applicant about it. It withdraws a question or a yes to this
 * recipient only. Refused if they have said no before.
 */
export function noByPhone(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Changes | Refused {
  const before = permissionFor(kase, recipient);
  const isYes = before?.state === "yes";
  if (!isYes && hasSaidNo(kase, recipient.id) && before?.state !== "asked") {
    return { refused: refusedWithout(before?.state ?? "no", recipient.name, isByPhone(kase)) ?? "" };
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
 * Records the applicant's answer on the results page. A no withdraws an earlier yes; the same answer again changes
 * nothing. A yes is refused after a stop, once the case is closed, and if they applied by phone.
 */
export function answerOnPage(
  kase: Case,
  permissionId: string,
  decision: Decision,
  press: Press,
): Changes | Refused<"unknown" | "stopped" | "closed" | "byPhone"> {
  const permission = kase.permissions.find(({ id }) => id === permissionId);
  if (!permission) return { refused: "unknown" };
  const { contactStoppedAt, outcome } = kase.application;
  const isYes = permission.state === "yes";
  if (decision === "yes") {
    if (isYes) return UNCHANGED;
    if (contactStoppedAt) return { refused: "stopped" };
    if (outcome) return { refused: "closed" };
    if (isByPhone(kase)) return { refused: "byPhone" };
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
 * Owes the lead to this recipient, once per yes, and moves the case to its next status if we have talked to the
 * applicant. Refused without a yes to the recipient's present name and to the fields we send today.
 */
export function send(kase: Case, recipient: Recipient, press: MemberPress): Changes | Refused {
  const permission = permissionFor(kase, recipient);
  const refused = refusedWithout(permission?.state, recipient.name, isByPhone(kase));
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
    linkEndedAt: null,
  };
  const sent: Changes = {
    events: [{ kind: "sent", referralId: referral.id }],
    referrals: [referral],
    mails: [{ kind: `${kind}Lead`, subjectId: referral.id }],
  };
  const to = kind === "lender" ? "with_lender" : "introduced";
  const asking = { events: [], application: planned(kase.application, presetOf(to, press.at)) };
  const next = isContacted(kase) ? both(asking, advanced(kase, to, press)) : UNCHANGED;
  return [chosenAnyway(recipient, "send"), next].reduce(both, sent);
}

/**
 * Withdraws open questions, and each yes whose lead has not arrived. A recipient who already has the lead is told only
 * if the applicant withdraws that yes.
 */
export function takenBackByStop(kase: Case, press: Press): Pick<Changes, "permissions" | "takenBack"> {
  const ended = kase.permissions
    .filter((each) => each.state === "asked" || (each.state === "yes" && !hasArrived(kase, each)))
    .map((each) => decided(each, "no", "stop", press));
  return { permissions: ended, takenBack: ended };
}

/** Whether the recipient has received, as far as we know, the lead that this yes allowed. */
export function hasArrived(kase: Case, permission: Permission) {
  const referral = referralOf(kase, permission);
  return referral !== undefined && isReceived(leadOf(kase, referral));
}

/** What the lender or dealer answered to the lead of this yes; null if nothing. */
export function answerTo(kase: Case, permission: Permission) {
  return referralOf(kase, permission)?.answer ?? null;
}

/** Whether a lead has left, or may have, on this yes or on an earlier one for the same recipient. */
export function wasSent(kase: Case, { id }: Permission) {
  return kase.referrals.some((referral) => referral.permissionId === id && !leadOf(kase, referral)?.neverLeft);
}

/**
 * Who has received the application, and whether the yes they received it on still counts. A lead on its way does not
 * count as received.
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

/** We delete records of sent mail after a while, so a lead without a record counts as received. */
function isReceived(lead: CaseMail | undefined) {
  return !lead || lead.status === "sent";
}

/** The mail that carries this lead. */
export function leadOf({ mails }: Case, { id }: Referral) {
  return mails.find(({ subjectId, kind }) => subjectId === id && (LEADS as readonly MailKind[]).includes(kind));
}

/** Whether the lead never left and never will. */
export function neverLeft(kase: Case, referral: Referral) {
  const lead = leadOf(kase, referral);
  return lead?.status === "dropped" && lead.neverLeft;
}

/** The lead that was sent on the applicant's present yes. */
function referralOf({ referrals }: Case, { id, decidedAt }: Permission) {
  return referrals.find(
    ({ permissionId, permittedAt }) => permissionId === id && permittedAt.getTime() === decidedAt?.getTime(),
  );
}

/** Tells the former address while a member's new one is unconfirmed; else a member could invent a yes unnoticed. */
function toFormerAddress({ application, events }: Case, { id }: Permission): Owed[] {
  const isDead = events.some(
    ({ event }) =>
      event.kind === "corrected" &&
      event.field === "email" &&
      event.old === codeAddress(application) &&
      event.grounds?.ground === "bounced",
  );
  return application.emailSetBy === null || isDead ? [] : [{ kind: "formerAddressNote", subjectId: id }];
}

/** The permission with this decision. Its time is later than any earlier decision's, even if the clock goes back. */
function decided(permission: Permission, decision: Decision, how: PermissionHow, { at, by }: Press): Permission {
  const decidedAt = new Date(Math.max(at.getTime(), (permission.decidedAt?.getTime() ?? 0) + 1));
  const no = permission.state === "yes" || how === "stop" ? "withdrawn" : "no";
  const state: PermissionState = decision === "yes" ? "yes" : no;
  return { ...permission, papers: [], state, decidedAt, how, recordedBy: how === "phone" ? (by?.id ?? null) : null };
}

function newPermission(kase: Case, recipient: Recipient, question: Question, press: MemberPress): Permission {
  return {
    id: press.id,
    applicationId: kase.application.id,
    kind: recipient.kind,
    recipientId: recipient.id,
    recipientName: recipient.name,
    fields: [...fieldsSentTo[recipient.kind]],
    papers: [],
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

/** The reason goes to the timeline only: the audit log outlives a deleted application. */
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

/** Whether we have talked to the applicant, so that nobody is waiting for our first call. */
function isContacted({ application, permissions }: Case) {
  const { status, firstContactAt } = application;
  return !isIn("waiting", status) || firstContactAt !== null || permissions.some(({ how }) => how === "phone");
}

function refusedAsking(kase: Case, state: PermissionState | undefined, recipientName: string) {
  if (state === "yes") return `The applicant has said yes to ${recipientName} already.`;
  if (state === "asked") return `The applicant was asked about ${recipientName} already.`;
  return refusedWithout("no", recipientName, isByPhone(kase)) ?? "";
}
