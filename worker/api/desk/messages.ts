import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../../db/database.ts";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact-message.ts";
import { body, refuse } from "../../body.ts";
import type { Attempt } from "../../desk/attempt.ts";
import { type DeskContext, type DeskEnv, may } from "../../desk/member.ts";
import { claim, readMessages, reply, setStatus } from "../../desk/messages.ts";
import { ring } from "../../outbox.ts";

const MessageChange = z.object({ status: z.enum(MESSAGE_STATUSES, "Choose a status from the list") });

/** /api/desk/messages: what came through the contact form, and replies to it by mail. */
export const messages = new Hono<DeskEnv>()
  .get("/messages", may("readMessages"), async (c) => {
    const show = (c.req.query("show") ?? "new") as MessageStatus;
    if (!MESSAGE_STATUSES.includes(show)) return refuse(c, 400, "Choose a status from the list.");
    return c.json(await readMessages(database(c.env.DB), show, c.req.query("cursor")));
  })
  .post("/messages/:id/claim", may("workOnMessage"), async (c) =>
    respond(c, await claim(database(c.env.DB), c.req.param("id"), c.var.member)),
  )
  .post("/messages/:id/status", may("workOnMessage"), body(MessageChange), async (c) => {
    const { status } = c.req.valid("json");
    return respond(c, await setStatus(database(c.env.DB), c.req.param("id"), c.var.member, status));
  })
  .post("/messages/:id/reply", may("workOnMessage"), body(MessageReply), async (c) => {
    const { text } = c.req.valid("json");
    const replied = await reply(database(c.env.DB), c.req.param("id"), c.var.member, text);
    if (!replied) return unknownMessage(c);
    if ("refused" in replied) return refuse(c, 409, replied.refused);
    c.executionCtx.waitUntil(ring(c.env, replied.outboxId));
    return c.json({ ok: true, success: true }, 201);
  });

function respond(c: DeskContext, attempt: Attempt) {
  if (attempt === "done") return c.json({ ok: true, success: true });
  return attempt ? refuse(c, 409, attempt.refused) : unknownMessage(c);
}

function unknownMessage(c: DeskContext) {
  return refuse(c, 404, "There is no such message.");
}
