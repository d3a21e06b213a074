import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { ApplicationForm } from "../../db/model/application.ts";
import { slotForStaff } from "../../db/model/call-slots.ts";
import { type CaseEvent, type StopWay, withoutUndone } from "../../db/model/case-event.ts";
import { mayCall, mayEmail } from "../../db/model/contact-hours.ts";
import { reasonsOf } from "../../db/model/forecast.ts";
import { categoryCriteria, LENDER_CATEGORIES } from "../../db/model/lenders.ts";
import { APPLICANT_MAILS, CORRECTION_MAILS } from "../../db/model/mail.ts";
import { nextActionOf } from "../../db/model/next-action.ts";
import { askedPapers } from "../../db/model/papers.ts";
import { areSentToday } from "../../db/model/permission.ts";
import { spokenReference } from "../../db/model/spoken-reference.ts";
import { isClosed, nextStatusesOf, reopenedStatuses } from "../../db/model/status.ts";
import {
  applications,
  appointments,
  caseEvents,
  codes,
  dealers,
  lenders,
  letters,
  outbox,
  permissions,
  referrals,
  users,
} from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { isOpenCall } from "../applicant/appointment.ts";
import { isLead, isUnsent } from "../applicant/permission.ts";
import { personOf, stopStatements } from "../applicant/stop.ts";
import { eventStatement } from "../case-events.ts";
import { checkedEvidence, tickedTitles } from "../consent-evidence.ts";
import { isRefusal } from "../mail/send.ts";
import type { Member } from "../session.ts";
import type { Refused } from "./attempt.ts";
import { changeStatement } from "./changes.ts";
import { duplicatesOf, refusedMerge } from "./duplicates.ts";
import { isOwner } from "./member.ts";
import { fitOfLender } from "./recipients.ts";

/** An application as the desk works on it. */

export const STOPPED = "The applicant asked us to stop, so nothing can be sent to anybody.";
export const CLOSED = "This application is closed.";

type Application = typeof applications.$inferSelect;

