import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, database, named } from "../../db/database.ts";
import type { Case, Refused } from "../../db/model/case/case.ts";
import { fill, refusedLetter, sendLetter as write } from "../../db/model/letters/letter.ts";
import { letterPresets } from "../../db/model/letters/letter-presets.ts";
import type { LetterTemplateChange, LetterTemplateForm, LetterToSend } from "../../db/model/letters/letter-template.ts";
import { applications, letterTemplates } from "../../db/schema.ts";
import { actOnCase } from "../case/act.ts";
import { answer, caseIn, pressOf } from "../case/by-member.ts";
import { readCases } from "../case/store.ts";
import { inLanguage } from "../http/language.ts";

import { asJson, changeStatement } from "../staff/changes.ts";
import type { DeskContext } from "../staff/member.ts";
import type { Member } from "../staff/session.ts";

type Template = typeof letterTemplates.$inferSelect;
const TAKEN = "There is a letter with this name in this language already.";

/** All templates, active or not, by name. */
export function templatesIn(db: Database) {
  return db.select().from(letterTemplates).orderBy(letterTemplates.name, letterTemplates.language);
}

/** Stores a new template. Refused if its language has one with this name. */
export async function addTemplate(db: Database, member: Member, form: LetterTemplateForm): Promise<"done" | Refused> {
  const [[added]] = await db.batch(additionOf(db, member, form));
  return added ? "done" : { refused: TAKEN };
}

/** Adds those of our suggested letters that are missing in their language. */
export async function addPresets(db: Database, member: Member) {
  for (const preset of letterPresets) await db.batch(additionOf(db, member, preset));
}

function additionOf(db: Database, member: Member, form: LetterTemplateForm) {
  const id = crypto.randomUUID();
  return [
    db
      .insert(letterTemplates)
      .values({ id, ...form })
      .onConflictDoNothing()
      .returning({ id: letterTemplates.id }),
    edited(db, member, eq(letterTemplates.id, id), form),
  ] as const;
}

/** Changes this version of a template. Refused if it has changed, or the name is taken. Null if the id is unknown. */
export async function changeTemplate(
  db: Database,
  member: Member,
  id: string,
  { version, ...form }: LetterTemplateChange,
): Promise<"done" | Refused | null> {
  const isFree = sql`not exists (select 1 from ${letterTemplates} other
    where other.name = ${form.name} and other.language = ${form.language} and other.id <> ${id})`;
  const isEditedVersion = and(eq(letterTemplates.id, id), eq(letterTemplates.version, version), isFree);
  const { name, language, subject, body, isActive } = letterTemplates;
  const {
    changed: [changed],
    found: [found],
  } = await named(db, {
    logged: edited(db, member, isEditedVersion, form, asJson({ name, language, subject, body, isActive })),
    changed: db
      .update(letterTemplates)
      .set({ ...form, version: version + 1 })
      .where(isEditedVersion)
      .returning({ id: letterTemplates.id }),
    found: db.select({ version: letterTemplates.version }).from(letterTemplates).where(eq(letterTemplates.id, id)),
  });
  if (changed) return "done";
  if (!found) return null;
  if (found.version === version) return { refused: TAKEN };
  return { refused: "Somebody else changed this letter while you were editing it. Your changes are not saved yet." };
}

function edited(db: Database, member: Member, condition: SQL | undefined, form: LetterTemplateForm, old?: SQL) {
  return changeStatement(db, member, letterTemplates, condition, {
    action: "editLetters",
    name: letterTemplates.name,
    old,
    new: form,
  });
}

/**
 * The letters a member could send, filled, in the applicant's language or else the other. `refusal` stops all of them.
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
  return {
    language: wanted,
    refusal: refusedLetter(kase),
    letters: chosen.map((template) => {
      const { text, refusal } = filled(template, kase, member);
      const { id: templateId, version, name, language, subject } = template;
      return { templateId, version, name, language, subject, body: text, refusal };
    }),
  };
}

/** Owes the applicant the letter, and stores its words (db/model/letters/letter.ts). */
export async function sendLetter(c: DeskContext, letter: LetterToSend) {
  const press = pressOf(c);
  const done = await actOnCase(c, caseIn(c), {
    press,
    also: { template: templatesIn(database(c.env.DB)).where(eq(letterTemplates.id, letter.templateId)) },
    decide: (kase, { template: [template] }) =>
      write(kase, letter, template && { ...template, filled: filled(template, kase, press.by) }, press),
  });
  return answer(c, done, done && !("refused" in done) ? 201 : undefined);
}

function filled(template: Template, kase: Case, member: Member) {
  return inLanguage(template.language, () => fill(template, kase, member.username));
}
