import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type Database, retried } from "../../db/database.ts";
import type { ApplicationForm, Field } from "../../db/model/application.ts";
import type { SendRequest, StatusChange } from "../../db/model/case-event.ts";
import { consentTexts, textsOf } from "../../db/model/consent.ts";
import { mayCall, mayEmail } from "../../db/model/contact-hours.ts";
import { reasonsOf } from "../../db/model/forecast.ts";
import { categoryCriteria, findingsFor, isSuitable, LENDER_CATEGORIES } from "../../db/model/lenders.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import { nextStatusesOf, refusedMove, stages, statusLabels } from "../../db/model/status.ts";
import { applications, caseEvents, dealers, lenders, outbox, referrals, users } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { eventStatement } from "../case-events.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import type { Attempt, Refused } from "./attempt.ts";
import { changeStatement } from "./changes.ts";
import { hasNoMember, isOwner } from "./member.ts";

/** An application as the desk works on it. */

const MAX_DUPLICATES = 20;
const STOPPED = "The applicant asked us to stop, so nothing can be sent to anybody.";

type Application = typeof applications.$inferSelect;

/** All that this member may see of an application; null when there is none with this id. */
export async function readCase(db: Database, id: string, member: Member) {
  const [[application], events, sent, mails, directory, staff] = await db.batch([
    db.select().from(applications).where(eq(applications.id, id)),
    db.select().from(caseEvents).where(eq(caseEvents.applicationId, id)).orderBy(caseEvents.id),
    db.select().from(referrals).where(eq(referrals.applicationId, id)).orderBy(referrals.createdAt),
    mailsAbout(db, id),
    db.select().from(lenders).where(eq(lenders.isActive, true)).orderBy(lenders.name),
    db
      .select({ id: users.id, username: users.username, role: users.role, deactivatedAt: users.deactivatedAt })
      .from(users)
      .orderBy(users.username),
  ]);
  if (!application) return null;
  const answers = answersOf(application);
  const isStoppedElsewhere = events.some(({ event }) => event.kind === "contactStopped" && event.elsewhere);
  const person = { ...application, isStoppedElsewhere };
  const contact = { call: mayCall(person, new Date()), email: mayEmail(person) };
  const nameOf = (userId: string | null) => staff.find((each) => each.id === userId)?.username ?? null;
  const working = staff.filter(({ deactivatedAt }) => deactivatedAt === null);
  const ownerName = working.find((each) => each.id === application.ownerId)?.username ?? null;
  return {
    id,
    answers: {
      ...answers,
      phone: contact.call.allowed ? answers.phone : hiddenPhone(answers.phone),
      email: contact.email.allowed ? answers.email : hiddenEmail(answers.email),
    },
    contact,
    createdAt: application.createdAt,
    status: application.status,
    outcome: application.outcome,
    nextStatuses: nextStatusesOf(application.status),
    owner: application.ownerId === null ? null : { id: application.ownerId, username: ownerName },
    /** What keeps this member from working on it; null when nothing does. */
    workRefusal: refusedWork(application, member, ownerName),
    sendRefusal: refusedSending(application),
    contactStoppedAt: application.contactStoppedAt,
    forecast: forecastIn(application, answers),
    flags: application.flagsJson ?? [],
    lenders: lendersFor(answers, directory),
    consent: consentIn(application),
    duplicates: await duplicatesOf(db, application),
    events: events.map(({ id, at, userId, event }) => ({
      id,
      at,
      by: userId === null ? "The applicant" : nameOf(userId),
      event,
      ownerName: event.kind === "owner" ? nameOf(event.ownerId) : null,
      isClaim: event.kind === "owner" && event.ownerId === userId,
    })),
    referrals: sent.map(({ id, kind, recipientId, recipientName, fields, createdAt, userId }) => ({
      id,
      kind,
      recipientId,
      recipientName,
      fields,
      createdAt,
      by: nameOf(userId),
    })),
    mails,
    staff: working.filter(({ role }) => role !== "author").map(({ id, username }) => ({ id, username })),
  };
}

/** Makes the member the owner, if nobody works on it; again is as good as once. Refused when somebody else was first. */
export async function claim(db: Database, id: string, member: Member): Promise<Attempt> {
  const isFree = and(eq(applications.id, id), hasNoMember(applications.ownerId));
  const [, [claimed], [current]] = await db.batch([
    eventStatement(db, { kind: "owner", ownerId: member.id }, member.id, isFree),
    db.update(applications).set({ ownerId: member.id }).where(isFree).returning({ id: applications.id }),
    db
      .select({ ownerId: applications.ownerId, username: users.username })
      .from(applications)
      .leftJoin(users, isOwner(applications.ownerId))
      .where(eq(applications.id, id)),
  ]);
  if (claimed || current?.ownerId === member.id) return "done";
  return current ? { refused: `${current.username} has already claimed this application.` } : null;
}

