import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import {
  AnswerByPhone,
  AnswerOfRecipient,
  Assignment,
  Call,
  CallUndo,
  Introduction,
  Note,
  OtherApplication,
  PaperChange,
  Reopening,
  StatusChange,
  StopRequest,
} from "../../../db/model/case-event.ts";
import { CorrectionByMember } from "../../../db/model/correction.ts";
import { NextAction } from "../../../db/model/next-action.ts";
import { body, refuse } from "../../body.ts";
import { type Attempt, refuseUnknown, respond } from "../../desk/attempt.ts";
import { recordCall, undoCall } from "../../desk/call.ts";
import { claim, note, possibleOwner, readCase, recordStop, setOwner } from "../../desk/case.ts";
import { correctByMember } from "../../desk/correction.ts";
import { askPermission, recordByPhone, send } from "../../desk/introduction.ts";
import { type DeskContext, type DeskEnv, may, noteShown } from "../../desk/member.ts";
import { merge, split } from "../../desk/merge.ts";
import { setNext } from "../../desk/next-action.ts";
import { recordPaper } from "../../desk/papers.ts";
import { recordAnswer } from "../../desk/recipient-answer.ts";
import { recipientsFor } from "../../desk/recipients.ts";
import { move, reopen } from "../../desk/status.ts";

/** /api/desk/case/:id: one application, and all that is done to it. */
export const cases = new Hono<DeskEnv>()
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(database(c.env.DB), c.req.param("id"), c.var.member);
    if (!found) return refuseUnknown(c, "application");
    const others = [...found.duplicates, ...(found.mergedInto ? [found.mergedInto] : [])].map(({ id }) => id);
    if (others.length > 0) await noteShown(c, "seeDuplicates", others);
    return c.json(found);
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
  .post("/case/:id/reopen", may("reopen"), body(Reopening), async (c) =>
    respond(c, await reopen(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json")), "application"),
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
    const recorded = await recordCall(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"));
    if (!recorded || "refused" in recorded) return respond(c, recorded, "application");
    return c.json({ ok: true, success: true, ...recorded });
  })
  .post("/case/:id/calls/undo", may("undoCall"), body(CallUndo), async (c) => {
    const { call } = c.req.valid("json");
    return respond(c, await undoCall(database(c.env.DB), c.req.param("id"), c.var.member, call), "application");
  })
  .put("/case/:id/next", may("setNext"), body(NextAction), async (c) =>
    respond(c, await setNext(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json")), "application"),
  )
  .post("/case/:id/stop", may("recordStop"), body(StopRequest), async (c) => {
    const { how } = c.req.valid("json");
    const isKnown = await recordStop(database(c.env.DB), c.req.param("id"), c.var.member, how);
    return respond(c, isKnown ? "done" : null, "application");
  })
  .get("/case/:id/recipients", may("readCase"), async (c) => {
    const possible = await recipientsFor(database(c.env.DB), c.req.param("id"));
    return possible ? c.json(possible) : refuseUnknown(c, "application");
  })
  .post("/case/:id/papers", may("recordPapers"), body(PaperChange), async (c) =>
    respond(
      c,
      await recordPaper(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json")),
      "application",
    ),
  )
  .post("/case/:id/referrals/:referralId/answer", may("recordAnswer"), body(AnswerOfRecipient), async (c) => {
    const { id, referralId } = c.req.param();
    const { answer } = c.req.valid("json");
    return respond(c, await recordAnswer(database(c.env.DB), id, referralId, c.var.member, answer), "application");
  })
  .post("/case/:id/permissions", may("askPermission"), body(Introduction), async (c) =>
    introduced(c, await askPermission(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  )
  .post("/case/:id/permissions/phone", may("recordPermission"), body(AnswerByPhone), async (c) =>
    introduced(c, await recordByPhone(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  )
  .post("/case/:id/send", may("send"), body(Introduction), async (c) =>
    introduced(c, await send(database(c.env.DB), c.req.param("id"), c.var.member, c.req.valid("json"))),
  );

function introduced(c: DeskContext, attempt: Attempt | "unknownRecipient") {
  if (attempt === "unknownRecipient") return refuse(c, 400, "Choose a lender or dealer from the directory.");
  return respond(c, attempt, "application");
}
