import type { Place } from "../../../db/model/calls/appointment.ts";
import {
  type Appointment,
  after,
  type Case,
  type CaseMail,
  type Changes,
  type MemberPress,
  type Press,
  type Refused,
} from "../../../db/model/case/case.ts";
import { withConsequences } from "../../../db/model/case/follow.ts";
import { move } from "../../../db/model/case/move.ts";
import { foldedEmail } from "../../../db/model/contact/person.ts";
import { stop } from "../../../db/model/contact/stop.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";
import type { Recipient } from "../../../db/model/introductions/recipient.ts";
import { LEADS, type MailKind } from "../../../db/model/mail/mail.ts";
import { phoneDigitsOf } from "../../../db/model/phone.ts";
import { queuePlaceOf } from "../../../db/model/queue/queue.ts";
import type { Member } from "../../../db/model/staff/member.ts";

export const DANA: Member = { id: "dana", username: "dana", role: "specialist" };
export const MAX: Member = { id: "max", username: "max", role: "manager" };
export const RECIPIENTS: Recipient[] = [
  { kind: "lender", id: "pecan", name: "Pecan Credit Union", address: "new@lender.example.com", reason: null },
  { kind: "dealer", id: "hill", name: "Hill Country Motors", address: "leads@dealer.example.com", reason: null },
];
export const QUESTION = { textId: "introduction-1", words: "May we?", wordsSha256: "0" };

let made = 0;
const newId = (what: string) => `${what}-${++made}`;

/** A press by this member, or by the applicant. */
export function press(at: number, by: Member): MemberPress;
export function press(at: number, by: null): Press;
export function press(at: number, by: Member | null): Press {
  return { at: new Date(at), by, id: newId("new") };
}

/** A case that has just come in. */
export function newCase(at: number, changes: Partial<ApplicationForm> = {}): Case {
  const answers = exampleApplication(changes) as unknown as ApplicationForm;
  const { phone, email, zip, fullName, city, consentTexts, consentElectronic } = answers;
  const id = newId("case");
  const createdAt = new Date(at);
  return {
    application: {
      ...{
        id,
        referenceHash: id,
        createdAt,
        language: "en",
        zip,
        fullName,
        city,
        consentTexts,
        consentElectronic,
        consentRecord: { stated: null, textsSha256: null, doubts: [], receivedAt: "", ip: null, userAgent: null },
        phone,
        email,
      },
      ...{ phoneDigits: phoneDigitsOf(phone), emailFolded: foldedEmail(email), emailSetBy: null, reachedEmail: null },
      ...{
        scoresForecast: 86,
        flagsJson: [],
        status: "submitted",
        outcome: null,
        isThinned: false,
        closedFrom: null,
        mergedInto: null,
        ownerId: null,
      },
      ...queuePlaceOf(answers, createdAt),
      ...{ contactStoppedAt: null, contactResumedAt: null },
      ...{ nextKind: null, nextNote: null, nextAt: null, firstContactAt: null, firstContactBy: null },
      overdueToldAt: null,
    },
    ...{ answers, version: 0, ownerName: null, formerOwnerName: null, events: [], permissions: [], referrals: [] },
    ...{ appointments: [], letters: [], mails: [owedMail("confirmation", id, createdAt)] },
  };
}

/** The same, taken on the phone by Dana, who typed its address. */
export function newCaseByPhone(at: number, changes: Partial<ApplicationForm> = {}): Case {
  const kase = newCase(at, changes);
  const consentRecord = { ...kase.application.consentRecord, readBy: DANA.id };
  return { ...kase, application: { ...kase.application, consentRecord } };
}

