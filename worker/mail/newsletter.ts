import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { CONFIRM_HOURS } from "../../db/model/time/retention.ts";
import { newsletterSubscribers as table, newsletterTokens as tokens } from "../../db/schema.ts";
import { randomToken, sha256 } from "../hash.ts";

/** What the links in newsletter mails do. The token in a link is the only credential, since no cookie comes along. */

const CONFIRM_MS = CONFIRM_HOURS * 60 * 60 * 1000;

type Purpose = "confirm" | "unsubscribe";

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

/** Confirms the token's subscriber; again is as good as once. False when the token is unknown or too old. */
export async function confirm(db: Database, token: string) {
  const changed = await db
    .update(table)
    .set({ status: "confirmed", confirmedAt: sql`coalesce(${table.confirmedAt}, ${Date.now()})` })
    .where(await isHolder(db, "confirm", token))
    .returning({ id: table.id });
  return changed.length > 0;
}

/** Takes the token's subscriber off the list and forgets the address; again is as good as once. False when the token is unknown. */
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

/** The condition that a token still works: a confirmation link expires, and no link puts back somebody who has unsubscribed. */
async function isHolder(db: Database, purpose: Purpose, token: string) {
  const isToken = eq(tokens.tokenHash, await sha256(token));
  const holder = db.select({ id: tokens.subscriberId }).from(tokens);
  if (purpose === "unsubscribe") return inArray(table.id, holder.where(isToken));
  const isYoung = gt(tokens.createdAt, new Date(Date.now() - CONFIRM_MS));
  return and(inArray(table.id, holder.where(and(isToken, isYoung))), ne(table.status, "unsubscribed"));
}
