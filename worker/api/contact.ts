import { Hono } from "hono";
import { database, retried } from "../../db/database.ts";
import { ContactMessage } from "../../db/model/contact/contact-message.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import { language } from "../../db/model/words.ts";
import { contactMessages, outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { body } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";
import { tellDesk } from "../http/tell.ts";
import { onlyPeople } from "../http/turnstile.ts";
import { sendSoon } from "../mail/owed.ts";

/** /api/contact: messages from the contact form. Tells the office by mail, if it has an address. */
export const contact = new Hono<{ Bindings: Env }>().post("/", body(ContactMessage), onlyPeople(), async (c) => {
  const { replyTo, ...message } = c.req.valid("json");
  const db = database(c.env.DB);
  const id = crypto.randomUUID();
  const createdAt = new Date();
  const notice = { id: crypto.randomUUID(), kind: "contactNotice" as const, subjectId: id, createdAt };
  const isNoticed = c.env.OFFICE_EMAIL !== "";
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
    ...(isNoticed ? [db.insert(outbox).values(notice).onConflictDoNothing()] : []),
    ...(await countStatements(c, db, "contact")),
  ] as const;
  await retried(() => db.batch(statements));
  c.executionCtx.waitUntil(tellDesk(c.env, "messages"));
  if (isNoticed) c.executionCtx.waitUntil(sendSoon(c.env, notice.id));
  return c.json({ ok: true, success: true }, 201);
});
