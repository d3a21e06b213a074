import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { LetterTemplateChange, LetterTemplateForm, LetterToSend } from "../../../db/model/letters/letter-template.ts";
import { refuseUnknown, respond } from "../../case/attempt.ts";
import type { DeskEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { addPresets, lettersFor, saveTemplate, sendLetter, templatesIn } from "../../letters/letters.ts";
import { may } from "../../staff/member.ts";

/** /api/desk/letters: the templates. /api/desk/case/:id/letters: filled for one application, and sending one. */
export const letters = new Hono<DeskEnv>()
  .get("/letters", may("readLetters"), async (c) => c.json({ templates: await templatesIn(database(c.env.DB)) }))
  .post("/letters", may("editLetters"), body(LetterTemplateForm), async (c) => {
    const added = await saveTemplate(database(c.env.DB), c.var.member, c.req.valid("json"));
    return added === "done" ? c.json({ ok: true, success: true }, 201) : respond(c, added, "letter");
  })
  .post("/letters/presets", may("editLetters"), async (c) => {
    await addPresets(database(c.env.DB), c.var.member);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/letters/:id", may("editLetters"), body(LetterTemplateChange), async (c) => {
    const { version, ...form } = c.req.valid("json");
    const edited = { id: c.req.param("id"), version };
    return respond(c, await saveTemplate(database(c.env.DB), c.var.member, form, edited), "letter");
  })
  .get("/case/:id/letters", may("readCase"), async (c) => {
    const found = await lettersFor(database(c.env.DB), c.req.param("id"), c.var.member);
    return found ? c.json(found) : refuseUnknown(c, "application");
  })
  .post("/case/:id/letters", may("sendLetter"), body(LetterToSend), (c) => sendLetter(c, c.req.valid("json")));
