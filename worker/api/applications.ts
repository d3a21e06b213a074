import { and, eq, inArray, isNull, ne, not, or, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { database, retried } from "../../db/database.ts";
import { ApplicationForm } from "../../db/model/application.ts";
import { type ConsentEvidence, type ConsentText, doubtsAbout, textsOf } from "../../db/model/consent.ts";
import { DeletionConfirmation } from "../../db/model/deletion.ts";
import { type Flag, flagsOf, forecast, improvementsFor, strengthsOf } from "../../db/model/forecast.ts";
import type { MailStatus } from "../../db/model/mail.ts";
import { foldedEmail, phoneDigitsOf } from "../../db/model/person.ts";
import { queuePlaceOf } from "../../db/model/queue.ts";
import { outbox, referrals, applications as table } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { body, refuse } from "../body.ts";
import { eventStatement } from "../case-events.ts";
import { confirmDeletion, requestDeletion } from "../deletion.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { countStatements, countUnknownStatements, mailsTo } from "../limits.ts";
import { ring } from "../outbox.ts";
import { hashOfReference, hasReference, referenceOf } from "../reference.ts";

const MAX_KEY_LENGTH = 200;
const UNKNOWN_TEXT = "The consent record names a text that we never showed";
const WRONG_CODE = "This is not the code in our newest email. Please check it and try again";
const SPENT_CODE = "This code no longer works. Please ask for a new one";
/** Why a confirmation is dropped at once. */
const TOO_MANY_MAILS = "too-many-mails";

/** Hashes of consent texts by their ids. */
const consentHashes = new Map<string, string>();

const POSSIBLE_DUPLICATE: Flag = {
  code: "POSSIBLE_DUPLICATE",
  level: "attention",
  note: "Another application has the same phone number or email address",
};

/** /api/applications: submitting an application, and what the applicant does with its reference later. */
export const applications = new Hono<{ Bindings: Env }>()
  .post("/submit", body(ApplicationForm), async (c) => {
    const key = c.req.header("idempotency-key");
    if (key !== undefined && (key.length === 0 || key.length > MAX_KEY_LENGTH)) {
      return refuse(c, 400, `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
    }
    const form = c.req.valid("json");
    const isUnknown = (id: string) => textsOf([id]).length === 0;
    if (form.consentRecord?.textIds.some(isUnknown))
      return refuse(c, 400, UNKNOWN_TEXT, { consentRecord: UNKNOWN_TEXT });
    const stored = await receive(c, form, key);
    if (!stored) return refuse(c, 422, "This Idempotency-Key was used for other answers");
    if (stored.outboxId) c.executionCtx.waitUntil(ring(c.env, stored.outboxId));
    const ref = await referenceOf(c.env, stored.id);
    return c.json({ ok: true, success: true, id: ref, ref }, 201);
  })
  .get("/:ref", async (c) => {
    const db = database(c.env.DB);
    const ref = c.req.param("ref");
    const lookUp = db
      .select({
        fullName: table.fullName,
        phone: table.phone,
        email: table.email,
        city: table.city,
        zip: table.zip,
        employmentType: table.employmentType,
        grossMonthlyIncome: table.grossMonthlyIncome,
        cashDownPayment: table.cashDownPayment,
        purchaseTimeline: table.purchaseTimeline,
        scoresForecast: table.scoresForecast,
        createdAt: table.createdAt,
      })
      .from(table)
      .where(await hasReference(ref));
    const [[application]] = await db.batch([lookUp, ...(await countUnknownStatements(c, db, ref))]);
    return application ? c.json({ id: ref, ...application }) : unknownReference(c);
  })
  .get("/:ref/guidance", async (c) => {
    const db = database(c.env.DB);
    const ref = c.req.param("ref");
    const isThis = await hasReference(ref);
    const lookUp = db
      // Within a batch two columns of one name lose one of them: hence the alias.
      .select({
        application: table,
        confirmation: sql<MailStatus | null>`${outbox.status}`.as("confirmation"),
      })
      .from(table)
      .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation")))
      .where(isThis);
    const whoReceivedIt = db
      .select({
        name: referrals.recipientName,
        kind: referrals.kind,
        fields: referrals.fields,
        at: referrals.createdAt,
      })
      .from(referrals)
      .innerJoin(table, eq(table.id, referrals.applicationId))
      .leftJoin(outbox, eq(outbox.subjectId, referrals.id))
      // A lead that is still on its way, or never went out, was received by nobody. Records of mail that was sent go in time.
      .where(and(isThis, or(isNull(outbox.id), eq(outbox.status, "sent"))))
      .orderBy(referrals.createdAt);
    const [[found], sharedWith] = await db.batch([
      lookUp,
      whoReceivedIt,
      ...(await countUnknownStatements(c, db, ref)),
    ]);
    if (!found) return unknownReference(c);
    const answers = answersOf(found.application);
    return c.json({
      strengths: strengthsOf(forecast(answers)),
      improvements: improvementsFor(answers),
      confirmation: found.confirmation,
      sharedWith,
      contactStoppedAt: found.application.contactStoppedAt,
    });
  })
  .post("/:ref/stop-contact", async (c) => {
    const db = database(c.env.DB);
    const ref = c.req.param("ref");
    const isThis = await hasReference(ref);
    // The wish is about the person: every application with the same phone or e-mail that came before it is stopped, too.
    const same = (column: "phoneDigits" | "emailFolded") =>
      inArray(
        table[column],
        db
          .select({ same: table[column] })
          .from(table)
          .where(and(isThis, ne(table[column], ""))),
      );
    const isHeard = and(isNull(table.contactStoppedAt), or(same("phoneDigits"), same("emailFolded")));
    const [, , , [application]] = await db.batch([
      eventStatement(db, { kind: "contactStopped", elsewhere: false }, null, and(isHeard, isThis)),
      eventStatement(db, { kind: "contactStopped", elsewhere: true }, null, and(isHeard, not(isThis))),
      db.update(table).set({ contactStoppedAt: new Date() }).where(isHeard),
      db.select({ contactStoppedAt: table.contactStoppedAt }).from(table).where(isThis),
      ...(await countUnknownStatements(c, db, ref)),
    ]);
    return application ? c.json({ ok: true, success: true, ...application }) : unknownReference(c);
  })
  .post("/:ref/deletion", async (c) => {
    const request = await requestDeletion(c, c.req.param("ref"));
    if (!request) return unknownReference(c);
    c.executionCtx.waitUntil(ring(c.env, request.outboxId));
    return c.json({ ok: true, success: true }, 202);
  })
  .post("/:ref/deletion/confirm", body(DeletionConfirmation), async (c) => {
    const outcome = await confirmDeletion(c, c.req.param("ref"), c.req.valid("json").code);
    switch (outcome) {
      case "deleted":
        return c.json({ ok: true, success: true });
      case "unknown":
        return unknownReference(c);
      case "wrong":
        return refuse(c, 400, WRONG_CODE, { code: WRONG_CODE });
      case "spent":
        return refuse(c, 410, SPENT_CODE, { code: SPENT_CODE });
    }
  });

/**
 * Stores an application with its forecast, consent evidence and the confirmation e-mail, in one transaction and one round
 * trip. We owe the mail unless its address has had its share; then its row is dropped from the start. The same key again
 * finds what it stored before, and so does a retry: ids are made outside it. Null when the key came with other answers.
 */
async function receive(c: Context<{ Bindings: Env }>, form: ApplicationForm, key: string | undefined) {
  const db = database(c.env.DB);
  const now = new Date();
  const { consentRecord, ...answers } = form;
  const { version, score, points } = forecast(form);
  const id = crypto.randomUUID();
  const referenceHash = await hashOfReference(await referenceOf(c.env, id));
  const idempotencyKeyHash = key === undefined ? null : await sha256(key);
  const answersHash = await sha256(JSON.stringify(answers));
  const phoneDigits = phoneDigitsOf(form.phone);
  const emailFolded = foldedEmail(form.email);
  const outboxId = crypto.randomUUID();
  const isOwed = sql`exists (select 1 from ${outbox} where ${and(eq(outbox.id, outboxId), eq(outbox.status, "owed"))})`;
  const confirmation = await mailsTo(c, db, form.email, isOwed);

  const isStored = idempotencyKeyHash ? eq(table.idempotencyKeyHash, idempotencyKeyHash) : eq(table.id, id);
  const statements = [
    db
      .insert(table)
      .values({
        id,
        referenceHash,
        ...answers,
        scoresForecast: score,
        flagsJson: flagsOf(form, now),
        createdAt: now,
        ...queuePlaceOf(form, now),
        forecastVersion: version,
        forecastPoints: points,
        consentRecord: await evidence(c, consentRecord, now),
        idempotencyKeyHash,
        answersHash,
        phoneDigits,
        emailFolded,
      })
      .onConflictDoNothing(),
    db
      .update(table)
      .set({ flagsJson: sql`json_insert(${table.flagsJson}, '$[#]', json(${JSON.stringify(POSSIBLE_DUPLICATE)}))` })
      .where(
        and(
          eq(table.id, id),
          sql`instr(${table.flagsJson}, ${POSSIBLE_DUPLICATE.code}) = 0`,
          sql`exists (select 1 from applications other where other.number < applications.number
            and (other.emailFolded = ${emailFolded} or (${phoneDigits} <> '' and other.phoneDigits = ${phoneDigits})))`,
        ),
      ),
    db
      .insert(outbox)
      .values({
        id: outboxId,
        kind: "confirmation",
        subjectId: sql`(select ${table.id} from ${table} where ${isStored})`,
        status: sql`case when ${confirmation.isAllowed} then 'owed' else 'dropped' end`,
        createdAt: now,
        lastError: sql`case when ${confirmation.isAllowed} then null else ${TOO_MANY_MAILS} end`,
      })
      .onConflictDoNothing(),
    db
      .select({
        id: table.id,
        answersHash: table.answersHash,
        outboxId: sql<string | null>`${outbox.id}`.as("outboxId"),
      })
      .from(table)
      .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation"), eq(outbox.status, "owed")))
      .where(isStored),
    ...confirmation.counts,
    // What was stored before is not counted again.
    ...(await countStatements(c, db, "submit", {
      when: sql`exists (select 1 from ${table} where ${eq(table.id, id)})`,
    })),
  ] as const;
  const [, , , [stored]] = await retried(() => db.batch(statements));
  if (!stored) throw new Error("The application was not stored");
  return stored.answersHash === answersHash ? stored : null;
}

/** Says only what the client stated, beside what we saw ourselves. */
async function evidence(
  c: Context,
  stated: ApplicationForm["consentRecord"],
  receivedAt: Date,
): Promise<ConsentEvidence> {
  return {
    stated: stated ?? null,
    textsSha256: stated ? await consentHash(textsOf(stated.textIds)) : null,
    doubts: stated ? doubtsAbout(stated, receivedAt) : [],
    receivedAt: receivedAt.toISOString(),
    ip: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, 300) ?? null,
  };
}

/** The hash of the consent texts that were shown. There are few, so that each choice of them is hashed once. */
async function consentHash(texts: ConsentText[]) {
  const ids = texts.map(({ id }) => id).join();
  const known = consentHashes.get(ids);
  if (known) return known;
  const hash = await sha256(texts.map(({ text }) => text).join("\n"));
  consentHashes.set(ids, hash);
  return hash;
}

/** Malformed and unknown references get the same response, so that guessing teaches nothing. */
function unknownReference(c: Context) {
  return refuse(c, 404, "There is no application with this reference");
}
