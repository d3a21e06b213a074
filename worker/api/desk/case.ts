import { and, desc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { Hono } from "hono";
import { type Database, database, retried } from "../../../db/database.ts";
import type { ApplicationForm } from "../../../db/model/application.ts";
import { Assignment, Note, SendRequest, StatusChange } from "../../../db/model/case-event.ts";
import { consentTexts, textsOf } from "../../../db/model/consent.ts";
import { mayCall, mayEmail } from "../../../db/model/contact-hours.ts";
import { reasonsOf } from "../../../db/model/forecast.ts";
import { categoryCriteria, findingsFor, isSuitable, LENDER_CATEGORIES } from "../../../db/model/lenders.ts";
import { fieldsSentTo } from "../../../db/model/referral.ts";
import { nextStatusesOf, refusedMove, stages, statusLabels } from "../../../db/model/status.ts";
import { applications, caseEvents, dealers, lenders, outbox, referrals, users } from "../../../db/schema.ts";
import { answersOf } from "../../answers.ts";
import { body, refuse } from "../../body.ts";
import { eventStatement } from "../../case-events.ts";
import { changeStatement } from "../../desk/changes.ts";
import { type DeskContext, type DeskEnv, hasNoMember, may } from "../../desk/member.ts";
import { ring } from "../../outbox.ts";

const MAX_DUPLICATES = 20;
const STOPPED = "The applicant asked us to stop, so nothing can be sent to anybody.";

interface Stop {
  contactStoppedAt: number | null;
}

type Application = typeof applications.$inferSelect;

/** /api/desk/case/:id: one application, and all that is done to it. */
export const cases = new Hono<DeskEnv>()
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(c);
    return found ? c.json(found) : unknownCase(c);
  })
  .post("/case/:id/claim", may("claim"), async (c) => {
    const db = database(c.env.DB);
    const id = c.req.param("id");
    const { member } = c.var;
    const isFree = and(eq(applications.id, id), hasNoMember(applications.ownerId));
    const [, [claimed], [current]] = await db.batch([
      eventStatement(db, { kind: "owner", ownerId: member.id }, member.id, isFree),
      db.update(applications).set({ ownerId: member.id }).where(isFree).returning({ id: applications.id }),
      ownerOf(db, id),
    ]);
    if (claimed || current?.ownerId === member.id) return c.json({ ok: true, success: true });
    return current ? refuse(c, 409, `${current.username} has already claimed this application.`) : unknownCase(c);
  })
  .post("/case/:id/release", may("release"), async (c) =>
    setOwner(c, { action: "release", ownerId: null, owner: null }),
  )
  .post("/case/:id/assign", may("assign"), body(Assignment), async (c) => {
    const { ownerId } = c.req.valid("json");
    const [owner] = await database(c.env.DB)
      .select({ role: users.role, username: users.username })
      .from(users)
      .where(eq(users.id, ownerId));
    if (!owner || owner.role === "author") return refuse(c, 400, "Choose a specialist or a manager.");
    return setOwner(c, { action: "assign", ownerId, owner: owner.username });
  })
  .post("/case/:id/status", may("changeStatus"), body(StatusChange), async (c) => {
    const { from, to, outcome = null } = c.req.valid("json");
    const application = await ownCase(c);
    if (application instanceof Response) return application;
    const refusal = refusedMove(application.status, to, outcome);
    if (refusal) return refuse(c, 409, refusal);
    const db = database(c.env.DB);
    const isAsSeen = and(eq(applications.id, application.id), eq(applications.status, from));
    const [, [changed]] = await db.batch([
      eventStatement(db, { kind: "status", from, to, outcome }, c.var.member.id, isAsSeen),
      db.update(applications).set({ status: to, outcome }).where(isAsSeen).returning({ id: applications.id }),
    ]);
    if (changed) return c.json({ ok: true, success: true });
    const label = statusLabels[application.status].toLowerCase();
    return refuse(c, 409, `Somebody else changed the status meanwhile: it is now ${label}.`);
  })
  .post("/case/:id/notes", may("addNote"), body(Note), async (c) => {
    const db = database(c.env.DB);
    const id = c.req.param("id");
    const note = { kind: "note" as const, text: c.req.valid("json").text };
    const [noted] = await eventStatement(db, note, c.var.member.id, eq(applications.id, id)).returning({
      id: caseEvents.id,
    });
    return noted ? c.json({ ok: true, success: true }, 201) : unknownCase(c);
  })
  .post("/case/:id/send", may("send"), body(SendRequest), async (c) => {
    const { kind, recipientId } = c.req.valid("json");
    const application = await ownCase(c);
    if (application instanceof Response) return application;
    const refusal = refusedSending(application);
    if (refusal) return refuse(c, 409, refusal);
    const db = database(c.env.DB);
    const directory = kind === "dealer" ? dealers : lenders;
    const [recipient] = await db
      .select({ name: directory.name, address: directory.leadAddress })
      .from(directory)
      .where(and(eq(directory.id, recipientId), eq(directory.isActive, true)));
    if (!recipient) return refuse(c, 400, `Choose a ${kind} from the directory.`);
    const [referralId, outboxId] = [crypto.randomUUID(), crypto.randomUUID()];
    const time = Date.now();
    // Not stored when the applicant asked us to stop at this very moment, or when this recipient already has it.
    const storeReferral = c.env.DB.prepare(
      `insert into referrals
       (id, applicationId, kind, recipientId, recipientName, recipientAddress, fields, userId, createdAt)
       select ?, id, ?, ?, ?, ?, ?, ?, ? from applications where id = ? and contactStoppedAt is null
       on conflict do nothing`,
    ).bind(
      ...[referralId, kind, recipientId, recipient.name, recipient.address, JSON.stringify(fieldsSentTo[kind])],
      ...[c.var.member.id, time, application.id],
    );
    const oweLead = c.env.DB.prepare(
      `insert into outbox (id, kind, subjectId, createdAt) select ?, ?, id, ? from referrals where id = ?
       on conflict do nothing`,
    ).bind(outboxId, `${kind}Lead`, time, referralId);
    const readReferral = c.env.DB.prepare("select id from referrals where id = ?").bind(referralId);
    const readStop = c.env.DB.prepare("select contactStoppedAt from applications where id = ?").bind(application.id);
    const [, , stored, stop] = await retried(() =>
      c.env.DB.batch<Stop>([storeReferral, oweLead, readReferral, readStop]),
    );
    if (stop?.results[0]?.contactStoppedAt) return refuse(c, 409, STOPPED);
    if (!stored?.results.length) return refuse(c, 409, `This application was sent to ${recipient.name} before.`);
    c.executionCtx.waitUntil(ring(c.env, outboxId));
    return c.json({ ok: true, success: true }, 201);
  });

