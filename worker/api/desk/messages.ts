import { and, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database, retried } from "../../../db/database.ts";
import { mayCall, mayEmail } from "../../../db/model/contact-hours.ts";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact-message.ts";
import { foldedEmail, phoneDigitsOf } from "../../../db/model/person.ts";
import { applications, messageReplies, outbox, contactMessages as table, users } from "../../../db/schema.ts";
import { body, refuse } from "../../body.ts";
import { type DeskContext, type DeskEnv, hasNoMember, may } from "../../desk/member.ts";
import { isAddress } from "../../mail.ts";
import { ring } from "../../outbox.ts";

const PAGE_SIZE = 50;

const MessageChange = z.object({ status: z.enum(MESSAGE_STATUSES, "Choose a status from the list") });

/** /api/desk/messages: what came through the contact form, the longest waiting first, and answers by mail. */
export const messages = new Hono<DeskEnv>()
  .get("/messages", may("readMessages"), async (c) => {
    const show = (c.req.query("show") ?? "new") as MessageStatus;
    if (!MESSAGE_STATUSES.includes(show)) return refuse(c, 400, "Choose a status from the list.");
    const [, after = 0, afterId = ""] = /^(\d+)_(.+)$/.exec(c.req.query("cursor") ?? "") ?? [];
    const db = database(c.env.DB);
    const rows = await db
      .select({
        id: table.id,
        name: table.name,
        message: table.message,
        replyTo: table.replyTo,
        status: table.status,
        owner: users.username,
        createdAt: table.createdAt,
      })
      .from(table)
      .leftJoin(users, eq(users.id, table.ownerId))
      .where(and(eq(table.status, show), sql`(${table.createdAt}, ${table.id}) > (${Number(after)}, ${afterId})`))
      .orderBy(table.createdAt, table.id)
      .limit(PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const replies = await repliesTo(
      c,
      page.map(({ id }) => id),
    );
    const stops = await stopsAmong(
      c,
      page.flatMap(({ replyTo }) => replyTo ?? []),
    );
    const now = new Date();
    const last = page.at(-1);
    return c.json({
      messages: page.map(({ replyTo, ...message }) => ({
        ...message,
        reply: wayToReply(replyTo, stopAfter(stops, message.createdAt, replyTo), now),
        replies: replies.filter(({ messageId }) => messageId === message.id),
      })),
      next: rows.length > PAGE_SIZE && last ? `${last.createdAt.getTime()}_${last.id}` : null,
    });
  })
  .post("/messages/:id/claim", may("workOnMessage"), async (c) => {
    const db = database(c.env.DB);
    const id = c.req.param("id");
    const { member } = c.var;
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
        .leftJoin(users, eq(users.id, table.ownerId))
        .where(eq(table.id, id)),
    ]);
    if (claimed || current?.ownerId === member.id) return c.json({ ok: true, success: true });
    return current ? refuse(c, 409, `${current.username} has already taken this message.`) : unknownMessage(c);
  })
  .post("/messages/:id/status", may("workOnMessage"), body(MessageChange), async (c) => {
    const message = await ownMessage(c);
    if (message instanceof Response) return message;
    const { status } = c.req.valid("json");
    await database(c.env.DB).update(table).set({ status }).where(eq(table.id, message.id));
    return c.json({ ok: true, success: true });
  })
  .post("/messages/:id/reply", may("workOnMessage"), body(MessageReply), async (c) => {
    const message = await ownMessage(c);
    if (message instanceof Response) return message;
    if (!message.replyTo || !isAddress(message.replyTo)) {
      return refuse(c, 409, "The sender left no email address to reply to.");
    }
    if (stopAfter(await stopsAmong(c, [message.replyTo]), message.createdAt, message.replyTo)) {
      return refuse(c, 409, "The sender asked us to stop contacting them after this message.");
    }
    const db = database(c.env.DB);
    const reply = {
      id: crypto.randomUUID(),
      messageId: message.id,
      userId: c.var.member.id,
      text: c.req.valid("json").text,
      createdAt: new Date(),
    };
    const outboxId = crypto.randomUUID();
    await retried(() =>
      db.batch([
        db.insert(messageReplies).values(reply).onConflictDoNothing(),
        db
          .insert(outbox)
          .values({ id: outboxId, kind: "messageReply", subjectId: reply.id, createdAt: reply.createdAt })
          .onConflictDoNothing(),
        db.update(table).set({ status: "answered" }).where(eq(table.id, message.id)),
      ]),
    );
    c.executionCtx.waitUntil(ring(c.env, outboxId));
    return c.json({ ok: true, success: true }, 201);
  });

