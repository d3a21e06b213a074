import { and, eq, or, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Database, database, hasRow, isOneOf, named, retried } from "../../db/database.ts";
import { mayCall } from "../../db/model/calls/contact-hours.ts";
import type { Case, MemberPress, Refused } from "../../db/model/case/case.ts";
import type { MessageStatus } from "../../db/model/contact/contact-message.ts";
import { type Message, type MessageChanges, SENDER_STOPPED } from "../../db/model/contact/message-work.ts";
import { sendersOf, stopPerson } from "../../db/model/contact/stop.ts";
import type { MailStatus } from "../../db/model/mail/mail.ts";
import { OVERDUE_UP_TO } from "../../db/model/site/statistics.ts";
import { isEmail } from "../../db/model/text.ts";
import { applications, messageReplies, outbox, contactMessages as table, users } from "../../db/schema.ts";
import { act } from "../case/act.ts";
import type { Attempt } from "../case/attempt.ts";
import { pressOf } from "../case/by-member.ts";
import { isOwner, withMerged } from "../case/store.ts";
import { committed, failUnless } from "../commit.ts";
import type { DeskContext } from "../env.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";
import { upTo } from "../queue/due.ts";

const PAGE_SIZE = 50;
const longestWaiting = z.object({ createdAt: whole, id: z.string() });

/** One page of the messages with this status, the longest waiting first. */
export async function readMessages(db: Database, status: MessageStatus, cursor: string | undefined) {
  const after = placeOf(longestWaiting, cursor, { createdAt: 0, id: "" });
  const isOnPage = and(
    eq(table.status, status),
    sql`(${table.createdAt}, ${table.id}) > (${after.createdAt}, ${after.id})`,
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
      continues: table.continues,
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
  const open = (name: "new" | "in_progress") => upTo(name, OVERDUE_UP_TO, table, eq(table.status, name));
  const counted = db.select({ new: open("new"), in_progress: open("in_progress") }).from(sql`(select 1)`);
  const firsts = sql`(select continues from ${table} where id in ${ids} and continues is not null)`;
  const isInOne = or(isOneOf(table.id, firsts), isOneOf(table.continues, firsts));
  const told = db
    .select({ id: table.id })
    .from(table)
    .where(or(isOneOf(table.id, ids), isInOne));
  const conversations = db
    .select({ id: table.id, first: table.continues, message: table.message, createdAt: table.createdAt })
    .from(table)
    .where(isInOne)
    .orderBy(...order);
  const {
    rows,
    before,
    replies,
    counted: [counts],
  } = await named(db, { rows: messages, before: conversations, replies: repliesTo(db, told), counted });
  const withReplies = <Row extends { id: string }>(message: Row) => ({
    ...message,
    replies: replies.filter(({ messageId }) => messageId === message.id),
  });
  const { shown, next } = pageOf(rows, PAGE_SIZE, longestWaiting);
  const now = new Date();
  return {
    messages: shown.map(({ replyTo, contactStoppedAt, continues, ...message }) => ({
      ...withReplies(message),
      reply: wayToReply(replyTo, contactStoppedAt, now),
      /** What was written before, if it came in answer to a reply of ours. */
      earlier: before
        .filter(({ id, first, createdAt }) => (first ?? id) === continues && createdAt < message.createdAt)
        .map(({ first: _, ...each }) => withReplies(each)),
    })),
    /** Of those that wait for an answer, up to a limit. */
    counts,
    next,
  };
}

/** A deed on a message by a rule of db/model/contact/message-work.ts. */
export function actOnMessage(
  c: DeskContext,
  id: string,
  decide: (message: Message, press: MemberPress) => MessageChanges | Refused,
): Promise<Attempt> {
  const db = database(c.env.DB);
  const press = pressOf(c);
  const outboxId = crypto.randomUUID();
  const work = async () => {
    const [found] = await db
      .select({ message: table, ownerName: sql<string | null>`${users.username}`.as("ownerName") })
      .from(table)
      .leftJoin(users, isOwner(table.ownerId))
      .where(eq(table.id, id));
    if (!found) return null;
    const { message, ownerName } = found;
    const decided = decide({ ...message, ownerName, hasAddress: isEmail(message.replyTo ?? "") }, press);
    if ("refused" in decided) return decided;
    const { reply, ...row } = decided;
    if (Object.keys(row).length === 0) return "done";
    const isAsRead = and(
      eq(table.id, id),
      sql`${table.ownerId} is ${message.ownerId} and ${table.status} = ${message.status}
        and ${table.contactStoppedAt} is ${message.contactStoppedAt?.getTime() ?? null}`,
    );
    await db.batch([
      failUnless(db, hasRow(table, isAsRead)),
      db.update(table).set(row).where(eq(table.id, id)),
      ...(reply === undefined ? [] : replyStatements(db, { id, reply, press, outboxId })),
    ]);
    return reply === undefined ? "done" : { outboxId };
  };
  return committed(() => retried(work));
}

/** The answer and its mail. Safe to repeat after a lost reply. */
function replyStatements(
  db: Database,
  { id, reply, press, outboxId }: { id: string; reply: string; press: MemberPress; outboxId: string },
) {
  return [
    db
      .insert(messageReplies)
      .values({ id: press.id, messageId: id, userId: press.by.id, text: reply, createdAt: press.at })
      .onConflictDoNothing(),
    db
      .insert(outbox)
      .values({ id: outboxId, kind: "messageReply", subjectId: press.id, createdAt: press.at })
      .onConflictDoNothing(),
  ] as const;
}

/** Notes that this sender asked us to stop. Applies to all with that phone or e-mail. Refused without either. */
export async function recordStopInMessage(c: DeskContext, id: string): Promise<Attempt> {
  const db = database(c.env.DB);
  const [message] = await db.select({ sender: table.sender }).from(table).where(eq(table.id, id));
  if (!message) return null;
  const { sender } = message;
  if (!sender) return { refused: "The sender left no phone number or email. Look for their application in the queue." };
  const press = pressOf(c);
  const isFromSender = ({ application }: Case) => [application.phoneDigits, application.emailFolded].includes(sender);
  const wrote = sql`(${applications.phoneDigits} = ${sender} or ${applications.emailFolded} = ${sender})`;
  await act(c, withMerged(db, wrote), {
    press,
    decide: (cases) => ({
      deeds: stopPerson(cases, isFromSender, "message", press),
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

/** How to reach the sender. A phone number has no ZIP code, so its hours are those lawful everywhere. */
function wayToReply(replyTo: string | null, contactStoppedAt: Date | null, now: Date) {
  if (contactStoppedAt) return { kind: "stopped" as const, reason: SENDER_STOPPED };
  if (!replyTo) return { kind: "none" as const };
  if (isEmail(replyTo)) return { kind: "email" as const, address: replyTo };
  const call = mayCall({ zip: "", consentTexts: true, contactStoppedAt }, now);
  return { kind: "phone" as const, call, number: call.allowed ? replyTo : null };
}
