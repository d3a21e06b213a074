import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { Assignment, Note, SendRequest, StatusChange } from "../../../db/model/case-event.ts";
import { body, refuse } from "../../body.ts";
import { refuseUnknown, respond } from "../../desk/attempt.ts";
import { claim, move, note, possibleOwner, readCase, send, setOwner } from "../../desk/case.ts";
import { type DeskEnv, may } from "../../desk/member.ts";

/** /api/desk/case/:id: one application, and all that is done to it. */
export const cases = new Hono<DeskEnv>()
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(database(c.env.DB), c.req.param("id"), c.var.member);
    return found ? c.json(found) : refuseUnknown(c, "application");
  })
  .post("/case/:id/claim", may("claim"), async (c) =>
    respond(c, await claim(database(c.env.DB), c.req.param("id"), c.var.member), "application"),
  )
  .post("/case/:id/release", may("release"), async (c) =>
    respond(c, await setOwner(database(c.env.DB), c.req.param("id"), c.var.member, null), "application"),
  )
  .post("/case/:id/assign", may("assign"), body(Assignment), async (c) => {
    const db = database(c.env.DB);
    const owner = await possibleOwner(db, c.req.valid("json").ownerId);
    if (!owner) return refuse(c, 400, "Choose a specialist or a manager.");
    return respond(c, await setOwner(db, c.req.param("id"), c.var.member, owner), "application");
  })
  .post("/case/:id/status", may("changeStatus"), body(StatusChange), async (c) =>
    respond(c, await move(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json")), "application"),
  )
  .post("/case/:id/notes", may("addNote"), body(Note), async (c) => {
    const noted = await note(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json").text);
    return noted ? c.json({ ok: true, success: true }, 201) : refuseUnknown(c, "application");
  })
  .post("/case/:id/send", may("send"), body(SendRequest), async (c) => {
    const request = c.req.valid("json");
    const sent = await send(database(c.env.DB), c.req.param("id"), c.var.member, request);
    if (sent === "unknownRecipient") return refuse(c, 400, `Choose a ${request.kind} from the directory.`);
    return respond(c, sent, "application");
  });
