import {
  type Case,
  type Changes,
  codeAddress,
  type MemberPress,
  type Refused,
  refusedWork,
  UNCHANGED,
} from "../case/case.ts";
import type { CaseEvent } from "../case/case-event.ts";
import { phoneFlagOf } from "../forecast/forecast.ts";
import { APPLICANT_MAILS, MARKED_AS_SPAM } from "../mail/mail.ts";
import { phoneDigitsOf } from "../phone.ts";
import type { Contact, CorrectionByMember } from "./correction.ts";
import { hiddenEmail, hiddenPhone } from "./hidden.ts";
import { foldedEmail, isSamePerson } from "./person.ts";
import { agreedAt, stopsIn } from "./stop.ts";

/**
 * Correcting mistyped phone numbers and e-mail addresses. A stop elsewhere for the new one applies here if it came
 * after this consent. After a stop nothing can be corrected: it stays with the old ones.
 */

type Corrected = Extract<CaseEvent, { kind: "corrected" }>;

interface Correcting {
  how: Pick<Corrected, "grounds" | "isJustSent">;
  /** The member who entered the new address; null once the applicant confirms it, or if they entered it. */
  emailSetBy: string | null;
  /** Where codes go from now on (`codeAddress`). */
  reachedEmail: string | null;
  /** Whether the old address bounces. If so, it gets no mail about the correction. */
  isEmailDead: boolean;
}

/** When people asked us to stop in contact messages, by sender. */
export interface MessageStop {
  sender: string | null;
  contactStoppedAt: Date | null;
}

/** A correction by the applicant, with a code from our mail. Adds no event for what stays the same. */
export function correctByApplicant(kase: Case, next: Contact): Changes | Refused<"stopped"> {
  const { contactStoppedAt, email, emailSetBy } = kase.application;
  if (contactStoppedAt) return { refused: "stopped" };
  return corrected(kase, next, {
    how: { grounds: null },
    // An applicant who corrects only the phone has not confirmed an address that a member entered.
    emailSetBy: next.email === email ? emailSetBy : null,
    reachedEmail: codeAddress(kase.application),
    isEmailDead: false,
  });
}

/**
 * A correction in the browser that has just sent the application. It counts as what was entered first, so codes go to the new address
 * unless somebody has read our mail at the old one. Refused once a member has corrected something: that takes a code.
 */
export function correctJustSent(kase: Case, next: Contact): Changes | Refused<"stopped" | "codeNeeded"> {
  if (kase.application.contactStoppedAt) return { refused: "stopped" };
  if (wasCorrectedByMember(kase)) return { refused: "codeNeeded" };
  const { emailSetBy, reachedEmail } = kase.application;
  return corrected(kase, next, {
    how: { grounds: null, isJustSent: true },
    ...{ emailSetBy, reachedEmail, isEmailDead: false },
  });
}

export function wasCorrectedByMember({ events }: Pick<Case, "events">) {
  return events.some(({ event }) => event.kind === "corrected" && event.grounds !== null);
}

/**
 * A correction by a member, when a mail bounced or the applicant asked on the phone. Mails to a new address open
 * nothing until the applicant confirms it. The audit log outlives a deletion, so it has only part of each value.
 */
export function correctByMember(
  kase: Case,
  { ground, reason, ...changes }: CorrectionByMember,
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  const { phone, email, contactStoppedAt, emailSetBy, reachedEmail } = kase.application;
  if (contactStoppedAt) return { refused: "The applicant asked us to stop, so there is nothing to correct." };
  const next = { phone: changes.phone ?? phone, email: changes.email ?? email };
  const isEmailNew = next.email !== email;
  if (next.phone === phone && !isEmailNew) return { refused: "That is what we already have." };
  const isEmailDead = hasBounced(kase);
  if (ground === "bounced" && !isEmailDead) {
    return { refused: "No email to this applicant has failed. Correct it only if the applicant asks you to." };
  }
  const setBy = isEmailNew ? press.by.id : emailSetBy;
  return {
    ...corrected(kase, next, {
      how: { grounds: { ground, reason } },
      emailSetBy: next.email === reachedEmail ? null : setBy,
      reachedEmail: codeAddress(kase.application),
      isEmailDead,
    }),
    audit: [{ action: "correctContact", old: hidden({ phone, email }), new: hidden(next) }],
  };
}

/**
 * Confirms the address that a member entered. Only the results page can do it, which needs the reference, and no member
 * has that. From then on mails to it open the application, and codes go there. Refused if the address has changed.
 */
export function confirmEmail({ application }: Case, email: string): Changes | Refused<"otherEmail"> {
  if (application.email !== email) return { refused: "otherEmail" };
  if (application.emailSetBy === null) return UNCHANGED;
  return {
    events: [{ kind: "emailConfirmed", email }],
    application: { emailSetBy: null, reachedEmail: email },
  };
}

