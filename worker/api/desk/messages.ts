import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../../db/database.ts";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact/contact-message.ts";
import { answerMessage, claimMessage, moveMessage } from "../../../db/model/contact/message-work.ts";
import { respond } from "../../case/attempt.ts";
import { actOnMessage, readMessages, recordStopInMessage } from "../../contact/messages.ts";
import type { DeskEnv } from "../../env.ts";
import { body, refuse } from "../../http/body.ts";
import { may } from "../../staff/member.ts";

const MessageChange = z.object({ status: z.enum(MESSAGE_STATUSES, "Choose a status from the list") });

/** /api/desk/messages: messages from the contact form, and answers by mail. */
export const messages = new Hono<DeskEnv>()
  .get("/messages", may("readMessages"), async (c) => {
    const show = (c.req.query("show") ?? "new") as MessageStatus;
    if (!MESSAGE_STATUSES.includes(show)) return refuse(c, 400, "Choose a status from the list.");
    return c.json(await readMessages(database(c.env.DB), show, c.req.query("cursor")));
  })
  .post("/messages/:id/claim", may("workOnMessage"), async (c) =>
    respond(c, await actOnMessage(c, c.req.param("id"), claimMessage), "message"),
  )
  .post("/messages/:id/status", may("workOnMessage"), body(MessageChange), async (c) => {
    const { status } = c.req.valid("json");
    const moved = await actOnMessage(c, c.req.param("id"), (message, press) => moveMessage(message, status, press));
    return respond(c, moved, "message");
  })
  .post("/messages/:id/stop", may("recordStop"), async (c) =>
    respond(c, await recordStopInMessage(c, c.req.param("id")), "message"),
  )
  .post("/messages/:id/reply", may("workOnMessage"), body(MessageReply), async (c) => {
    const { text } = c.req.valid("json");
    const answered = await actOnMessage(c, c.req.param("id"), (message, press) => answerMessage(message, text, press));
    return respond(c, answered, "message");
  });
