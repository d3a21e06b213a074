import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { Assignment, Note, SendRequest, StatusChange } from "../../../db/model/case-event.ts";
import { body, refuse } from "../../body.ts";
import type { Attempt } from "../../desk/attempt.ts";
import { claim, move, note, possibleOwner, readCase, send, setOwner } from "../../desk/case.ts";
import { type DeskContext, type DeskEnv, may } from "../../desk/member.ts";
import { ring } from "../../outbox.ts";

/** /api/desk/case/:id: one application, and all that is done to it. */
export const cases = new Hono<DeskEnv>()
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(database(c.env.DB), c.req.param("id"), c.var.member);
    return found ? c.json(found) : unknownCase(c);
  })
  .post("/case/:id/claim", may("claim"), async (c) =>
    respond(c, await claim(database(c.env.DB), c.req.param("id"), c.var.member)),
  )
  .post("/case/:id/release", may("release"), async (c) =>
    respond(c, await setOwner(database(c.env.DB), c.req.param("id"), c.var.member, null)),
  )
  .post("/case/:id/assign", may("assign"), body(Assignment), async (c) => {
    const db = database(c.env.DB);
    const owner = await possibleOwner(db, c.req.valid("json").ownerId);
    if (!owner) return refuse(c, 400, "Choose a specialist or a manager.");
    return respond(c, await setOwner(db, c.req.param("id"), c.var.member, owner));
  })
  .post("/case/:id/status", may("changeStatus"), body(StatusChange), async (c) =>
    respond(c, await move(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  )
  .post("/case/:id/notes", may("addNote"), body(Note), async (c) => {
    const noted = await note(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json").text);
    return noted ? c.json({ ok: true, success: true }, 201) : unknownCase(c);
  })
  .post("/case/:id/send", may("send"), body(SendRequest), async (c) => {
    const request = c.req.valid("json");
    const sent = await send(database(c.env.DB), c.req.param("id"), c.var.member, request);
    if (!sent) return unknownCase(c);
    if (sent === "unknownRecipient") return refuse(c, 400, `Choose a ${request.kind} from the directory.`);
    if ("refused" in sent) return refuse(c, 409, sent.refused);
    c.executionCtx.waitUntil(ring(c.env, sent.outboxId));
    return c.json({ ok: true, success: true }, 201);
  });

function respond(c: DeskContext, attempt: Attempt) {
  if (attempt === "done") return c.json({ ok: true, success: true });
  return attempt ? refuse(c, 409, attempt.refused) : unknownCase(c);
}

function unknownCase(c: DeskContext) {
  return refuse(c, 404, "There is no such application.");
}