async function readCase(c: DeskContext) {
  const db = database(c.env.DB);
  const id = c.req.param("id") ?? "";
  const [[application], events, sent, mails, directory, staff] = await db.batch([
    db.select().from(applications).where(eq(applications.id, id)),
    db.select().from(caseEvents).where(eq(caseEvents.applicationId, id)).orderBy(caseEvents.id),
    db.select().from(referrals).where(eq(referrals.applicationId, id)).orderBy(referrals.createdAt),
    db
      .select({
        kind: outbox.kind,
        subjectId: outbox.subjectId,
        status: outbox.status,
        createdAt: outbox.createdAt,
        sentAt: outbox.sentAt,
        lastError: outbox.lastError,
      })
      .from(outbox)
      .where(
        inArray(
          outbox.subjectId,
          sql`(select ${id} union all select id from referrals where applicationId = ${id})` as never,
        ),
      )
      .orderBy(outbox.createdAt),
    db.select().from(lenders).where(eq(lenders.isActive, true)).orderBy(lenders.name),
    db.select({ id: users.id, username: users.username, role: users.role }).from(users).orderBy(users.username),
  ]);
  if (!application) return null;
  const now = new Date();
  const answers = answersOf(application);
  const isStoppedElsewhere = events.some(({ event }) => event.kind === "contactStopped" && event.elsewhere);
  const person = { ...application, isStoppedElsewhere };
  const contact = { call: mayCall(person, now), email: mayEmail(person) };
  const nameOf = (userId: string | null) => staff.find((member) => member.id === userId)?.username ?? null;
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
    owner: application.ownerId === null ? null : { id: application.ownerId, username: nameOf(application.ownerId) },
    /** What keeps this member from working on it; null when nothing does. */
    workRefusal: refusedWork(application, c.var.member, nameOf(application.ownerId)),
    sendRefusal: refusedSending(application),
    contactStoppedAt: application.contactStoppedAt,
    forecast: {
      score: application.scoresForecast,
      version: application.forecastVersion,
      points: application.forecastPoints,
      reasons: reasonsOf(answers, {
        version: application.forecastVersion,
        score: application.scoresForecast ?? 0,
        points: application.forecastPoints,
      }),
    },
    flags: application.flagsJson ?? [],
    lenders: LENDER_CATEGORIES.map((category) => ({
      category,
      ...judged(categoryCriteria[category], answers),
      lenders: directory
        .filter((lender) => lender.category === category)
        .map(({ id, name, criteria }) => ({ id, name, ...judged(criteria, answers) })),
    })),
    consent: {
      ...application.consentRecord,
      texts: textsOf(application.consentRecord.stated?.textIds ?? []),
      ticked: (Object.keys(consentTexts) as (keyof typeof consentTexts)[]).filter((consent) => application[consent]),
    },
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
    staff: staff.filter(({ role }) => role !== "author"),
  };
}