function repliesTo(c: DeskContext, ids: string[]) {
  return database(c.env.DB)
    .select({
      id: messageReplies.id,
      messageId: messageReplies.messageId,
      text: messageReplies.text,
      createdAt: messageReplies.createdAt,
      by: users.username,
      mail: outbox.status,
    })
    .from(messageReplies)
    .leftJoin(users, eq(users.id, messageReplies.userId))
    .leftJoin(outbox, and(eq(outbox.subjectId, messageReplies.id), eq(outbox.kind, "messageReply")))
    .where(inArray(messageReplies.messageId, ids))
    .orderBy(messageReplies.createdAt);
}

/** Who among these phone numbers and addresses has asked us, as an applicant, to stop; and when, latest first. */
function stopsAmong(c: DeskContext, ways: string[]) {
  const phones = ways.map(phoneIn).filter((digits) => digits !== "");
  return database(c.env.DB)
    .select({ phone: applications.phoneDigits, email: applications.emailFolded, at: applications.contactStoppedAt })
    .from(applications)
    .where(
      and(
        isNotNull(applications.contactStoppedAt),
        or(inArray(applications.phoneDigits, phones), inArray(applications.emailFolded, ways.map(foldedEmail))),
      ),
    )
    .orderBy(desc(applications.contactStoppedAt));
}

/** When the sender asked us to stop, if that was after the message: who writes to us later wants an answer again. */
function stopAfter(stops: Awaited<ReturnType<typeof stopsAmong>>, sentAt: Date, replyTo: string | null) {
  if (replyTo === null) return null;
  const [phone, email] = [phoneIn(replyTo), foldedEmail(replyTo)];
  const stop = stops.find((each) => each.email === email || (phone !== "" && each.phone === phone));
  return stop?.at && stop.at >= sentAt ? stop.at : null;
}

/** The digits in an address are no phone number. */
function phoneIn(replyTo: string) {
  return isAddress(replyTo) ? "" : phoneDigitsOf(replyTo);
}

/** How the sender can be answered. A phone number comes without a ZIP code, so its hours are those of the whole country. */
function wayToReply(replyTo: string | null, contactStoppedAt: Date | null, now: Date) {
  if (!replyTo) return { kind: "none" as const };
  const sender = { zip: "", consentTexts: true, contactStoppedAt, isStoppedElsewhere: true };
  const email = mayEmail(sender);
  if (isAddress(replyTo)) {
    return email.allowed
      ? { kind: "email" as const, address: replyTo }
      : { kind: "stopped" as const, reason: email.reason };
  }
  const call = mayCall(sender, now);
  return { kind: "phone" as const, call, number: call.allowed ? replyTo : null };
}

/** The message, if this member may work on it, or the answer that says why not. */
async function ownMessage(c: DeskContext) {
  const [found] = await database(c.env.DB)
    .select({ message: table, ownerName: users.username })
    .from(table)
    .leftJoin(users, eq(users.id, table.ownerId))
    .where(eq(table.id, c.req.param("id") ?? ""));
  if (!found) return unknownMessage(c);
  const { message, ownerName } = found;
  if (c.var.member.role === "manager" || message.ownerId === c.var.member.id) return message;
  return refuse(c, 409, ownerName ? `${ownerName} works on this message.` : "Take this message first.");
}

function unknownMessage(c: DeskContext) {
  return refuse(c, 404, "There is no such message.");
}