/** All that this member may see of an application; null when there is none with this id. */
export async function readCase(db: Database, id: string, member: Member) {
  const isMergedHere = eq(applications.mergedInto, id);
  const mergedIds = db.select({ id: applications.id }).from(applications).where(isMergedHere);
  const [[application], events, asked, sent, mails, written, staff, [appointment], merged, mergedEvents, [main]] =
    await db.batch([
      db.select().from(applications).where(eq(applications.id, id)),
      eventsOf(db, id),
      db
        .select({
          permission: permissions,
          nameToday: sql<string | null>`coalesce(${lenders.name}, ${dealers.name})`.as("nameToday"),
        })
        .from(permissions)
        .leftJoin(lenders, eq(lenders.id, permissions.recipientId))
        .leftJoin(dealers, eq(dealers.id, permissions.recipientId))
        .where(eq(permissions.applicationId, id))
        .orderBy(permissions.askedAt, sql`permissions.rowid`),
      db
        .select({ referral: referrals, isUnsent: isUnsent.as("isUnsent") })
        .from(referrals)
        .leftJoin(outbox, and(eq(outbox.subjectId, referrals.id), isLead))
        .where(or(eq(referrals.applicationId, id), inArray(referrals.applicationId, mergedIds)))
        .orderBy(referrals.createdAt),
      mailsAbout(db, id),
      db.select().from(letters).where(eq(letters.applicationId, id)).orderBy(letters.createdAt),
      db
        .select({ id: users.id, username: users.username, role: users.role, deactivatedAt: users.deactivatedAt })
        .from(users)
        .orderBy(users.username),
      db
        .select()
        .from(appointments)
        .where(and(eq(appointments.applicationId, id), isOpenCall)),
      db.select().from(applications).where(isMergedHere).orderBy(applications.number),
      db.select().from(caseEvents).where(inArray(caseEvents.applicationId, mergedIds)).orderBy(caseEvents.id),
      db
        .select({ id: applications.id, number: applications.number, fullName: applications.fullName })
        .from(applications)
        .where(
          inArray(
            applications.id,
            db.select({ id: applications.mergedInto }).from(applications).where(eq(applications.id, id)),
          ),
        ),
    ]);
  if (!application) return null;
  const answers = answersOf(application);
  const stop = events.map(({ event }) => event).findLast((event) => event.kind === "contactStopped");
  const person = { ...application, isStoppedElsewhere: stop?.elsewhere };
  const contact = { call: mayCall(person, new Date()), email: mayEmail(person) };
  const nameOf = (userId: string | null) => staff.find((each) => each.id === userId)?.username ?? null;
  const working = staff.filter(({ deactivatedAt }) => deactivatedAt === null);
  const ownerName = working.find((each) => each.id === application.ownerId)?.username ?? null;
  return {
    id,
    spokenReference: spokenReference(application.number),
    answers: {
      ...answers,
      phone: contact.call.allowed ? answers.phone : hiddenPhone(answers.phone),
      email: contact.email.allowed ? answers.email : hiddenEmail(answers.email),
    },
    contact,
    /** False while the address is one that a member put on file: mails to it have no link that opens the application. */
    isEmailConfirmed: application.emailSetBy === null,
    language: application.language,
    createdAt: application.createdAt,
    promisedSince: application.contactResumedAt ?? application.createdAt,
    status: application.status,
    outcome: application.outcome,
    nextStatuses: nextStatusesOf(application.status),
    /** With which it may be reopened; none while it is open. */
    reopenedStatuses: isClosed(application.status) ? reopenedStatuses(statusesIn(events)) : [],
    owner: application.ownerId === null ? null : { id: application.ownerId, username: ownerName },
    /** What keeps this member from working on it; null when nothing does. */
    workRefusal: refusedWork(application, member, ownerName),
    sendRefusal: refusedSending(application),
    contactStoppedAt: application.contactStoppedAt,
    next: nextIn(application),
    firstContact: application.firstContactAt && {
      at: application.firstContactAt,
      by: nameOf(application.firstContactBy),
    },
    /** The call that the applicant asked for. */
    appointment: appointment ? wantedCall(appointment, application.zip) : null,
    forecast: forecastIn(application, answers),
    flags: application.flagsJson ?? [],
    /** Every category of lenders, and whether it fits; who is in it stands among the recipients. */
    lenders: LENDER_CATEGORIES.map((category) => ({ category, ...fitOfLender(categoryCriteria[category], answers) })),
    /** What was asked for, and what has arrived. */
    papers: askedPapers(events),
    letters: written.map(({ userId, ...letter }) => ({ ...letter, by: nameOf(userId) })),
    consent: await consentIn(application),
    /** Others that may be the same person's, and what keeps this member from merging them into this one. */
    duplicates: (await duplicatesOf(db, application))
      .filter(({ mergedInto }) => mergedInto !== id && application.mergedInto === null)
      .map(({ ownerId, ownerName, mergedInto, hasMerged, contactStoppedAt, ...other }) => ({
        ...other,
        mergeRefusal: refusedMerge(application, { ...other, ownerId, ownerName, hasMerged, contactStoppedAt }, member),
      })),
    /** The application of the same person that goes on in place of this one. */
    mergedInto: main ? { id: main.id, fullName: main.fullName, spokenReference: spokenReference(main.number) } : null,
    /** What was merged into this one, with all that happened to it. */
    merged: await Promise.all(
      merged.map(async (other) => ({
        id: other.id,
        spokenReference: spokenReference(other.number),
        createdAt: other.createdAt,
        events: mergedEvents.filter(({ applicationId }) => applicationId === other.id).map(shownEvent),
        referrals: sentBy(other.id),
        consent: await consentIn(other),
      })),
    ),
    events: events.map(shownEvent),
    /** What the applicant said to introductions, as far as it counts today: a no does whatever the fields and the name were. */
    permissions: asked
      .filter(
        ({ permission: { fields, kind, state, recipientName }, nameToday }) =>
          (areSentToday(fields, kind) && recipientName === nameToday) || state === "no" || state === "withdrawn",
      )
      .map(({ permission }) => permission)
      .map(({ id, recipientId, recipientName, askedAt, state, decidedAt, how }) => ({
        id,
        recipientId,
        recipientName,
        askedAt,
        state,
        decidedAt,
        how,
      })),
    referrals: sentBy(id),
    mails,
    /** A mail to the applicant could not be delivered, so the address may be wrong. */
    hasBounced: hasBounced(mails, events),
    staff: working.filter(({ role }) => role !== "author").map(({ id, username }) => ({ id, username })),
  };

  function shownEvent({ id, at, userId, event }: typeof caseEvents.$inferSelect) {
    return {
      id,
      at,
      by: userId === null ? "The applicant" : nameOf(userId),
      event: withoutContactData(event),
      ownerName: event.kind === "owner" ? nameOf(event.ownerId) : null,
      isClaim: event.kind === "owner" && event.ownerId === userId,
    };
  }

  function sentBy(applicationId: string) {
    return sent
      .filter(({ referral }) => referral.applicationId === applicationId)
      .map(({ referral, isUnsent }) => ({
        id: referral.id,
        kind: referral.kind,
        recipientId: referral.recipientId,
        recipientName: referral.recipientName,
        fields: referral.fields,
        createdAt: referral.createdAt,
        permittedAt: referral.permittedAt,
        by: nameOf(referral.userId),
        /** Its lead was dropped and never left. */
        isUnsent: Boolean(isUnsent),
        answer: referral.answer,
        answeredAt: referral.answeredAt,
        answerBy: nameOf(referral.answerBy),
      }));
  }
}