/** Others with the same phone, e-mail, or name and ZIP, the newest first. */
async function duplicatesOf(db: Database, { id, phoneDigits, emailFolded, fullName, zip }: Application) {
  const isSame = {
    phone: and(ne(sql`${phoneDigits}`, ""), eq(applications.phoneDigits, phoneDigits)),
    email: eq(applications.emailFolded, emailFolded),
    name: and(eq(applications.zip, zip), sql`${applications.fullName} collate nocase = ${fullName}`),
  };
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
    .where(and(ne(applications.id, id), or(isSame.phone, isSame.email, isSame.name)))
    .orderBy(desc(applications.createdAt))
    .limit(MAX_DUPLICATES);
}

function judged(criteria: Parameters<typeof findingsFor>[0], answers: ApplicationForm) {
  const findings = findingsFor(criteria, answers);
  return { isSuitable: isSuitable(findings), findings };
}

function ownerOf(db: Database, id: string) {
  return db
    .select({ ownerId: applications.ownerId, username: users.username })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.ownerId))
    .where(eq(applications.id, id));
}

/** Gives the application to somebody, or back to the queue; the audit log has both owners by name. */
async function setOwner(
  c: DeskContext,
  { action, ownerId, owner }: { action: "assign" | "release"; ownerId: string | null; owner: string | null },
) {
  const application = await ownCase(c, ownerId !== null);
  if (application instanceof Response) return application;
  const db = database(c.env.DB);
  const isCase = and(
    eq(applications.id, application.id),
    // Not from somebody to whom it was handed over meanwhile.
    sql`${applications.ownerId} is ${application.ownerId}`,
    ownerId === null ? isNotNull(applications.ownerId) : sql`${applications.ownerId} is not ${ownerId}`,
  );
  const old = sql`json_object('owner', (select username from users where users.id = applications.ownerId))`;
  await db.batch([
    eventStatement(db, { kind: "owner", ownerId }, c.var.member.id, isCase),
    changeStatement(c, db, applications, isCase, { action, old, new: { owner } }),
    db.update(applications).set({ ownerId }).where(isCase),
  ]);
  return c.json({ ok: true, success: true });
}

/** The application, if this member may work on it, or the answer that says why not. */
async function ownCase(c: DeskContext, isForAnybody = false) {
  const [found] = await database(c.env.DB)
    .select({ application: applications, ownerName: users.username })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.ownerId))
    .where(eq(applications.id, c.req.param("id") ?? ""));
  if (!found) return unknownCase(c);
  const refusal = isForAnybody ? null : refusedWork(found.application, c.var.member, found.ownerName);
  return refusal ? refuse(c, 409, refusal) : found.application;
}

function refusedWork({ ownerId }: Application, member: DeskEnv["Variables"]["member"], ownerName: string | null) {
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

/** Enough to recognise a number or address, not to use it. */
function hiddenPhone(phone: string) {
  return `••• ••• ${phone.replace(/\D/g, "").slice(-2)}`;
}

function hiddenEmail(email: string) {
  return `${email.slice(0, 1)}•••@•••`;
}

function unknownCase(c: DeskContext) {
  return refuse(c, 404, "There is no such application.");
}
