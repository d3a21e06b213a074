import { and, eq, or, type Placeholder, sql } from "drizzle-orm";
import type { Context } from "hono";
import { database, preparedBatch, retried } from "../../db/database.ts";
import type { StatedConsent } from "../../db/model/consent/consent.ts";
import { foldedEmail } from "../../db/model/contact/person.ts";
import { metroOf } from "../../db/model/directory/metro.ts";
import { type Flag, flagsOf, forecast } from "../../db/model/forecast/forecast.ts";
import { FIELDS, type Field, type FormAnswers } from "../../db/model/form/application.ts";
import { datedId } from "../../db/model/form/dated-id.ts";
import { CONSENTS, type Consent } from "../../db/model/form/submission.ts";
import { phoneDigitsOf } from "../../db/model/phone.ts";
import { nameWords, queuePlaceOf } from "../../db/model/queue/queue.ts";
import { OPENED_FROM, originOf } from "../../db/model/site/source.ts";
import { type Language, language } from "../../db/model/words.ts";
import { outbox, applications as table, nameWords as words } from "../../db/schema.ts";
import { newEvidence } from "../consent/consent-evidence.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { type Caller, countStatements, isNoneFull, mailsTo } from "../http/limits.ts";
import { refusesMeasuring } from "../http/measuring.ts";
import { hashOfReference, referenceOf } from "../reference.ts";

/** Why a confirmation is dropped at once. */
export const TOO_MANY_MAILS = "too-many-mails";

export const POSSIBLE_DUPLICATE: Flag = {
  code: "POSSIBLE_DUPLICATE",
  level: "attention",
  note: "Another application has the same phone number or email address",
};

/** The columns of a new application besides its answers. */
const FIRST_COLUMNS = [
  "id",
  "referenceHash",
  "language",
  "scoresForecast",
  "flagsJson",
  "createdAt",
  "dueAt",
  "queueAt",
  "queueRank",
  "forecastVersion",
  "forecastPoints",
  "consentRecord",
  "idempotencyKeyHash",
  "answersHash",
  "phoneDigits",
  "emailFolded",
  "metro",
  "source",
  "attribution",
] as const satisfies (keyof NewApplication)[];

type NewApplication = typeof table.$inferInsert;
type Column = Field | Consent | (typeof FIRST_COLUMNS)[number];
type Values = Required<Pick<NewApplication, Column>> & {
  outboxId: string;
  /** `createdAt`, in milliseconds since the epoch. */
  now: number;
  mailWindows: string;
  /** Of the applicant's name, in JSON. */
  nameWords: string;
};

const COLUMNS: Column[] = [...FIELDS, ...CONSENTS, ...FIRST_COLUMNS];
const NO_ANSWERS = Object.fromEntries(FIELDS.map((field) => [field, null])) as Record<Field, null>;

const store = preparedBatch<Values>()((db, value) => {
  const isStored = or(eq(table.idempotencyKeyHash, value("idempotencyKeyHash")), eq(table.id, value("id")));
  const isAllowed = isNoneFull(value("mailWindows"), value("now"));
  return {
    application: db
      .insert(table)
      .values(Object.fromEntries(COLUMNS.map((name) => [name, value(name)])) as Record<Column, Placeholder>)
      .onConflictDoNothing(),
    words: db
      .insert(words)
      .select(
        sql`select value, number from applications, json_each(${value("nameWords")}) where applications.id = ${value("id")}`,
      )
      .onConflictDoNothing(),
    flag: db
      .update(table)
      .set({ flagsJson: sql`json_insert(${table.flagsJson}, '$[#]', json(${JSON.stringify(POSSIBLE_DUPLICATE)}))` })
      .where(
        and(
          eq(table.id, value("id")),
          sql`instr(${table.flagsJson}, ${POSSIBLE_DUPLICATE.code}) = 0`,
          sql`exists (select 1 from applications other where other.number < applications.number
            and (other.emailFolded = ${value("emailFolded")} or (${value("phoneDigits")} <> '' and other.phoneDigits = ${value("phoneDigits")})))`,
        ),
      ),
    confirmation: db
      .insert(outbox)
      .values({
        id: value("outboxId"),
        kind: "confirmation",
        subjectId: sql`(select ${table.id} from ${table} where ${isStored})`,
        status: sql`case when ${isAllowed} then 'owed' else 'dropped' end`,
        createdAt: value("createdAt"),
        lastError: sql`case when ${isAllowed} then null else ${TOO_MANY_MAILS} end`,
      })
      .onConflictDoNothing(),
    stored: db
      .select({
        id: table.id,
        createdAt: table.createdAt,
        answersHash: table.answersHash,
        outboxId: sql<string | null>`${outbox.id}`.as("outboxId"),
      })
      .from(table)
      .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation"), eq(outbox.status, "owed")))
      .where(isStored),
  };
});

