import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database, isOneOf, named, retried } from "../../db/database.ts";
import { newsletterConsent } from "../../db/model/consent/consent.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import { CONFIRM_HOURS } from "../../db/model/time/retention.ts";
import { language } from "../../db/model/words.ts";
import { outbox, newsletterSubscribers as table, newsletterTokens as tokens } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { keyedHash, randomToken, sha256 } from "../hash.ts";
import { countStatements, mailsTo } from "../http/limits.ts";
import { askedAnew, mayBeAskedAnew, owedMail, sendSoon } from "../owed-mail.ts";

/** Who gets the newsletter. The token in a mail's link is the only credential of what it does, since no cookie comes along. */

const MAIL_KIND = "newsletterConfirmation";

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
        set: askedAnew(outboxId, now),
        setWhere: mayBeAskedAnew(now),
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

/** A statement after which nothing more goes to the subscribers who got these mails, if they are the newsletter's. */
export function forgetSubscriber(db: Database, isMail: SQL) {
  const subscribers = db
    .select({ id: outbox.subjectId })
    .from(outbox)
    .where(and(isMail, eq(outbox.kind, MAIL_KIND)));
  return db
    .update(table)
    .set({ status: "unreachable" })
    .where(and(isOneOf(table.id, subscribers), isOneOf(table.status, ["pending", "confirmed"])));
}

/** The confirmed subscribers after this id, with their links that unsubscribe, which stay the same and always work. */
export async function readSubscribers({ DB, HASH_KEY, SITE_URL }: Env, after: string, most: number) {
  const db = database(DB);
  const subscribers = await db
    .select({ id: table.id, email: table.email, language: table.language, confirmedAt: table.confirmedAt })
    .from(table)
    .where(and(gt(table.id, after), sql`+${table.status} = 'confirmed'`))
    .orderBy(table.id)
    .limit(most);
  const withToken = await Promise.all(
    subscribers.map(async (subscriber) => ({ ...subscriber, token: await keyedHash(HASH_KEY, "news", subscriber.id) })),
  );
  const hashes = await Promise.all(withToken.map(async ({ id, token }) => [await sha256(token), id]));
  await db
    .insert(tokens)
    .select(sql`select value ->> 0, value ->> 1, 0 from json_each(${JSON.stringify(hashes)}) where true`)
    .onConflictDoNothing();
  return withToken.map(({ token, ...subscriber }) => ({
    ...subscriber,
    unsubscribe: SITE_URL + addressOf(`/unsubscribe?token=${token}`, subscriber.language),
  }));
}

/** The condition that a token still works: confirmation links expire, and none brings back an address that is unsubscribed or unreachable. */
async function isHolder(db: Database, purpose: Purpose, token: string) {
  const isToken = eq(tokens.tokenHash, await sha256(token));
  const holder = db.select({ id: tokens.subscriberId }).from(tokens);
  if (purpose === "unsubscribe") return isOneOf(table.id, holder.where(isToken));
  const isYoung = gt(tokens.createdAt, new Date(Date.now() - CONFIRM_MS));
  const mayConfirm = isOneOf(table.status, ["pending", "confirmed"]);
  return and(isOneOf(table.id, holder.where(and(isToken, isYoung))), mayConfirm);
}
