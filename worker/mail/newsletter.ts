import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database, isOneOf, named, retried } from "../../db/database.ts";
import { newsletterConsent } from "../../db/model/consent/consent.ts";
import { HOUR_MS, MINUTE_MS } from "../../db/model/time/clock.ts";
import { CONFIRM_HOURS } from "../../db/model/time/retention.ts";
import { language } from "../../db/model/words.ts";
import { outbox, newsletterSubscribers as table, newsletterTokens as tokens } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { randomToken, sha256 } from "../hash.ts";
import { countStatements, mailsTo } from "../http/limits.ts";
import { owedMail, sendSoon } from "./owed.ts";

/** Who gets the newsletter. The token in a mail's link is the only credential of what it does, since no cookie comes along. */

const MAIL_KIND = "newsletterConfirmation";
/** Each address gets at most one link in this time, however often somebody enters it. */
const MAIL_PAUSE_MS = 10 * MINUTE_MS;

const CONFIRM_MS = CONFIRM_HOURS * HOUR_MS;

type Purpose = "confirm" | "unsubscribe";

/** Asks whoever reads this address to confirm it, at most once in a while. Nothing else goes out before. */
export async function askToConfirm(c: Context<{ Bindings: Env }>, email: string) {
  const db = database(c.env.DB);
  const now = new Date();
  const emailFolded = email.toLowerCase();
  const outboxId = crypto.randomUUID();
  const isOwed = sql`exists (select 1 from ${outbox} where ${eq(outbox.id, outboxId)})`;
  const mails = await mailsTo(c, db, email, isOwed, "newsletter-mail");
  const request = { language: language(), consentTextId: newsletterConsent().id, requestedAt: now };
  const statements = {
    asked: db
      .insert(table)
      .values({ id: crypto.randomUUID(), email, emailFolded, ...request })
      .onConflictDoUpdate({
        target: table.emailFolded,
        set: { ...request, email },
        setWhere: eq(table.status, "pending"),
      }),
    mailed: db
      .insert(outbox)
      .select(
        db
          .select(owedMail({ id: outboxId, kind: MAIL_KIND, subjectId: table.id, createdAt: now }))
          .from(table)
          .where(and(eq(table.emailFolded, emailFolded), eq(table.status, "pending"), mails.isAllowed)),
      )
      // Somebody who asks again, because the first mail was lost or its link has expired, gets another mail.
      .onConflictDoUpdate({
        target: [outbox.subjectId, outbox.kind],
        set: {
          id: outboxId,
          status: "owed",
          createdAt: now,
          revivedAt: null,
          attempts: 0,
          unknownOutcomes: 0,
          nextAttemptAt: new Date(0),
          sentAt: null,
        },
        setWhere: sql`${outbox.status} <> 'owed' and ${outbox.createdAt} <= ${now.getTime() - MAIL_PAUSE_MS}`,
      }),
    owed: db
      .select({ id: outbox.id })
      .from(outbox)
      .innerJoin(table, eq(table.id, outbox.subjectId))
      .where(and(eq(table.emailFolded, emailFolded), eq(outbox.kind, MAIL_KIND), eq(outbox.status, "owed"))),
  };
  const counts = [...mails.counts, ...(await countStatements(c, db, "newsletter"))];
  const {
    owed: [owed],
  } = await retried(() => named(db, statements, counts));
  if (owed) c.executionCtx.waitUntil(sendSoon(c.env, owed.id));
}

/** A new token for the next mail to this subscriber. */
export async function newMailToken(db: Database, subscriberId: string) {
  const token = randomToken();
  await db.insert(tokens).values({ tokenHash: await sha256(token), subscriberId });
  return token;
}

/** Whether pressing the button with this token would change anything. */
export async function isMailToken(db: Database, purpose: Purpose, token: string) {
  const holds = await isHolder(db, purpose, token);
  return (await db.select({ id: table.id }).from(table).where(holds)).length > 0;
}

/** Confirms the token's subscriber. Safe to repeat. False if the token is unknown or too old. */
export async function confirm(db: Database, token: string) {
  const changed = await db
    .update(table)
    .set({ status: "confirmed", confirmedAt: sql`coalesce(${table.confirmedAt}, ${Date.now()})` })
    .where(await isHolder(db, "confirm", token))
    .returning({ id: table.id });
  return changed.length > 0;
}

/** Unsubscribes the token's subscriber and deletes the address. Safe to repeat. False if the token is unknown. */
export async function unsubscribe(db: Database, token: string) {
  const changed = await db
    .update(table)
    .set({
      status: "unsubscribed",
      email: "",
      emailFolded: sql`${table.id}`,
      unsubscribedAt: sql`coalesce(${table.unsubscribedAt}, ${Date.now()})`,
    })
    .where(await isHolder(db, "unsubscribe", token))
    .returning({ id: table.id });
  return changed.length > 0;
}

/** A statement after which nothing more goes to those who read these mails, if they are the newsletter's. */
export function forgetReader(db: Database, isMail: SQL) {
  const readers = db
    // A post's mail names the post, too.
    .select({ id: sql<string>`substr(${outbox.subjectId}, -36)` })
    .from(outbox)
    .where(and(isMail, isOneOf(outbox.kind, [MAIL_KIND, "news"])));
  return db
    .update(table)
    .set({ status: "unreachable" })
    .where(and(isOneOf(table.id, readers), isOneOf(table.status, ["pending", "confirmed"])));
}

/** What becomes of a mail that cannot be delivered. Nobody has to look into a reader who is gone. */
export const endOfFailed = sql<"dead" | "dropped">`case ${outbox.kind} when 'news' then 'dropped' else 'dead' end`;

/** The condition that a token still works: confirmation links expire, and none brings back an address that is unsubscribed or unreachable. */
async function isHolder(db: Database, purpose: Purpose, token: string) {
  const isToken = eq(tokens.tokenHash, await sha256(token));
  const holder = db.select({ id: tokens.subscriberId }).from(tokens);
  if (purpose === "unsubscribe") return isOneOf(table.id, holder.where(isToken));
  const isYoung = gt(tokens.createdAt, new Date(Date.now() - CONFIRM_MS));
  const mayConfirm = isOneOf(table.status, ["pending", "confirmed"]);
  return and(isOneOf(table.id, holder.where(and(isToken, isYoung))), mayConfirm);
}
