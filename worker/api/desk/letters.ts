import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { LetterTemplateChange, LetterTemplateForm, LetterToSend } from "../../../db/model/letters/letter-template.ts";
import { refuseUnknown, respond } from "../../case/attempt.ts";
import { body, refuse } from "../../http/body.ts";
import { addPresets, addTemplate, changeTemplate, lettersFor, sendLetter, templatesIn } from "../../letters/letters.ts";
import { type DeskEnv, may } from "../../staff/member.ts";

/** /api/desk/letters: the templates. /api/desk/case/:id/letters: filled for one application, and sending one. */
export const letters = new Hono<DeskEnv>()
  .get("/letters", may("readLetters"), async (c) => c.json({ templates: await templatesIn(database(c.env.DB)) }))
  .post("/letters", may("editLetters"), body(LetterTemplateForm), async (c) => {
    const added = await addTemplate(database(c.env.DB), c.var.member, c.req.valid("json"));
    return added === "done" ? c.json({ ok: true, success: true }, 201) : refuse(c, 409, added.refused);
  })
  .post("/letters/presets", may("editLetters"), async (c) => {
    await addPresets(database(c.env.DB), c.var.member);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/letters/:id", may("editLetters"), body(LetterTemplateChange), async (c) =>
    respond(
      c,
      await changeTemplate(database(c.env.DB), c.var.member, c.req.param("id"), c.req.valid("json")),
      "letter",
    ),
  )
  .get("/case/:id/letters", may("readCase"), async (c) => {
    const found = await lettersFor(database(c.env.DB), c.req.param("id"), c.var.member);
    return found ? c.json(found) : refuseUnknown(c, "application");
  })
  .post("/case/:id/letters", may("sendLetter"), body(LetterToSend), (c) => sendLetter(c, c.req.valid("json")));
