import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { database, retried } from "../../db/database.ts";
import type { ContactMessage } from "../../db/model/contact/contact-message.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import type { IncomingMail } from "../../db/model/mail/incoming.ts";
import { language } from "../../db/model/words.ts";
import { contactMessages, outbox, users } from "../../db/schema.ts";
import type { Caller } from "../case/act.ts";
import { isOwner } from "../case/store.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { countStatements } from "../http/limits.ts";
import { sendSoon } from "../owed-mail.ts";
import { asId } from "../reply-address.ts";

type Stored = typeof contactMessages.$inferInsert;

/** Stores a message in the language of its request, with the notice that we owe the office. `noticeId`: null if it has no address. */
export async function receiveMessage(c: Context<{ Bindings: Env }>, { replyTo, ...message }: ContactMessage) {
  const sender = replyTo ? senderOf(replyTo) : null;
  const id = crypto.randomUUID();
  const limits = await countStatements(c, database(c.env.DB), "contact");
  return store(
    c.env,
    { id, ...message, language: language(), replyTo: replyTo || null, sender, createdAt: new Date() },
    limits,
  );
}

/**
 * Stores what somebody wrote in answer to our reply to this message, once, as a message that continues it: to be answered, and not if
 * its sender asked us to stop. What a machine wrote is not stored. Null if the message is gone.
 */
export async function continueMessage(
  c: Caller,
  id: string,
  { id: mailId, from, text, isAutomatic }: IncomingMail,
  limits: readonly BatchItem<"sqlite">[],
) {
  const db = database(c.env.DB);
  const [found] = await db
    .select({ first: contactMessages, ownerName: sql<string | null>`${users.username}`.as("ownerName") })
    .from(contactMessages)
    .leftJoin(users, isOwner(contactMessages.ownerId))
    .where(eq(contactMessages.id, id));
  if (!found || isAutomatic) return found ? found.first : null;
  const { first, ownerName } = found;
  const sender = senderOf(from);
  const isOwned = ownerName !== null;
  const { noticeId } = await store(
    c.env,
    {
      id: asId((await sha256(`${id} ${mailId}`)).slice(0, 32)),
      name: sender === first.sender ? first.name : from,
      message: text,
      language: first.language,
      replyTo: from,
      sender,
      continues: first.continues ?? id,
      ...(isOwned && { ownerId: first.ownerId, status: "in_progress" }),
      contactStoppedAt: first.contactStoppedAt,
      createdAt: new Date(),
    },
    limits,
  );
  if (noticeId) c.executionCtx.waitUntil(sendSoon(c.env, noticeId));
  return first;
}

async function store({ DB, OFFICE_EMAIL }: Env, message: Stored, limits: readonly BatchItem<"sqlite">[]) {
  const db = database(DB);
  const noticeId = OFFICE_EMAIL === "" ? null : crypto.randomUUID();
  const notice = {
    id: noticeId ?? "",
    kind: "contactNotice",
    subjectId: message.id,
    createdAt: message.createdAt,
  } as const;
  await retried(() =>
    db.batch([
      db.insert(contactMessages).values(message).onConflictDoNothing(),
      ...(noticeId ? [db.insert(outbox).values(notice).onConflictDoNothing()] : []),
      ...limits,
    ]),
  );
  return { noticeId };
}
