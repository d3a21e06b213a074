import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import {
  Assignment,
  Call,
  Introduction,
  Note,
  OtherApplication,
  StatusChange,
  StopRequest,
  YesByPhone,
} from "../../../db/model/case-event.ts";
import { CorrectionByMember } from "../../../db/model/correction.ts";
import { body, refuse } from "../../body.ts";
import { type Attempt, refuseUnknown, respond } from "../../desk/attempt.ts";
import { claim, move, note, possibleOwner, readCase, recordCall, recordStop, setOwner } from "../../desk/case.ts";
import { correctByMember } from "../../desk/correction.ts";
import { askPermission, recordYes, send } from "../../desk/introduction.ts";
import { type DeskContext, type DeskEnv, may } from "../../desk/member.ts";
import { merge, split } from "../../desk/merge.ts";

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
  .post("/case/:id/merge", may("mergeDuplicates"), body(OtherApplication), async (c) => {
    const { other } = c.req.valid("json");
    return respond(c, await merge(database(c.env.DB), c.req.param("id"), c.var.member, other), "application");
  })
  .post("/case/:id/split", may("mergeDuplicates"), body(OtherApplication), async (c) => {
    const { other } = c.req.valid("json");
    return respond(c, await split(database(c.env.DB), c.req.param("id"), c.var.member, other), "application");
  })
  .post("/case/:id/notes", may("addNote"), body(Note), async (c) => {
    const noted = await note(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json").text);
    return noted ? c.json({ ok: true, success: true }, 201) : refuseUnknown(c, "application");
  })
  .post("/case/:id/correct", may("correctContact"), body(CorrectionByMember), async (c) =>
    respond(
      c,
      await correctByMember(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json")),
      "application",
    ),
  )
  .post("/case/:id/calls", may("recordCall"), body(Call), async (c) => {
    const { outcome } = c.req.valid("json");
    return respond(c, await recordCall(database(c.env.DB), c.req.param("id"), c.var.member, outcome), "application");
  })
  .post("/case/:id/stop", may("recordStop"), body(StopRequest), async (c) => {
    const { how } = c.req.valid("json");
    const isKnown = await recordStop(database(c.env.DB), c.req.param("id"), c.var.member, how);
    return respond(c, isKnown ? "done" : null, "application");
  })
  .post("/case/:id/permissions", may("askPermission"), body(Introduction), async (c) =>
    introduced(c, await askPermission(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  )
  .post("/case/:id/permissions/phone", may("recordPermission"), body(YesByPhone), async (c) =>
    introduced(c, await recordYes(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  )
  .post("/case/:id/send", may("send"), body(Introduction), async (c) =>
    introduced(c, await send(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  );

function introduced(c: DeskContext, attempt: Attempt | "unknownRecipient") {
  if (attempt === "unknownRecipient") return refuse(c, 400, "Choose a lender or dealer from the directory.");
  return respond(c, attempt, "application");
}
