import { Hono } from "hono";
import { ContactMessage } from "../../db/model/contact/contact-message.ts";
import { receiveMessage } from "../contact/receive.ts";
import type { Env } from "../env.ts";
import { body } from "../http/body.ts";
import { onlyPeople } from "../http/turnstile.ts";
import { sendSoon } from "../owed-mail.ts";

/** /api/contact: messages from the contact form. Tells the office by mail, if it has an address. */
export const contact = new Hono<{ Bindings: Env }>().post("/", body(ContactMessage), onlyPeople(), async (c) => {
  const { noticeId } = await receiveMessage(c, c.req.valid("json"));
  if (noticeId) c.executionCtx.waitUntil(sendSoon(c.env, noticeId));
  return c.json({ ok: true, success: true }, 201);
});