/**
 * Stores an application in the language of its request, with its forecast, consent evidence and the confirmation e-mail, in
 * one transaction and one round trip. We owe the mail unless its address has had its share; then its row is dropped from the
 * start. The same key again finds what it stored before, and so does a retry: ids are made outside it. `takenBy`: the member
 * who took it on the phone, whom no limit counts. Answers with the id, the reference, when it was stored and the mail to send soon; null when
 * the key came with other answers.
 */
export async function receive(
  c: Caller,
  form: FormAnswers & Record<Consent, boolean> & { language?: Language; consentRecord?: StatedConsent },
  key: string | undefined,
  takenBy?: string,
) {
  const db = database(c.env.DB);
  const now = new Date();
  const { consentRecord, language: spoken = language(), ...answers } = form;
  const { version, score, points } = forecast(form);
  const id = datedId(now);
  const ref = await referenceOf(c.env, id);
  const answersHash = await sha256(JSON.stringify(answers));
  const outboxId = crypto.randomUUID();
  const isOwed = sql`exists (select 1 from ${outbox} where ${and(eq(outbox.id, outboxId), eq(outbox.status, "owed"))})`;
  const confirmation = await mailsTo(c, db, form.email, isOwed);
  const values: Values = {
    ...NO_ANSWERS,
    ...answers,
    id,
    referenceHash: await hashOfReference(ref),
    language: spoken,
    scoresForecast: score,
    flagsJson: flagsOf(form, now),
    createdAt: now,
    ...queuePlaceOf(form, now),
    forecastVersion: version,
    forecastPoints: points,
    consentRecord: await newEvidence(c, consentRecord, now, takenBy),
    idempotencyKeyHash: key === undefined ? null : await sha256(key),
    answersHash,
    phoneDigits: phoneDigitsOf(form.phone),
    emailFolded: foldedEmail(form.email),
    metro: metroOf(form.zip),
    ...originOf(takenBy || refusesMeasuring(c) ? undefined : c.req.header(OPENED_FROM)),
    outboxId,
    now: now.getTime(),
    mailWindows: confirmation.windows,
    nameWords: JSON.stringify(nameWords(form.fullName)),
  };
  // An application that was stored before is not counted again.
  const isNew = sql`exists (select 1 from ${table} where ${eq(table.id, id)})`;
  const counts = takenBy ? [] : await countStatements(c, db, "submit", { when: isNew });
  const {
    stored: [stored],
  } = await retried(() => store(c.env.DB, values, [...confirmation.counts, ...counts]));
  if (!stored) throw new Error("The application was not stored");
  if (stored.answersHash !== answersHash) return null;
  return {
    id: stored.id,
    createdAt: stored.createdAt,
    ref: stored.id === id ? ref : await referenceOf(c.env, stored.id),
    outboxId: stored.outboxId,
  };
}

/** Whether an application came with the key of this request before. */
export async function hasStored(c: Context<{ Bindings: Env }>) {
  const key = await sha256(c.req.header("idempotency-key") ?? "");
  return (await database(c.env.DB).$count(table, eq(table.idempotencyKeyHash, key))) > 0;
}