/** Notes that the link in a mail to the present address was opened, once per address. */
export function openLink({ application: { email, reachedEmail }, events }: Case): Changes {
  const isKnown = events.some(({ event }) => event.kind === "linkOpened" && event.email === email);
  if (isKnown && reachedEmail === email) return UNCHANGED;
  return { events: [{ kind: "linkOpened", email }], application: { reachedEmail: email } };
}

/**
 * Whether this phone or e-mail was stopped elsewhere since the applicant agreed to contact. A press on another results
 * page counts only for the e-mail that it then had, and if our mail opened it: anybody can apply with somebody else's
 * phone, or correct to somebody else's address. What a correction stopped there is looked for where it was stopped first.
 */
export function wasStoppedSince(kase: Case, others: Case[], messages: MessageStop[]) {
  const { phoneDigits, emailFolded } = kase.application;
  const isSince = (at: Date | null) => at !== null && at > agreedAt(kase);
  const inOther = others.some(
    (other) =>
      isSamePerson(kase.application, other.application) &&
      stopsIn(other).some(
        ({ at, how }) =>
          isSince(at) &&
          how !== "page" &&
          how !== "correction" &&
          (how !== "mailedLink" || emailFoldedAt(other, at) === emailFolded),
      ),
  );
  return (
    inOther ||
    messages.some(
      ({ sender, contactStoppedAt }) =>
        sender !== null && [phoneDigits, emailFolded].includes(sender) && isSince(contactStoppedAt),
    )
  );
}

/** The address that a case had at that time. */
function emailFoldedAt({ application, events }: Case, time: Date) {
  const next = events.find(
    ({ at, event }) => at > time && event.kind === "corrected" && event.field === "email",
  )?.event;
  return next?.kind === "corrected" ? foldedEmail(next.old) : application.emailFolded;
}

/** Whether a mail to the present address, since its last correction, was refused for good, bounced or was marked as spam. */
export function hasBounced(kase: Pick<Case, "mails" | "events">) {
  return refusedMails(kase).length > 0;
}

/** Whether the reader of the present address marked a mail as spam, so that the mail service takes no more for it. */
export function hasComplained(kase: Pick<Case, "mails" | "events">) {
  return refusedMails(kase).some(({ lastError }) => lastError === MARKED_AS_SPAM);
}

function refusedMails({ mails, events }: Pick<Case, "mails" | "events">) {
  const corrected = events.findLast(({ event }) => event.kind === "corrected" && event.field === "email");
  return mails.filter(
    ({ kind, status, isRefusedForGood, createdAt, revivedAt }) =>
      (status === "dead" || status === "sent") &&
      isRefusedForGood &&
      APPLICANT_MAILS.includes(kind) &&
      (revivedAt ?? createdAt) >= (corrected?.at ?? createdAt),
  );
}

/** One event per field; mails the new address and, unless it bounces, the old one. Sends a dead confirmation again. */
function corrected(
  kase: Case,
  { phone, email }: Contact,
  { how, emailSetBy, reachedEmail, isEmailDead }: Correcting,
): Changes {
  const { application, mails } = kase;
  const isPhoneNew = phone !== application.phone;
  const isEmailNew = email !== application.email;
  const fields = [...(isPhoneNew ? (["phone"] as const) : []), ...(isEmailNew ? (["email"] as const) : [])];
  if (fields.length === 0) return UNCHANGED;
  const last = fields.length - 1;
  const confirmations = mails.filter(({ kind }) => kind === "confirmation").map(({ id }) => id);
  return {
    events: fields.map((field) => ({ kind: "corrected", field, old: application[field], ...how })),
    application: {
      reachedEmail,
      emailSetBy,
      ...(isPhoneNew && {
        phone,
        phoneDigits: phoneDigitsOf(phone),
        flagsJson: flagsWith(application.flagsJson, phone),
      }),
      ...(isEmailNew && { email, emailFolded: foldedEmail(email) }),
    },
    mails: [
      { kind: "contactCorrected", subjectId: last },
      ...(isEmailNew && !isEmailDead ? [{ kind: "emailReplaced", subjectId: last } as const] : []),
    ],
    revived: isEmailNew ? confirmations : [],
  };
}

/** The flags, with the old phone number's flag replaced by the new one's. */
function flagsWith(flags: Case["application"]["flagsJson"], phone: string) {
  const flag = phoneFlagOf(phone);
  const others = (flags ?? []).filter(({ code }) => code !== "PHONE_INVALID");
  return flag ? [...others, flag] : others;
}

function hidden({ phone, email }: Contact) {
  return { phone: hiddenPhone(phone), email: hiddenEmail(email) };
}