/** The member with this id, if applications can be given to them; undefined for authors, strangers and people who have left. */
export async function possibleOwner(db: Database, id: string) {
  const [owner] = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.id, id), ne(users.role, "author"), isNull(users.deactivatedAt)));
  return owner;
}

/**
 * Gives the application to somebody, or back to the queue (null); the audit log has both owners by name. Refused when
 * somebody else works on it, unless the member is a manager.
 */
export async function setOwner(
  db: Database,
  id: string,
  member: Member,
  owner: { id: string; username: string } | null,
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const ownerId = owner?.id ?? null;
  const isCase = and(
    eq(applications.id, id),
    // Not from somebody to whom it was handed over meanwhile.
    sql`${applications.ownerId} is ${application.ownerId}`,
    sql`${applications.ownerId} is not ${ownerId}`,
  );
  await db.batch(ownerStatements(db, isCase, member, owner));
  return "done";
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

/**
 * Changes the status. Refused when the member may not work on it, when no such step exists (db/model/status.ts), and when
 * it no longer has the status that the member saw.
 */
export async function move(
  db: Database,
  id: string,
  member: Member,
  { from, to, outcome = null }: z.output<typeof StatusChange>,
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refused = refusedMove(application.status, to, outcome);
  if (refused) return { refused };
  const isAsSeen = and(eq(applications.id, id), eq(applications.status, from));
  const [, [changed]] = await db.batch([
    eventStatement(db, { kind: "status", from, to, outcome }, member.id, isAsSeen),
    db.update(applications).set({ status: to, outcome }).where(isAsSeen).returning({ id: applications.id }),
  ]);
  if (changed) return "done";
  const label = statusLabels[application.status].toLowerCase();
  return { refused: `Somebody else changed the status meanwhile: it is now ${label}.` };
}

/** Adds a note, which any member may. False when there is no such application. */
export async function note(db: Database, id: string, member: Member, text: string) {
  const isCase = eq(applications.id, id);
  const [noted] = await eventStatement(db, { kind: "note", text }, member.id, isCase).returning({ id: caseEvents.id });
  return noted !== undefined;
}

/**
 * Refers the application to a dealer or lender and owes them the lead, at most once each; the id of the mail, which waits
 * to be rung for. Refused when the member may not work on it, when it is closed or stopped, and when this recipient already
 * has it. A recipient that is not in the directory, or not active, is unknown.
 */
export async function send(
  db: Database,
  id: string,
  member: Member,
  { kind, recipientId }: z.output<typeof SendRequest>,
): Promise<Attempt | "unknownRecipient"> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refused = refusedSending(application);
  if (refused) return { refused };
  const directory = kind === "dealer" ? dealers : lenders;
  const [recipient] = await db
    .select({ id: directory.id, name: directory.name, address: directory.leadAddress })
    .from(directory)
    .where(and(eq(directory.id, recipientId), eq(directory.isActive, true)));
  if (!recipient) return "unknownRecipient";
  const referral = { id: crypto.randomUUID(), kind, recipient, userId: member.id, createdAt: new Date() };
  const outboxId = crypto.randomUUID();
  const [, , [stored], [stop]] = await retried(() =>
    db.batch([
      referralStatement(db, id, referral),
      leadStatement(db, outboxId, referral),
      db.select({ id: referrals.id }).from(referrals).where(eq(referrals.id, referral.id)),
      db.select({ at: applications.contactStoppedAt }).from(applications).where(eq(applications.id, id)),
    ]),
  );
  if (stop?.at) return { refused: STOPPED };
  return stored ? { outboxId } : { refused: `This application was sent to ${recipient.name} before.` };
}

/** The mail to the applicant, and the leads. */
function mailsAbout(db: Database, id: string) {
  const leads = db.select({ id: referrals.id }).from(referrals).where(eq(referrals.applicationId, id));
  return db
    .select({
      kind: outbox.kind,
      subjectId: outbox.subjectId,
      status: outbox.status,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
      lastError: outbox.lastError,
    })
    .from(outbox)
    .where(or(eq(outbox.subjectId, id), inArray(outbox.subjectId, leads)))
    .orderBy(outbox.createdAt);
}

/** Enough to recognise a number or address, not to use it. */
function hiddenPhone(phone: string) {
  return `••• ••• ${phone.replace(/\D/g, "").slice(-2)}`;
}

function hiddenEmail(email: string) {
  return `${email.slice(0, 1)}•••@•••`;
}

function refusedWork({ ownerId }: Application, member: Member, ownerName: string | null) {
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerId === null) return "Claim this application first.";
  if (ownerName === null) return "A former member works on this application. Claim it first.";
  return `${ownerName} works on this application. Ask them, or a manager, to hand it over.`;
}

