import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { database, retried } from "../db/database.ts";
import { outbox } from "../db/schema.ts";
import type { Env } from "./env.ts";
import { type Sending, sendMail } from "./mail.ts";

/**
 * Sends the mail we owe. The row is the truth: it is written in the transaction that makes us owe the mail. The queue is
 * a doorbell that says 'now'; the cron's sweep repairs what the doorbell missed.
 */

const MINUTE_MS = 60_000;
const LEASE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
const MAX_ATTEMPTS = 12;
const MAX_RESENDS = 2;
/** No attempt is planned for later than this after the mail came to be owed. */
const DEADLINE_MS = 24 * 60 * MINUTE_MS;
const SWEEP_LIMIT = 200;
const SWEEP_PARALLEL = 10;

type Row = typeof outbox.$inferSelect;
/** Milliseconds since the epoch. */
type Clock = () => number;

/** Asks for this mail to be sent now. Never fails: without the bell the sweep finds the row. */
export async function ring(env: Env, outboxId: string) {
  try {
    await env.DOORBELL.send(outboxId);
  } catch {
    report("doorbell failed", { id: outboxId });
  }
}

/** The consumer of the doorbell and of its dead letters. Those have only to be noticed: the sweep has their rows. */
export async function answer(batch: MessageBatch<unknown>, env: Env, clock: Clock = Date.now) {
  for (const message of batch.messages) {
    const id = String(message.body).slice(0, 36);
    if (batch.queue.endsWith("-dead")) report("doorbell dead", { id });
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

/** Delivers what is due, longest due first; what is left over waits for the next sweep. */
export async function sweep(env: Env, clock: Clock = Date.now) {
  const due = await retried(() =>
    database(env.DB)
      .select({ id: outbox.id })
      .from(outbox)
      .where(isDue(new Date(clock())))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(SWEEP_LIMIT),
  );
  for (let start = 0; start < due.length; start += SWEEP_PARALLEL) {
    const wave = due.slice(start, start + SWEEP_PARALLEL);
    const outcomes = await Promise.allSettled(wave.map(({ id }) => deliver(env, id, clock)));
    const failures = outcomes.filter(({ status }) => status === "rejected").length;
    if (failures > 0) report("sweep failed", { mails: failures });
  }
}

/** Sends one mail if it is owed, due and nobody else is at it. Throws when D1 fails; a later sweep finds the row again. */
export async function deliver(env: Env, outboxId: string, clock: Clock = Date.now) {
  const row = await lease(env, outboxId, new Date(clock()));
  if (!row) return;
  const sending: Sending = isSpent(row)
    ? { outcome: "refused", code: row.lastError ?? "no-answer" }
    : await sendMail(env, row).catch(() => ({ outcome: "postponed", code: "database" }));
  await retried(() => record(env, row, sending, new Date(clock())));
}

function isDue(now: Date) {
  return and(
    eq(outbox.status, "owed"),
    lte(outbox.nextAttemptAt, now),
    or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now)),
  );
}

/** Takes the row for a minute. A lease that ran out means that an attempt began and nobody knows how it ended. */
async function lease(env: Env, outboxId: string, now: Date) {
  const [row] = await database(env.DB)
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      unknownOutcomes: sql`${outbox.unknownOutcomes} + (${outbox.leasedUntil} is not null)`,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
    })
    .where(and(eq(outbox.id, outboxId), isDue(now)))
    .returning();
  return row;
}

function isSpent({ attempts, unknownOutcomes }: Row) {
  return attempts > MAX_ATTEMPTS || unknownOutcomes > MAX_RESENDS;
}

async function record(env: Env, row: Row, sending: Sending, now: Date) {
  const db = database(env.DB);
  if (sending.outcome === "sent") {
    await db
      .update(outbox)
      .set({ status: "sent", sentAt: now, leasedUntil: null, lastError: null })
      .where(eq(outbox.id, row.id));
    return;
  }
  const unknownOutcomes = row.unknownOutcomes + (sending.outcome === "unknown" ? 1 : 0);
  const nextAttemptAt = new Date(now.getTime() + pauseAfter(row.attempts));
  const isDead =
    sending.outcome === "refused" ||
    unknownOutcomes > MAX_RESENDS ||
    row.attempts >= MAX_ATTEMPTS ||
    nextAttemptAt.getTime() > row.createdAt.getTime() + DEADLINE_MS;
  if (isDead) report("mail dead", { id: row.id, kind: row.kind, code: sending.code });
  await db
    .update(outbox)
    .set({
      status: isDead ? "dead" : "owed",
      lastError: sending.code,
      unknownOutcomes,
      nextAttemptAt,
      leasedUntil: null,
    })
    .where(
      and(eq(outbox.id, row.id), eq(outbox.status, "owed"), eq(outbox.leasedUntil, row.leasedUntil ?? new Date(0))),
    );
}

/** One minute after the first attempt, doubling up to six hours. */
function pauseAfter(attempts: number) {
  return Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

function report(event: string, fields: Record<string, string | number>) {
  console.error(JSON.stringify({ level: "error", event, ...fields }));
}