/** Looks up the member with this id, if applications can be given to them: no author, and nobody who has left. */
export function possibleOwner(db: Database, id: string) {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.id, id), ne(users.role, "author"), isNull(users.deactivatedAt)));
}

/** The statements that give the applications that fit this condition to somebody, or back to the queue (null). */
export function ownerStatements(
  db: Database,
  condition: SQL | undefined,
  member: Member,
  owner: { id: string; username: string } | null,
) {
  const ownerId = owner?.id ?? null;
  return [
    eventStatement(db, { kind: "owner", ownerId }, member.id, condition),
    changeStatement(db, member, applications, condition, {
      action: owner ? "assign" : "release",
      old: sql`json_object('owner', (select username from users where users.id = applications.ownerId))`,
      new: { owner: owner?.username ?? null },
    }),
    db.update(applications).set({ ownerId }).where(condition),
  ] as const;
}

/** A call that an applicant asked for, as the desk reads it. */
export function wantedCall(
  { startsAt, dueAt }: Pick<typeof appointments.$inferSelect, "startsAt" | "dueAt">,
  zip: string,
) {
  return { startsAt, dueAt, words: startsAt ? slotForStaff(startsAt, zip) : "as soon as possible" };
}

/** What comes next, with the time of a call in words for wherever they are. */
function nextIn(application: Application) {
  const next = nextActionOf(application, new Date());
  if (!next) return null;
  return { ...next, at: new Date(next.at), words: slotForStaff(new Date(next.at), application.zip) };
}

/** Stops contact, because the applicant asked a member to stop, which any member may note. False when there is no such application. */
export async function recordStop(db: Database, id: string, member: Member, how: StopWay) {
  const isCase = eq(applications.id, id);
  const [found] = await db.batch([
    db.select({ id: applications.id }).from(applications).where(isCase),
    ...stopStatements(db, { isThis: isCase, person: personOf(db, isCase) }, { how, userId: member.id }),
  ]);
  return found.length > 0;
}

/** What happened to an application, in that order. */
export function eventsOf(db: Database, id: string) {
  return db.select().from(caseEvents).where(eq(caseEvents.applicationId, id)).orderBy(caseEvents.id);
}

/** Every status that an application has had, by its events. */
export function statusesIn(events: { id: number; event: CaseEvent }[]) {
  return withoutUndone(events).flatMap(({ event }) =>
    event.kind === "status" || event.kind === "reopened" ? [event.from, event.to] : [],
  );
}

