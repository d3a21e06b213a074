import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { move, reopen } from "../../../db/model/case/move.ts";
import { claim, giveTo } from "../../../db/model/case/owner.ts";
import { note, notePaper, plan } from "../../../db/model/case/work.ts";
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
import { actOnCase } from "../../case/act.ts";
import { type Attempt, refuseUnknown, respond } from "../../desk/attempt.ts";
import { recordCall, undoCall } from "../../desk/call.ts";
import { possibleOwner, readCase, recordStop } from "../../desk/case.ts";
import { correctByMember } from "../../desk/correction.ts";
import { answer, deed, pressOf } from "../../desk/deed.ts";
import { askPermission, recordByPhone, send } from "../../desk/introduction.ts";
import { type DeskContext, type DeskEnv, may, noteShown } from "../../desk/member.ts";
import { merge, split } from "../../desk/merge.ts";
import { recordAnswer } from "../../desk/recipient-answer.ts";
import { recipientsFor } from "../../desk/recipients.ts";

const NO_OWNER = "Choose a specialist or a manager.";

/** /api/desk/case/:id: one application, and all that is done to it. */
export const cases = new Hono<DeskEnv>()
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(database(c.env.DB), c.req.param("id"), c.var.member);
    if (!found) return refuseUnknown(c, "application");
    const others = [...found.duplicates, ...(found.mergedInto ? [found.mergedInto] : [])].map(({ id }) => id);
    if (others.length > 0) await noteShown(c, "seeDuplicates", others);
    return c.json(found);
  })
  .post("/case/:id/claim", may("claim"), (c) => deed(c, claim))
  .post("/case/:id/release", may("release"), (c) => deed(c, (kase, press) => giveTo(kase, null, press)))
  .post("/case/:id/assign", may("assign"), body(Assignment), async (c) => {
    const press = pressOf(c);
    const owner = possibleOwner(database(c.env.DB), c.req.valid("json").ownerId);
    const done = await actOnCase(c, c.req.param("id"), {
      press,
      also: [owner],
      decide: (kase, [[owner]]) => (owner ? giveTo(kase, owner, press) : { refused: NO_OWNER }),
    });
    return done && "refused" in done && done.refused === NO_OWNER ? refuse(c, 400, NO_OWNER) : answer(c, done);
  })
  .post("/case/:id/status", may("changeStatus"), body(StatusChange), (c) =>
    deed(c, (kase, press) => move(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/reopen", may("reopen"), body(Reopening), (c) =>
    deed(c, (kase, press) => reopen(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/merge", may("mergeDuplicates"), body(OtherApplication), async (c) => {
    const { other } = c.req.valid("json");
    return respond(c, await merge(database(c.env.DB), c.req.param("id"), c.var.member, other), "application");
  })
  .post("/case/:id/split", may("mergeDuplicates"), body(OtherApplication), async (c) => {
    const { other } = c.req.valid("json");
    return respond(c, await split(database(c.env.DB), c.req.param("id"), c.var.member, other), "application");
  })
  .post("/case/:id/notes", may("addNote"), body(Note), (c) =>
    deed(c, (kase, press) => note(kase, c.req.valid("json").text, press), 201),
  )
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
  .put("/case/:id/next", may("setNext"), body(NextAction), (c) =>
    deed(c, (kase, press) => plan(kase, c.req.valid("json"), press)),
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
  .post("/case/:id/papers", may("recordPapers"), body(PaperChange), (c) =>
    deed(c, (kase, press) => notePaper(kase, c.req.valid("json"), press)),
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
