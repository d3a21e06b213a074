import { eq } from "drizzle-orm";
import { type Database, database } from "../../db/database.ts";
import type { Case, Refused } from "../../db/model/case/case.ts";
import { fill, refusedLetter, refusedOwnWords, sendLetter as write } from "../../db/model/letters/letter.ts";
import { letterPresets } from "../../db/model/letters/letter-presets.ts";
import {
  type LetterTemplateForm,
  type LetterToSend,
  OWN_WORDS,
  refusedTemplate,
} from "../../db/model/letters/letter-template.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { t } from "../../db/model/words.ts";
import { applications, letterTemplates } from "../../db/schema.ts";
import { actOnCase } from "../case/act.ts";
import { answer, caseIn, pressOf } from "../case/by-member.ts";
import { readCases } from "../case/store.ts";
import type { DeskContext } from "../env.ts";
import { inLanguage } from "../http/language.ts";
import { greeting } from "../mail/compose.ts";
import { saveEdit } from "../staff/changes.ts";

type Template = typeof letterTemplates.$inferSelect;

/** All templates, active or not, by name. */
export function templatesIn(db: Database) {
  return db.select().from(letterTemplates).orderBy(letterTemplates.name, letterTemplates.language);
}

/** Stores a new template or, with the version that was edited, changes one. Null if the id is unknown. */
export function saveTemplate(
  db: Database,
  member: Member,
  form: LetterTemplateForm,
  edited?: { id: string; version: number },
): Promise<"done" | Refused | null> {
  return saveEdit(db, member, "editLetters", letterTemplates, form, edited, (stored) =>
    refusedTemplate(stored, form, edited),
  );
}

/** Adds those of our suggested letters that are missing in their language. */
export async function addPresets(db: Database, member: Member) {
  for (const preset of letterPresets) await saveTemplate(db, member, preset);
}

/**
 * The letters a member could send, filled, in the applicant's language or else the other; to whoever has written to us, first of all
 * one in the member's own words, which begins with a greeting and ends with their name. `refusal` stops all of them.
 * Null if the id is unknown.
 */
export async function lettersFor(db: Database, id: string, member: Member) {
  const active = templatesIn(db).where(eq(letterTemplates.isActive, true));
  const {
    cases: [kase],
    also: { templates },
  } = await readCases(db, eq(applications.id, id), { templates: active });
  if (!kase) return null;
  const { language: wanted } = kase.application;
  const chosen = templates.filter(
    ({ name, language }) =>
      language === wanted || !templates.some((other) => other.name === name && other.language === wanted),
  );
  const begun = inLanguage(wanted, () => `${greeting(kase.application.fullName)}\n\n\n\n${member.username}`);
  const letters = [
    ...(refusedOwnWords(kase) ? [] : [ownLetter(kase, begun)]),
    ...chosen.map((template) => ({ ...template, filled: filled(template, kase, member) })),
  ];
  return {
    language: wanted,
    refusal: refusedLetter(kase),
    letters: letters.map(({ id: templateId, version, name, language, subject, filled: { text, refusal } }) => ({
      ...{ templateId, version, name, language, subject, body: text, refusal },
    })),
  };
}

/** Owes the applicant the letter, and stores its words (db/model/letters/letter.ts). */
export async function sendLetter(c: DeskContext, letter: LetterToSend) {
  const press = pressOf(c);
  const done = await actOnCase(c, caseIn(c), {
    press,
    also: { template: templatesIn(database(c.env.DB)).where(eq(letterTemplates.id, letter.templateId)) },
    decide: (kase, { template: [template] }) =>
      write(
        kase,
        letter,
        letter.templateId === OWN_WORDS
          ? ownLetter(kase, letter.body)
          : template && { ...template, filled: filled(template, kase, press.by) },
        press,
      ),
  });
  return answer(c, done, done && !("refused" in done) ? 201 : undefined);
}

/** A letter of these words, as if a template said just that. */
function ownLetter(kase: Case, text: string) {
  const { language } = kase.application;
  const subject = inLanguage(language, () => t`Our answer to your email`);
  const filled = { text, refusal: refusedOwnWords(kase) };
  return { id: OWN_WORDS, version: 0, name: "In own words", language, subject, body: text, isActive: true, filled };
}

function filled(template: Template, kase: Case, member: Member) {
  return inLanguage(template.language, () => fill(template, kase, member.username));
}
