import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { database, retried } from "../../db/database.ts";
import { isRefusal, type Sending } from "../../db/model/mail/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../db/model/time/clock.ts";
import { outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { logError } from "../log.ts";
import { owedAgain } from "../owed-mail.ts";
import { forgetSubscriber } from "./newsletter.ts";
import { sendMail } from "./send.ts";

/**
 * Sends owed mail. A row is written in the transaction that causes the mail. The queue only rings to send it now; the
 * cron job's sweep finds what the queue missed.
 */

const LEASE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
const MAX_ATTEMPTS = 12;
/** A mail that may have gone out is sent again after these pauses: 12 hours of trouble cannot use up both. */
const RESEND_PAUSES_MS = [5 * HOUR_MS, 11 * HOUR_MS];
/** The longest pause after the mail service reports a limit. Some of its limits end in a minute, some in a day. */
const LONGEST_LIMIT_PAUSE_MS = 10 * MINUTE_MS;
/** No try is planned later than this after the mail became owed, so that each mail ends within 24 hours. */
const LAST_ATTEMPT_MS = 23.5 * HOUR_MS;
/** Each takes four or five of the 1,000 queries that D1 allows one call of the Worker; the night's jobs take theirs in the same call. */
const SWEEP_LIMIT = 80;
const SWEEP_PARALLEL = 10;

type Row = typeof outbox.$inferSelect;
type Sent = Extract<Sending, { outcome: "sent" }>;
type Failure = Exclude<Sending, Sent>;
/** Milliseconds since the epoch. */
type Clock = () => number;

/** Handles the queue's messages. Dead letters are only logged, because the sweep finds their rows. */
export async function consume(batch: MessageBatch<unknown>, env: Env, clock: Clock = Date.now) {
  for (const message of batch.messages) {
    const id = String(message.body).slice(0, 36);
    if (batch.queue.endsWith("-dead")) logError("doorbell dead", { id });
    else {
      try {
        await deliver(env, id, clock);
      } catch {
        message.retry();
        continue;
      }
    }
    message.ack();
  }
}

/**
 * Delivers what is due, longest due first; what is left over waits for the next sweep. Once the mail service says that its limit is
 * reached, the others end the same way, without asking it again. A lease that ran out means that an
 * attempt began and nobody knows how it ended.
 */
export async function sweep(env: Env, clock: Clock = Date.now) {
  const now = new Date(clock());
  const due = await retried(() =>
    database(env.DB)
      .select()
      .from(outbox)
      .where(or(isDue(now), and(eq(outbox.status, "owed"), lt(outbox.leasedUntil, now))))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(SWEEP_LIMIT),
  );
  let limit: Failure | undefined;
  const settled = (row: Row) =>
    row.leasedUntil
      ? retried(() => recordFailure(env, row, { outcome: "unknown", code: "no-answer" }, now))
      : deliver(env, row.id, clock, limit);
  for (let start = 0; start < due.length; start += SWEEP_PARALLEL) {
    const wave = due.slice(start, start + SWEEP_PARALLEL);
    const settling = await Promise.allSettled(wave.map(settled));
    const outcomes = settling.filter((each) => each.status === "fulfilled");
    const failures = wave.length - outcomes.length;
    if (failures > 0) logError("sweep failed", { mails: failures });
    limit = outcomes.flatMap(({ value }) => (value?.outcome === "limited" ? [value] : []))[0] ?? limit;
  }
}

/**
 * Sends one mail if it is owed, due and nobody else is at it, unless `known` says how that would end. Returns how it ended. Throws when D1
 * fails; a later sweep finds the row again.
 */
export async function deliver(env: Env, outboxId: string, clock: Clock = Date.now, known?: Failure) {
  const row = await lease(env, outboxId, new Date(clock()));
  if (!row) return;
  const sending: Sending =
    known ?? (await sendMail(env, row).catch(() => ({ outcome: "postponed", code: "database" }) as const));
  const now = new Date(clock());
  await retried(() =>
    sending.outcome === "sent" ? recordSent(env, row, sending, now) : recordFailure(env, row, sending, now),
  );
  return sending;
}

/** Tries all dead mails again, or only this one. Returns how many. */
export async function revive(env: Env, outboxId?: string, now = new Date()) {
  const revived = await database(env.DB)
    .update(outbox)
    .set(owedAgain(now))
    .where(and(eq(outbox.status, "dead"), outboxId === undefined ? undefined : eq(outbox.id, outboxId)))
    .returning({ id: outbox.id });
  return revived.length;
}

function isDue(now: Date) {
  return and(eq(outbox.status, "owed"), lte(outbox.nextAttemptAt, now), isNull(outbox.leasedUntil));
}

/** Reserves the row for a minute, so that nobody else sends the same mail. */
async function lease(env: Env, outboxId: string, now: Date) {
  const [row] = await database(env.DB)
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(outbox.id, outboxId), isDue(now)))
    .returning();
  return row;
}

async function recordSent(env: Env, { id }: Row, { messageId }: Sent, now: Date) {
  await database(env.DB)
    .update(outbox)
    .set({ status: "sent", sentAt: now, messageId, leasedUntil: null, lastError: null })
    .where(eq(outbox.id, id));
}

async function recordFailure(env: Env, row: Row, { outcome, code }: Failure, now: Date) {
  const age = now.getTime() - (row.revivedAt ?? row.createdAt).getTime();
  const pause = pauseAfter(row, outcome, age);
  const isLast = age + pause > LAST_ATTEMPT_MS;
  const status = outcome === "dropped" ? "dropped" : isLast ? "dead" : "owed";
  const db = database(env.DB);
  if (isRefusal(code)) await forgetSubscriber(db, eq(outbox.id, row.id));
  const changed = await db
    .update(outbox)
    .set({
      status,
      lastError: code,
      attempts: row.attempts - (outcome === "limited" ? 1 : 0),
      unknownOutcomes: row.unknownOutcomes + (outcome === "unknown" ? 1 : 0),
      nextAttemptAt: isLast ? now : new Date(now.getTime() + pause),
      leasedUntil: null,
    })
    .where(
      and(eq(outbox.id, row.id), eq(outbox.status, "owed"), eq(outbox.leasedUntil, row.leasedUntil ?? new Date(0))),
    )
    .returning({ status: outbox.status });
  if (changed[0]?.status === "dead") logError("mail dead", { id: row.id, kind: row.kind, code });
}

/** The pause after such a failure; infinite after the last try. */
function pauseAfter({ attempts, unknownOutcomes }: Row, outcome: Failure["outcome"], age: number) {
  if (outcome === "limited") return Math.min(Math.max(age, MINUTE_MS), LONGEST_LIMIT_PAUSE_MS);
  if (outcome === "refused" || outcome === "dropped" || attempts >= MAX_ATTEMPTS) return Number.POSITIVE_INFINITY;
  if (outcome === "unknown") return RESEND_PAUSES_MS[unknownOutcomes] ?? Number.POSITIVE_INFINITY;
  return Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}
