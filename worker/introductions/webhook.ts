import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, database, isOneOf, named } from "../../db/database.ts";
import { dealers, isToWebhook, lenders, outbox, referrals, webhookSecrets } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted } from "../hash.ts";
import type { Webhook } from "../mail/compose.ts";
import { NO_CONNECTION, NO_SECRET, type Sending, TIMEOUT } from "../mail/errors.ts";
import { changeStatement } from "../staff/changes.ts";
import type { Member } from "../staff/session.ts";

/** A lender's or dealer's program may get its leads by POST, signed as Standard Webhooks describes (operations.md, Webhooks). */

/** A program that works on what it gets before it answers may need a while. The outbox leases a row for a minute. */
const PATIENCE_MS = 10_000;
/** As Standard Webhooks marks a secret, so that nobody takes it for something else. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const DELIVERIES_SHOWN = 50;

/**
 * Posts an event. Its id is the outbox row's, the same at each try, by which the receiver knows a copy. Only 2xx counts as received;
 * after anything else, even a refusal, the receiver may have read it. Follows no redirect, and reads nothing of the answer but its status.
 */
export async function post(
  { HASH_KEY }: Env,
  { id, createdAt }: { id: string; createdAt: Date },
  { to, secret, type, data }: Webhook,
): Promise<Sending> {
  const key = secret && (await decrypted(HASH_KEY, secret).catch(() => null));
  if (!key) return { outcome: "postponed", code: NO_SECRET };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ type, timestamp: createdAt, data });
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": await signature(key, `${id}.${timestamp}.${body}`),
  };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    await answer.body?.cancel().catch(() => undefined);
    return answer.ok ? { outcome: "sent", messageId: null } : { outcome: "unconfirmed", code: `http-${answer.status}` };
  } catch (error) {
    return { outcome: "unconfirmed", code: (error as Error).name === "TimeoutError" ? TIMEOUT : NO_CONNECTION };
  }
}

/**
 * Makes a new secret for an entry of the directory, and returns it this once; the one before signs nothing from now on, and what waited
 * for one is due. Null: unknown.
 */
export async function renewSecret({ DB, HASH_KEY }: Env, member: Member, id: string) {
  const db = database(DB);
  const secret = PREFIX + base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const sealed = await encrypted(HASH_KEY, secret);
  const logged = (table: typeof lenders | typeof dealers) =>
    changeStatement(db, member, table, eq(table.id, id), {
      ...{ action: "editDirectory", name: table.name, old: sql`json_object()` },
      new: { webhookSecret: "a new one" },
    });
  const { stored } = await named(db, {
    stored: db
      .insert(webhookSecrets)
      .select(
        sql`select ${id}, ${sealed}, ${Date.now()} where exists (select 1 from ${lenders} where id = ${id})
          or exists (select 1 from ${dealers} where id = ${id})`,
      )
      .onConflictDoUpdate({
        target: webhookSecrets.recipientId,
        set: { secret: sql`excluded.secret`, createdAt: sql`excluded.createdAt` },
      })
      .returning({ id: webhookSecrets.recipientId }),
    lender: logged(lenders),
    dealer: logged(dealers),
    due: db
      .update(outbox)
      .set({ nextAttemptAt: new Date() })
      .where(
        and(eq(outbox.lastError, NO_SECRET), eq(outbox.status, "owed"), isOneOf(outbox.subjectId, sentTo(db, id))),
      ),
  });
  return stored.length > 0 ? secret : null;
}

function sentTo(db: Database, recipientId: string) {
  return db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.recipientId, recipientId), isToWebhook));
}

/** Since when an entry has its secret, and what went to its webhook lately, newest first. */
export async function readDeliveries(db: Database, recipientId: string) {
  const { secrets, deliveries } = await named(db, {
    secrets: db
      .select({ createdAt: webhookSecrets.createdAt })
      .from(webhookSecrets)
      .where(eq(webhookSecrets.recipientId, recipientId)),
    deliveries: db
      .select({
        id: outbox.id,
        kind: outbox.kind,
        applicationId: referrals.applicationId,
        createdAt: outbox.createdAt,
        status: outbox.status,
        attempts: outbox.attempts,
        lastError: outbox.lastError,
      })
      .from(referrals)
      .innerJoin(outbox, eq(outbox.subjectId, referrals.id))
      .where(and(eq(referrals.recipientId, recipientId), isToWebhook))
      .orderBy(desc(referrals.createdAt), desc(outbox.createdAt))
      .limit(DELIVERIES_SHOWN),
  });
  return { secretSince: secrets[0]?.createdAt ?? null, deliveries };
}

/** HMAC-SHA-256 of a text by a secret, in the form of the header. */
async function signature(secret: string, text: string) {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))))}`;
}

function base64(bytes: Uint8Array) {
  return btoa(String.fromCharCode(...bytes));
}
