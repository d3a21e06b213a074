import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { type Database, database, retried } from "../../db/database.ts";
import { mayCall } from "../../db/model/calls/contact-hours.ts";
import type { Case, Refused } from "../../db/model/case/case.ts";
import type { MessageStatus } from "../../db/model/contact/contact-message.ts";
import { sendersOf, stopPerson } from "../../db/model/contact/stop.ts";
import type { MailStatus } from "../../db/model/mail/mail.ts";
import { applications, messageReplies, outbox, contactMessages as table, users } from "../../db/schema.ts";
import { act } from "../case/act.ts";
import type { Attempt } from "../case/attempt.ts";
import { pressOf } from "../case/by-member.ts";
import { isAddress } from "../mail/send.ts";
import { type DeskContext, hasNoMember, isOwner } from "../staff/member.ts";
import type { Member } from "../staff/session.ts";
import { withMerged } from "./person.ts";

/** Messages from the contact form as the desk works on them. */

const PAGE_SIZE = 50;
const STOPPED = "The sender asked us to stop contacting them, in this message or after it.";

type Message = typeof table.$inferSelect;

/** One page of the messages with this status, the longest waiting first. A cursor that is none of ours starts at the front. */
export async function readMessages(db: Database, status: MessageStatus, cursor = "") {
  const [, after = 0, afterId = ""] = /^(\d+)_(.+)$/.exec(cursor) ?? [];
  const isOnPage = and(
    eq(table.status, status),
    sql`(${table.createdAt}, ${table.id}) > (${Number(after)}, ${afterId})`,
  );
  const order = [table.createdAt, table.id] as const;
  const ids = db
    .select({ id: table.id })
    .from(table)
    .where(isOnPage)
    .orderBy(...order)
    .limit(PAGE_SIZE);
  const messages = db
    .select({
      id: table.id,
      name: table.name,
      language: table.language,
      message: table.message,
      replyTo: table.replyTo,
      contactStoppedAt: table.contactStoppedAt,
      status: table.status,
      owner: sql<string | null>`${users.username}`.as("owner"),
      createdAt: table.createdAt,
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .where(isOnPage)
    .orderBy(...order)
    .limit(PAGE_SIZE + 1);
  const [rows, replies] = await db.batch([messages, repliesTo(db, ids)]);
  const page = rows.slice(0, PAGE_SIZE);
  const now = new Date();
  const last = page.at(-1);
  return {
    messages: page.map(({ replyTo, contactStoppedAt, ...message }) => ({
      ...message,
      reply: wayToReply(replyTo, contactStoppedAt, now),
      replies: replies.filter(({ messageId }) => messageId === message.id),
    })),
    next: rows.length > PAGE_SIZE && last ? `${last.createdAt.getTime()}_${last.id}` : null,
  };
}

/** Makes the member the owner, if nobody works on it; again is as good as once. Refused when somebody else was first. */
export async function claim(db: Database, id: string, member: Member): Promise<Attempt> {
  const [[claimed], [current]] = await db.batch([
    db
      .update(table)
      .set({
        ownerId: member.id,
        status: sql`case when ${table.status} = 'new' then 'in_progress' else ${table.status} end`,
      })
      .where(and(eq(table.id, id), hasNoMember(table.ownerId)))
      .returning({ id: table.id }),
    db
      .select({ ownerId: table.ownerId, username: users.username })
      .from(table)
      .leftJoin(users, isOwner(table.ownerId))
      .where(eq(table.id, id)),
  ]);
  if (claimed || current?.ownerId === member.id) return "done";
  return current ? { refused: `${current.username} has already taken this message.` } : null;
}

/** Changes the status, from any to any. Refused when the member may not work on it. */
export async function setStatus(db: Database, id: string, member: Member, status: MessageStatus): Promise<Attempt> {
  const message = await ownMessage(db, id, member);
  if (!message || "refused" in message) return message;
  await db.update(table).set({ status }).where(eq(table.id, id));
  return "done";
}

/**
 * Owes the sender this text by mail; the id of the mail, which waits to be rung for. Refused when the member may not work on
 * the message, and when its sender left no address or asked us to stop since.
 */
export async function reply(db: Database, id: string, member: Member, text: string): Promise<Attempt> {
  const message = await ownMessage(db, id, member);
  if (!message || "refused" in message) return message;
  const { replyTo, contactStoppedAt } = message;
  if (contactStoppedAt) return { refused: STOPPED };
  if (!replyTo || !isAddress(replyTo)) return { refused: "The sender left no email address to reply to." };
  const stored = { id: crypto.randomUUID(), messageId: id, userId: member.id, text, createdAt: new Date() };
  const outboxId = crypto.randomUUID();
  await retried(() =>
    db.batch([
      db.insert(messageReplies).values(stored).onConflictDoNothing(),
      db
        .insert(outbox)
        .values({ id: outboxId, kind: "messageReply", subjectId: stored.id, createdAt: stored.createdAt })
        .onConflictDoNothing(),
      db.update(table).set({ status: "answered" }).where(eq(table.id, id)),
    ]),
  );
  return { outboxId };
}

/**
 * The sender asked in this message to stop: stops contact with whoever has its phone number or e-mail, which any member may.
 * Refused when it names neither.
 */
export async function recordStopInMessage(c: DeskContext, id: string): Promise<Attempt> {
  const db = database(c.env.DB);
  const [message] = await db.select({ sender: table.sender }).from(table).where(eq(table.id, id));
  if (!message) return null;
  const { sender } = message;
  if (!sender) return { refused: "The sender left no phone number or email. Look for their application in the queue." };
  const press = pressOf(c);
  const isThis = ({ application }: Case) => [application.phoneDigits, application.emailFolded].includes(sender);
  const wrote = sql`(${applications.phoneDigits} = ${sender} or ${applications.emailFolded} = ${sender})`;
  await act(c, withMerged(db, wrote), {
    press,
    decide: (cases) => ({
      deeds: stopPerson(cases, isThis, "message", press),
      stoppedSenders: [sender, ...sendersOf(cases)],
    }),
  });
  return "done";
}

function repliesTo(db: Database, ids: SQLWrapper) {
  return db
    .select({
      id: messageReplies.id,
      messageId: messageReplies.messageId,
      text: messageReplies.text,
      createdAt: messageReplies.createdAt,
      by: sql<string | null>`${users.username}`.as("by"),
      mail: sql<MailStatus | null>`${outbox.status}`.as("mail"),
    })
    .from(messageReplies)
    .leftJoin(users, eq(users.id, messageReplies.userId))
    .leftJoin(outbox, and(eq(outbox.subjectId, messageReplies.id), eq(outbox.kind, "messageReply")))
    .where(sql`${messageReplies.messageId} in ${ids}`)
    .orderBy(messageReplies.createdAt);
}

/** How the sender can be reached. A phone number comes without a ZIP code, so its hours are those of the whole country. */
function wayToReply(replyTo: string | null, contactStoppedAt: Date | null, now: Date) {
  if (contactStoppedAt) return { kind: "stopped" as const, reason: STOPPED };
  if (!replyTo) return { kind: "none" as const };
  if (isAddress(replyTo)) return { kind: "email" as const, address: replyTo };
  const call = mayCall({ zip: "", consentTexts: true, contactStoppedAt }, now);
  return { kind: "phone" as const, call, number: call.allowed ? replyTo : null };
}

/** The message, if this member may work on it; null when there is none with this id. */
async function ownMessage(db: Database, id: string, member: Member): Promise<Message | Refused | null> {
  const [found] = await db
    .select({ message: table, ownerName: users.username })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .where(eq(table.id, id));
  if (!found) return null;
  const { message, ownerName } = found;
  if (member.role === "manager" || message.ownerId === member.id) return message;
  return { refused: ownerName ? `${ownerName} works on this message.` : "Take this message first." };
}
