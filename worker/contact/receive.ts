import type { Context } from "hono";
import { database, retried } from "../../db/database.ts";
import type { ContactMessage } from "../../db/model/contact/contact-message.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import { language } from "../../db/model/words.ts";
import { contactMessages, outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { countStatements } from "../http/limits.ts";

/** Stores a message in the language of its request, with the notice that we owe the office. `noticeId`: null if it has no address. */
export async function receiveMessage(c: Context<{ Bindings: Env }>, { replyTo, ...message }: ContactMessage) {
  const db = database(c.env.DB);
  const id = crypto.randomUUID();
  const createdAt = new Date();
  const noticeId = c.env.OFFICE_EMAIL === "" ? null : crypto.randomUUID();
  const statements = [
    db
      .insert(contactMessages)
      .values({
        id,
        ...message,
        language: language(),
        replyTo: replyTo || null,
        sender: replyTo ? senderOf(replyTo) : null,
        createdAt,
      })
      .onConflictDoNothing(),
    ...(noticeId
      ? [
          db
            .insert(outbox)
            .values({ id: noticeId, kind: "contactNotice", subjectId: id, createdAt })
            .onConflictDoNothing(),
        ]
      : []),
    ...(await countStatements(c, db, "contact")),
  ] as const;
  await retried(() => db.batch(statements));
  return { noticeId };
}
