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
  PaperRequest,
  Reopening,
  StatusChange,
  StopRequest,
} from "../../../db/model/case/case-event.ts";
import { move, reopen } from "../../../db/model/case/move.ts";
import { NextAction } from "../../../db/model/case/next-action.ts";
import { claim, giveTo } from "../../../db/model/case/owner.ts";
import { note, plan } from "../../../db/model/case/work.ts";
import { CorrectionByMember } from "../../../db/model/contact/correction.ts";
import { PhoneApplication } from "../../../db/model/form/by-phone.ts";
import { answerOfRecipient, endLink } from "../../../db/model/introductions/recipient-answer.ts";
import { askForPapers, notePaper } from "../../../db/model/papers/paper-deeds.ts";
import { possibleOwner } from "../../../db/model/staff/member.ts";
import { recordCall, recordStop, takeBackCall } from "../../calls/call.ts";
import { actOnCase } from "../../case/act.ts";
import { refuseUnknown } from "../../case/attempt.ts";
import { answer, caseIn, deed, pressOf } from "../../case/by-member.ts";
import { mergeCases, splitCases } from "../../case/merge.ts";
import { correctContactOf } from "../../contact/correct-by-member.ts";
import type { DeskEnv } from "../../env.ts";
import { takeByPhone } from "../../form/intake.ts";
import { body, refuse } from "../../http/body.ts";
import { askPermission, recordByPhone, sendTo } from "../../introductions/introduction.ts";
import { recipientsFor } from "../../introductions/recipients.ts";
import { fileResponse, filesAtDesk } from "../../papers/show.ts";
import { may } from "../../staff/member.ts";
import { colleagues } from "../../staff/members.ts";
import { readCase } from "../../views/desk-case.ts";

const NO_OWNER = "Choose a specialist or a manager.";

/** /api/desk/case/:id: one application, and every deed on it. POST /api/desk/intake makes one by phone. */
export const cases = new Hono<DeskEnv>()
  .post("/intake", may("takeByPhone"), body(PhoneApplication), (c) => takeByPhone(c, c.req.valid("json")))
  .get("/case/:id", may("readCase"), async (c) => {
    const found = await readCase(c, c.req.param("id"));
    return found ? c.json(found) : refuseUnknown(c, "application");
  })
  .post("/case/:id/claim", may("claim"), (c) => deed(c, claim))
  .post("/case/:id/release", may("release"), (c) => deed(c, (kase, press) => giveTo(kase, null, press)))
  .post("/case/:id/assign", may("assign"), body(Assignment), async (c) => {
    const press = pressOf(c);
    const { ownerId } = c.req.valid("json");
    const done = await actOnCase(c, caseIn(c), {
      press,
      also: { everybody: colleagues(database(c.env.DB)) },
      decide: (kase, { everybody }) => {
        const owner = possibleOwner(everybody, ownerId);
        return owner ? giveTo(kase, owner, press) : { refused: NO_OWNER };
      },
    });
    return done && "refused" in done && done.refused === NO_OWNER ? refuse(c, 400, NO_OWNER) : answer(c, done);
  })
  .post("/case/:id/status", may("changeStatus"), body(StatusChange), (c) =>
    deed(c, (kase, press) => move(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/reopen", may("reopen"), body(Reopening), (c) =>
    deed(c, (kase, press) => reopen(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/merge", may("mergeDuplicates"), body(OtherApplication), (c) =>
    mergeCases(c, c.req.valid("json").other),
  )
  .post("/case/:id/split", may("mergeDuplicates"), body(OtherApplication), (c) =>
    splitCases(c, c.req.valid("json").other),
  )
  .post("/case/:id/notes", may("addNote"), body(Note), (c) =>
    deed(c, (kase, press) => note(kase, c.req.valid("json").text, press), 201),
  )
  .post("/case/:id/correct", may("correctContact"), body(CorrectionByMember), (c) =>
    correctContactOf(c, c.req.valid("json")),
  )
  .post("/case/:id/calls", may("recordCall"), body(Call), (c) => recordCall(c, c.req.valid("json")))
  .post("/case/:id/calls/undo", may("undoCall"), body(CallUndo), (c) => takeBackCall(c, c.req.valid("json").call))
  .put("/case/:id/next", may("setNext"), body(NextAction), (c) =>
    deed(c, (kase, press) => plan(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/stop", may("recordStop"), body(StopRequest), async (c) =>
    answer(c, await recordStop(c, c.req.valid("json").how)),
  )
  .get("/case/:id/recipients", may("readCase"), async (c) => {
    const possible = await recipientsFor(database(c.env.DB), c.req.param("id"));
    return possible ? c.json(possible) : refuseUnknown(c, "application");
  })
  .post("/case/:id/papers", may("recordPapers"), body(PaperChange), (c) =>
    deed(c, (kase, press) => notePaper(kase, c.req.valid("json"), press)),
  )
  .post("/case/:id/papers/ask", may("askForPapers"), body(PaperRequest), (c) =>
    deed(c, (kase, press) => askForPapers(kase, c.req.valid("json").papers, press)),
  )
  .get("/case/:id/papers/:fileId", may("seePapers"), async (c) => {
    const { id, fileId } = c.req.param();
    const files = await filesAtDesk(database(c.env.DB), id);
    const response = await fileResponse(
      c,
      files.find((file) => file.id === fileId),
    );
    return response ?? refuse(c, 404, "There is no such file. The applicant may have deleted it.");
  })
  .post("/case/:id/referrals/:referralId/answer", may("recordAnswer"), body(AnswerOfRecipient), (c) =>
    deed(c, (kase, press) => answerOfRecipient(kase, c.req.param("referralId"), c.req.valid("json").answer, press)),
  )
  .post("/case/:id/referrals/:referralId/end-link", may("endLink"), (c) =>
    deed(c, (kase, press) => endLink(kase, c.req.param("referralId"), press)),
  )
  .post("/case/:id/permissions", may("askPermission"), body(Introduction), (c) => askPermission(c, c.req.valid("json")))
  .post("/case/:id/permissions/phone", may("recordPermission"), body(AnswerByPhone), (c) =>
    recordByPhone(c, c.req.valid("json")),
  )
  .post("/case/:id/send", may("send"), body(Introduction), (c) => sendTo(c, c.req.valid("json")));