/** The case after a deed and its consequences, as `worker/case` would store it. */
export function done(kase: Case, changes: Changes, by: Press): Case {
  if (changes.events.length === 0) return kase;
  const whole = withConsequences(kase, changes, by);
  const then = after(kase, whole, by);
  const ended = (whole.takenBack ?? []).map(({ id }) => id);
  const isLead = ({ kind }: CaseMail) => (LEADS as readonly MailKind[]).includes(kind);
  const leads = kase.mails.filter(
    (mail) =>
      isLead(mail) &&
      kase.referrals.some(({ id, permissionId }) => id === mail.subjectId && ended.includes(permissionId)),
  );
  const wasYes = (mail: CaseMail) => {
    const referral = kase.referrals.find(({ id }) => id === mail.subjectId);
    return kase.permissions.some(({ id, state }) => id === referral?.permissionId && state === "yes");
  };
  const mails = kase.mails.map((mail) => {
    if (whole.dropped?.includes(mail.id) && mail.status === "owed") return { ...mail, status: "dropped" as const };
    if (leads.includes(mail) && mail.status !== "sent") return { ...mail, status: "dropped" as const };
    return mail;
  });
  const told = leads.filter((mail) => wasYes(mail) && mail.status === "sent");
  const subjectOf = (subject: string | number) =>
    typeof subject === "string" ? subject : String(then.events[kase.events.length + subject]?.id);
  const owed = [
    ...(whole.mails ?? []).map(({ kind, subjectId }) => owedMail(kind, subjectOf(subjectId), by.at)),
    ...told.map(({ subjectId }) => owedMail("permissionWithdrawn", subjectId, by.at)),
  ];
  const isOwedAgain = (mail: CaseMail) =>
    owed.some(({ kind, subjectId }) => kind === mail.kind && subjectId === mail.subjectId);
  const { ownerId } = then.application;
  return {
    ...then,
    ownerName: ownerId,
    formerOwnerName: ownerId,
    mails: [...mails.filter((mail) => !isOwedAgain(mail)), ...owed],
  };
}

/** The places in hours that open calls of these cases take. */
export function takenIn(cases: Case[]): Place[] {
  return cases.flatMap(({ appointments }): Appointment[] => appointments).filter(({ endedAt }) => endedAt === null);
}

function owedMail(kind: MailKind, subjectId: string, createdAt: Date): CaseMail {
  return {
    ...{ id: newId("mail"), kind, subjectId, status: "owed", createdAt, revivedAt: null, sentAt: null },
    ...{ lastError: null, isRefusedForGood: false, neverLeft: true },
  };
}

/** A deed on a case. */
export type Act = (kase: Case, press: MemberPress) => Changes | Refused;

/** A case with deeds a minute apart. `does` returns the sentence of a refusal, or null. */
export function story(at: number, answers: Partial<ApplicationForm> = {}) {
  let now = at;
  const told = {
    kase: newCase(at, answers),
    does(by: Member | null, act: Act): string | null {
      now += 60_000;
      const pressed = press(now, by as Member);
      const changes = act(told.kase, pressed);
      if ("refused" in changes) return changes.refused;
      told.kase = done(told.kase, changes, pressed);
      return null;
    },
    /** All owed mail goes out. */
    mailIsSent() {
      const mails = told.kase.mails.map((mail) => (mail.status === "owed" ? { ...mail, ...SENT } : mail));
      told.kase = { ...told.kase, mails };
    },
  };
  return told;
}

/** The applicant asks us to stop; a manager closes the case. */
export const STOP: [null, Act] = [null, (kase, by) => stop(kase, { how: "page", elsewhere: false }, by)];
export const CLOSE: [Member, Act] = [
  MAX,
  (kase, by) => move(kase, { from: kase.application.status, to: "withdrawn", outcome: "undecided" }, by),
];

const SENT = { status: "sent", neverLeft: false } as const;

/** The kinds of owed mail. */
export function owedIn({ mails }: Case) {
  return mails.filter(({ status }) => status === "owed").map(({ kind }) => kind);
}

/** The kinds of events, each with the person behind it. */
export function happenedIn({ events }: Case) {
  return events.map(({ userId, event }) => `${userId ?? "applicant"} ${event.kind}`);
}

/** A case that Dana works on. */
export function herCase(at: number, changes: Partial<ApplicationForm> = {}): Case {
  const kase = newCase(at, changes);
  const owned = { ...kase.application, ownerId: DANA.id };
  return { ...kase, application: owned, ownerName: DANA.username, formerOwnerName: DANA.username };
}

/** The case after these deeds by a member or the applicant. None may be refused. */
export function did(kase: Case, at: number, by: Member | null, ...deeds: Act[]): Case {
  return deeds.reduce((before, deed) => {
    const pressed = press(at, by as Member);
    const changes = deed(before, pressed);
    if ("refused" in changes) throw new Error(changes.refused);
    return done(before, changes, pressed);
  }, kase);
}

/** Why these changes are refused; null if they are not. */
export function refusalOf(changes: object) {
  return "refused" in changes ? changes.refused : null;
}