function refusedSending({ status, contactStoppedAt }: Application) {
  if (contactStoppedAt) return STOPPED;
  const isClosed = (stages.closed as readonly string[]).includes(status);
  return isClosed ? "This application is closed." : null;
}

function forecastIn(application: Application, answers: ApplicationForm) {
  const { scoresForecast: score, forecastVersion: version, forecastPoints: points } = application;
  return { score, version, points, reasons: reasonsOf(answers, { version, score: score ?? 0, points }) };
}

/** Every category, whether it suits the application, and the lenders of the directory that belong to it. */
function lendersFor(answers: ApplicationForm, directory: (typeof lenders.$inferSelect)[]) {
  return LENDER_CATEGORIES.map((category) => ({
    category,
    ...judged(categoryCriteria[category], answers),
    lenders: directory
      .filter((lender) => lender.category === category)
      .map(({ id, name, criteria }) => ({ id, name, ...judged(criteria, answers) })),
  }));
}

function judged(criteria: Parameters<typeof findingsFor>[0], answers: ApplicationForm) {
  const findings = findingsFor(criteria, answers);
  return { isSuitable: isSuitable(findings), findings };
}

function consentIn(application: Application) {
  const { consentRecord } = application;
  return {
    ...consentRecord,
    texts: textsOf(consentRecord.stated?.textIds ?? []),
    ticked: (Object.keys(consentTexts) as (keyof typeof consentTexts)[]).filter((consent) => application[consent]),
  };
}

/** Others with the same phone, e-mail, or name and ZIP, the newest first. */
async function duplicatesOf(db: Database, { id, phoneDigits, emailFolded, fullName, zip }: Application) {
  const isSame = {
    phone: and(ne(sql`${phoneDigits}`, ""), eq(applications.phoneDigits, phoneDigits)),
    email: eq(applications.emailFolded, emailFolded),
    name: and(eq(applications.zip, zip), sql`${applications.fullName} collate nocase = ${fullName}`),
  };
  // Each from its own index: as conditions of one query they would make SQLite read every application.
  const found = Object.values(isSame).map((condition) =>
    inArray(applications.number, db.select({ number: applications.number }).from(applications).where(condition)),
  );
  return db
    .select({
      id: applications.id,
      fullName: applications.fullName,
      city: applications.city,
      createdAt: applications.createdAt,
      status: applications.status,
      samePhone: sql<number>`${isSame.phone}`,
      sameEmail: sql<number>`${isSame.email}`,
      sameName: sql<number>`${isSame.name}`,
    })
    .from(applications)
    .where(and(ne(applications.id, id), or(...found)))
    .orderBy(desc(applications.createdAt))
    .limit(MAX_DUPLICATES);
}

/** The application, if this member may work on it; null when there is none with this id. */
async function ownCase(db: Database, id: string, member: Member): Promise<Application | Refused | null> {
  const [found] = await db
    .select({ application: applications, ownerName: users.username })
    .from(applications)
    .leftJoin(users, isOwner(applications.ownerId))
    .where(eq(applications.id, id));
  if (!found) return null;
  const refused = refusedWork(found.application, member, found.ownerName);
  return refused ? { refused } : found.application;
}

interface Referral {
  id: string;
  kind: RecipientKind;
  recipient: { id: string; name: string; address: string };
  userId: string;
  createdAt: Date;
}

/** Stores nothing when the applicant asked us to stop at this very moment, or when this recipient already has it. */
function referralStatement(db: Database, applicationId: string, referral: Referral) {
  const { id, kind, recipient, userId, createdAt } = referral;
  return db
    .insert(referrals)
    .select(
      db
        .select({
          id: sql<string>`${id}`.as("id"),
          applicationId: applications.id,
          kind: sql<RecipientKind>`${kind}`.as("kind"),
          recipientId: sql<string>`${recipient.id}`.as("recipientId"),
          recipientName: sql<string>`${recipient.name}`.as("recipientName"),
          recipientAddress: sql<string>`${recipient.address}`.as("recipientAddress"),
          fields: sql<Field[]>`${JSON.stringify(fieldsSentTo[kind])}`.as("fields"),
          userId: sql<string>`${userId}`.as("userId"),
          createdAt: sql<Date>`${createdAt.getTime()}`.as("createdAt"),
        })
        .from(applications)
        .where(and(eq(applications.id, applicationId), isNull(applications.contactStoppedAt))),
    )
    .onConflictDoNothing();
}

/** Owes the lead of a referral, if that was stored. */
function leadStatement(db: Database, outboxId: string, { id, kind, createdAt }: Referral) {
  return db
    .insert(outbox)
    .select(
      db
        .select(owedMail({ id: outboxId, kind: `${kind}Lead`, subjectId: referrals.id, createdAt }))
        .from(referrals)
        .where(eq(referrals.id, id)),
    )
    .onConflictDoNothing();
}