/** The mails to the applicant, codes included, the leads, and the mails that take these back. */
export function mailsAbout(db: Database, id: string) {
  const subjects = [appointments, codes, letters, permissions, referrals].map((table) =>
    inArray(outbox.subjectId, db.select({ id: table.id }).from(table).where(eq(table.applicationId, id))),
  );
  const events = db
    .select({ id: sql<string>`cast(${caseEvents.id} as text)` })
    .from(caseEvents)
    .where(eq(caseEvents.applicationId, id));
  return db
    .select({
      kind: outbox.kind,
      subjectId: outbox.subjectId,
      status: outbox.status,
      createdAt: outbox.createdAt,
      revivedAt: outbox.revivedAt,
      sentAt: outbox.sentAt,
      lastError: outbox.lastError,
    })
    .from(outbox)
    .where(
      or(
        eq(outbox.subjectId, id),
        ...subjects,
        and(inArray(outbox.kind, CORRECTION_MAILS), inArray(outbox.subjectId, events)),
      ),
    )
    .orderBy(outbox.createdAt);
}

/** Whether one of these mails was refused for good at the address that the applicant has had since the last correction among these events. */
export function hasBounced(
  mails: Pick<typeof outbox.$inferSelect, "kind" | "status" | "lastError" | "createdAt" | "revivedAt">[],
  events: { at: Date; event: CaseEvent }[],
) {
  const corrected = events.findLast(({ event }) => event.kind === "corrected" && event.field === "email");
  return mails.some(
    ({ kind, status, lastError, createdAt, revivedAt }) =>
      status === "dead" &&
      isRefusal(lastError) &&
      APPLICANT_MAILS.includes(kind) &&
      (revivedAt ?? createdAt) >= (corrected?.at ?? createdAt),
  );
}

/** Numbers and addresses that are on file no more may be somebody else's. */
function withoutContactData(event: CaseEvent): CaseEvent {
  switch (event.kind) {
    case "corrected":
      return { ...event, old: event.field === "phone" ? hiddenPhone(event.old) : hiddenEmail(event.old) };
    case "linkOpened":
    case "emailConfirmed":
      return { ...event, email: hiddenEmail(event.email) };
    case "call":
      return { ...event, before: undefined };
    default:
      return event;
  }
}

/** Enough to recognise a number or address, not to use it. */
export function hiddenPhone(phone: string) {
  return `••• ••• ${phone.replace(/\D/g, "").slice(-2)}`;
}

export function hiddenEmail(email: string) {
  return `${email.slice(0, 1)}•••@•••`;
}

function refusedWork({ ownerId }: Application, member: Member, ownerName: string | null) {
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerId === null) return "Claim this application first.";
  if (ownerName === null) return "A former member works on this application. Claim it first.";
  return `${ownerName} works on this application. Ask them, or a manager, to hand it over.`;
}

/** Why nothing of this application may go to anybody, in a sentence; null when something may. */
export function refusedSending({ status, contactStoppedAt }: Application) {
  if (contactStoppedAt) return STOPPED;
  return isClosed(status) ? CLOSED : null;
}

function forecastIn(application: Application, answers: ApplicationForm) {
  const { scoresForecast: score, forecastVersion: version, forecastPoints: points } = application;
  return { score, version, points, reasons: reasonsOf(answers, { version, score: score ?? 0, points }) };
}

async function consentIn(application: Application) {
  return {
    ...(await checkedEvidence(application.consentRecord)),
    ticked: tickedTitles(application, application.consentRecord),
  };
}

/** The application, if this member may work on it; null when there is none with this id. */
export async function ownCase(db: Database, id: string, member: Member): Promise<Application | Refused | null> {
  const [found] = await db
    .select({ application: applications, ownerName: users.username })
    .from(applications)
    .leftJoin(users, isOwner(applications.ownerId))
    .where(eq(applications.id, id));
  if (!found) return null;
  const refused = refusedWork(found.application, member, found.ownerName);
  return refused ? { refused } : found.application;
}
