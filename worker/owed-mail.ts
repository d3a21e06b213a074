import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { MailKind } from "../db/model/mail/mail.ts";
import { MINUTE_MS } from "../db/model/time/clock.ts";
import { outbox } from "../db/schema.ts";
import type { Env } from "./env.ts";
import { logError } from "./log.ts";

/** Whoever asks for a mail again gets it at most once in this time. */
const ASKING_PAUSE_MS = 10 * MINUTE_MS;

interface OwedMail {
  id: string | SQL;
  kind: MailKind;
  /** The column with the id that the mail is about, or SQL for it. */
  subjectId: AnySQLiteColumn | SQL;
  createdAt: Date;
}

/** The columns of an owed mail, to select from the table it is about and insert into `outbox`. */
export function owedMail({ id, kind, subjectId, createdAt }: OwedMail) {
  return {
    id: sql<string>`${id}`.as("id"),
    kind: sql<MailKind>`${kind}`.as("kind"),
    subjectId: sql<string>`${subjectId}`.as("subjectId"),
    status: sql<"owed">`'owed'`.as("status"),
    createdAt: sql<Date>`${createdAt.getTime()}`.as("createdAt"),
    revivedAt: sql<null>`null`.as("revivedAt"),
    attempts: sql<number>`0`.as("attempts"),
    unknownOutcomes: sql<number>`0`.as("unknownOutcomes"),
    nextAttemptAt: sql<Date>`0`.as("nextAttemptAt"),
    leasedUntil: sql<null>`null`.as("leasedUntil"),
    sentAt: sql<null>`null`.as("sentAt"),
    lastError: sql<null>`null`.as("lastError"),
    messageId: sql<null>`null`.as("messageId"),
  };
}

/** The columns of a mail that somebody asks for anew, under another id. */
export function askedAnew(id: string, at: Date) {
  const anew = { attempts: 0, unknownOutcomes: 0, nextAttemptAt: new Date(0) };
  return { id, status: "owed", createdAt: at, revivedAt: null, sentAt: null, ...anew } as const;
}

/** The condition that it may be asked for anew: it is not under way, nor was it a moment ago. */
export function mayBeAskedAnew(at: Date) {
  return sql`${outbox.status} <> 'owed' and ${outbox.createdAt} <= ${at.getTime() - ASKING_PAUSE_MS}`;
}

/** The columns of a mail that ended before and is owed again, with another 24 hours from this time on. */
export function owedAgain(at: Date) {
  return { status: "owed", attempts: 0, unknownOutcomes: 0, nextAttemptAt: at, revivedAt: at } as const;
}

/** Asks for this mail to be sent now. Never fails: if the queue is down, the sweep finds the row. */
export async function sendSoon(env: Env, outboxId: string) {
  try {
    await env.DOORBELL.send(outboxId);
  } catch {
    logError("doorbell failed", { id: outboxId });
  }
}
