import { type Case, type Changes, type MemberPress, type Refused, refusedWork, UNCHANGED } from "../case/case.ts";
import type { CaseEvent } from "../case/case-event.ts";
import { phoneFlagOf } from "../forecast/forecast.ts";
import { APPLICANT_MAILS } from "../mail/mail.ts";
import type { CorrectionByMember } from "./correction.ts";
import { hiddenEmail, hiddenPhone } from "./hidden.ts";
import { foldedEmail, phoneDigitsOf } from "./person.ts";
import { agreedAt, isSamePerson, stopsIn, wasRead } from "./stop.ts";

/**
 * Correcting a mistyped phone number or e-mail address. After a stop there is nothing to correct: the stop keeps holding for
 * the number and address about which it was said. If the new number or address was stopped elsewhere after the applicant agreed
 * to be contacted about this application, that stop holds here from now on, as if this had been on file already. One from
 * before does not, as with a new application: this consent came later.
 */

interface Contact {
  phone: string;
  email: string;
}

interface Correcting {
  grounds: Extract<CaseEvent, { kind: "corrected" }>["grounds"];
  /** Who put the address on file that it has then, if it is not the applicant's own yet. */
  emailSetBy: string | null;
  /** Whether the replaced address bounces; if so, it gets no mail about the correction. */
  isEmailDead: boolean;
}

/** Stops that were stated in contact messages, by who sent them. */
export interface MessageStop {
  sender: string | null;
  contactStoppedAt: Date | null;
}

/** By the applicant, with a code from our mail; what is as it was stays without an event. */
export function correctByApplicant(kase: Case, next: Contact): Changes | Refused<"stopped"> {
  const { contactStoppedAt, email, emailSetBy } = kase.application;
  if (contactStoppedAt) return { refused: "stopped" };
  // An applicant who corrects only the phone has not confirmed an address that a member entered.
  return corrected(kase, next, {
    grounds: null,
    emailSetBy: next.email === email ? emailSetBy : null,
    isEmailDead: false,
  });
}

/**
 * By a member for an applicant who cannot: a mail to them bounced, or they asked on the phone. A new address brings whoever reads
 * it nothing that opens the application, until the applicant has confirmed it. The audit log, which outlasts a deletion, has
 * just enough of both values to recognize them; the event has the old one as evidence.
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
      grounds: { ground, reason },
      emailSetBy: next.email === reachedEmail ? null : setBy,
      isEmailDead,
    }),
    audit: [{ action: "correctContact", old: hidden({ phone, email }), new: hidden(next) }],
  };
}

/**
 * The applicant confirms the address that a member put on file: only the results page can, which is reached with a reference
 * that no member has. From then on mails to it have links that open the application, and codes go there. Refused when another
 * one is on file by now.
 */
export function confirmEmail({ application }: Case, email: string): Changes | Refused<"otherEmail"> {
  if (application.email !== email) return { refused: "otherEmail" };
  if (application.emailSetBy === null) return UNCHANGED;
  return {
    events: [{ kind: "emailConfirmed", email }],
    application: { emailSetBy: null, reachedEmail: email },
  };
}

/** The link in a mail to the address on file was opened, which is written down once for each address. */
export function openLink({ application: { email, reachedEmail }, events }: Case): Changes {
  const isKnown = events.some(({ event }) => event.kind === "linkOpened" && event.email === email);
  if (isKnown && reachedEmail === email) return UNCHANGED;
  return { events: [{ kind: "linkOpened", email }], application: { reachedEmail: email } };
}

/**
 * Whether the phone or e-mail of this case was stopped, in another one or in a message, since its applicant agreed to be contacted. By a
 * press on another's page only if it was their address: anybody can apply with somebody else's phone.
 */
export function wasStoppedSince(kase: Case, others: Case[], messages: MessageStop[]) {
  const { phoneDigits, emailFolded } = kase.application;
  const isSince = (at: Date | null) => at !== null && at > agreedAt(kase);
  const inOther = others.some(
    (other) =>
      isSamePerson(kase.application, other.application) &&
      stopsIn(other).some(
        ({ at, how }) =>
          isSince(at) && (how !== "page" || (other.application.emailFolded === emailFolded && wasRead(other))),
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

/** Whether a mail was refused for good at the address that the applicant has had since the last correction. */
export function hasBounced({ mails, events }: Pick<Case, "mails" | "events">) {
  const corrected = events.findLast(({ event }) => event.kind === "corrected" && event.field === "email");
  return mails.some(
    ({ kind, status, isRefusedForGood, createdAt, revivedAt }) =>
      status === "dead" &&
      isRefusedForGood &&
      APPLICANT_MAILS.includes(kind) &&
      (revivedAt ?? createdAt) >= (corrected?.at ?? createdAt),
  );
}

/**
 * One event for each field, a mail to the address as it is then and one to the one that was replaced (unless it bounces), and the
 * confirmation again if it had died.
 */
function corrected(kase: Case, { phone, email }: Contact, { grounds, emailSetBy, isEmailDead }: Correcting): Changes {
  const { application, mails } = kase;
  const isPhoneNew = phone !== application.phone;
  const isEmailNew = email !== application.email;
  const fields = [...(isPhoneNew ? (["phone"] as const) : []), ...(isEmailNew ? (["email"] as const) : [])];
  if (fields.length === 0) return UNCHANGED;
  const last = fields.length - 1;
  const confirmations = mails.filter(({ kind }) => kind === "confirmation").map(({ id }) => id);
  return {
    events: fields.map((field) => ({ kind: "corrected", field, old: application[field], grounds })),
    application: {
      // Codes still go to the address where the last one was read, even if another is on file now.
      reachedEmail: application.reachedEmail ?? application.email,
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

/** The flags with the one that this phone number raises in place of that of the old one. */
function flagsWith(flags: Case["application"]["flagsJson"], phone: string) {
  const flag = phoneFlagOf(phone);
  const others = (flags ?? []).filter(({ code }) => code !== "PHONE_INVALID");
  return flag ? [...others, flag] : others;
}

function hidden({ phone, email }: Contact) {
  return { phone: hiddenPhone(phone), email: hiddenEmail(email) };
}
