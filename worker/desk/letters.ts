import { and, eq, exists, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { type Database, database, retried } from "../../db/database.ts";
import { mayEmail } from "../../db/model/contact-hours.ts";
import { letterPresets } from "../../db/model/letter-presets.ts";
import type { LetterTemplateChange, LetterTemplateForm, LetterToSend } from "../../db/model/letter-template.ts";
import { cityOf, filledLetter, firstNameOf, type LetterFacts, unfillable } from "../../db/model/letter-text.ts";
import { askedPapers, papersFor, paperWords } from "../../db/model/papers.ts";
import type { Language } from "../../db/model/words.ts";
import { applications, letters, letterTemplates, outbox } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { eventStatement } from "../case-events.ts";
import { inLanguage } from "../language.ts";
import { type Caller, mailsTo } from "../limits.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import { type Attempt, type Refused, SAME_PRESS_MS } from "./attempt.ts";
import { CLOSED, eventsOf, ownCase, STOPPED } from "./case.ts";
import { asJson, changeStatement } from "./changes.ts";

/** Letters that members send to applicants, and the templates that managers write. */

type Template = typeof letterTemplates.$inferSelect;
type Application = typeof applications.$inferSelect;

const CHANGED = "This letter was changed meanwhile. Please read the new one.";
const TOO_MANY = "This address has had its share of our mails for now. Please send the letter later.";
const TAKEN = "There is a letter with this name in this language already.";

/** All templates, active or not, by name. */
export function templatesIn(db: Database) {
  return db.select().from(letterTemplates).orderBy(letterTemplates.name, letterTemplates.language);
}

/** Stores a new template; refused when there is one of this name and language. */
export async function addTemplate(db: Database, member: Member, form: LetterTemplateForm): Promise<"done" | Refused> {
  const [[added]] = await db.batch(additionOf(db, member, form));
  return added ? "done" : { refused: TAKEN };
}

/** Stores those of our suggestions that are not there in their language. */
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

/**
 * Changes the template unless somebody else has changed it since this version; refused then, and when another has this name
 * in this language. Null when there is none with this id.
 */
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
  const [, [changed], [found]] = await db.batch([
    edited(db, member, isEditedVersion, form, asJson({ name, language, subject, body, isActive })),
    db
      .update(letterTemplates)
      .set({ ...form, version: version + 1 })
      .where(isEditedVersion)
      .returning({ id: letterTemplates.id }),
    db.select({ version: letterTemplates.version }).from(letterTemplates).where(eq(letterTemplates.id, id)),
  ]);
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
 * The letters that this member could send about an application, filled with its facts: each in the applicant's language or,
 * where that is missing, in the other one. `refusal` keeps all of them back, one of its own keeps one. Null when there is no such application.
 */
export async function lettersFor(db: Database, id: string, member: Member) {
  const [[application], templates, events] = await db.batch([
    db.select().from(applications).where(eq(applications.id, id)),
    templatesIn(db).where(eq(letterTemplates.isActive, true)),
    eventsOf(db, id),
  ]);
  if (!application) return null;
  const chosen = templates.filter(
    ({ name, language }) =>
      language === application.language ||
      !templates.some((other) => other.name === name && other.language === application.language),
  );
  return {
    language: application.language,
    refusal: refusedLetter(application),
    letters: chosen.map((template) => {
      const { text, refusal } = filled(template, application, events, member);
      const { id: templateId, version, name, language, subject } = template;
      return { templateId, version, name, language, subject, body: text, refusal };
    }),
  };
}

/**
 * Owes the applicant the letter, whose mail waits to be rung for, and writes down its words. Refused when the member may not work
 * on the application, after a stop, without consent, when it is closed, when template or facts have changed since the member
 * read the letter, and when the address has had its share of mails. The same press twice is one letter.
 */
export async function sendLetter(
  c: Caller,
  id: string,
  member: Member,
  { templateId, version, body }: LetterToSend,
): Promise<Attempt> {
  const db = database(c.env.DB);
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refusal = refusedLetter(application);
  if (refusal) return { refused: refusal };
  const isSeen = and(
    eq(letterTemplates.id, templateId),
    eq(letterTemplates.version, version),
    eq(letterTemplates.isActive, true),
  );
  const [[template], events] = await db.batch([db.select().from(letterTemplates).where(isSeen), eventsOf(db, id)]);
  if (!template) return { refused: CHANGED };
  const { text, refusal: own } = filled(template, application, events, member);
  if (own) return { refused: own };
  if (text !== body) return { refused: CHANGED };

  const [letterId, outboxId, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  const { name, language, subject } = template;
  const isWritten = eq(letters.id, letterId);
  const isSame = and(
    eq(letters.applicationId, id),
    eq(letters.userId, member.id),
    eq(letters.body, text),
    gt(letters.createdAt, new Date(now.getTime() - SAME_PRESS_MS)),
  );
  const mail = await mailsTo(c, db, application.email, sql`exists (select 1 from ${letters} where ${isWritten})`);
  const isOpen = and(eq(applications.id, id), isNull(applications.contactStoppedAt), isNull(applications.outcome));
  const isWanted = and(
    isOpen,
    eq(applications.consentTexts, true),
    // The address to which mails were counted.
    eq(applications.email, application.email),
    exists(db.select({ id: letterTemplates.id }).from(letterTemplates).where(isSeen)),
    notExists(db.select({ id: letters.id }).from(letters).where(isSame)),
    mail.isAllowed,
  );
  const [, , , [written], [state]] = await retried(() =>
    db.batch([
      eventStatement(db, { kind: "letterSent", letterId, name, language }, member.id, isWanted, now),
      db.insert(letters).select(
        db
          .select({
            id: sql<string>`${letterId}`.as("id"),
            applicationId: applications.id,
            userId: sql<string>`${member.id}`.as("userId"),
            name: sql<string>`${name}`.as("name"),
            language: sql<Language>`${language}`.as("language"),
            subject: sql<string>`${subject}`.as("subject"),
            body: sql<string>`${text}`.as("body"),
            createdAt: sql<Date>`${now.getTime()}`.as("createdAt"),
          })
          .from(applications)
          .where(isWanted),
      ),
      db
        .insert(outbox)
        .select(
          db
            .select(owedMail({ id: outboxId, kind: "letter", subjectId: letters.id, createdAt: now }))
            .from(letters)
            .where(isWritten),
        )
        .onConflictDoNothing(),
      db
        .select({ outboxId: outbox.id })
        .from(letters)
        .innerJoin(outbox, and(eq(outbox.subjectId, letters.id), eq(outbox.kind, "letter")))
        .where(isSame),
      db.select().from(applications).where(eq(applications.id, id)),
      ...mail.counts,
    ]),
  );
  if (written) return written;
  if (!state) return null;
  return { refused: refusedLetter(state) ?? (state.email === application.email ? TOO_MANY : CHANGED) };
}

/** Why no letter may go to this applicant, in a sentence; null when one may. */
function refusedLetter(application: Application) {
  if (application.contactStoppedAt) return STOPPED;
  if (application.outcome) return CLOSED;
  const verdict = mayEmail(application);
  return verdict.allowed ? null : verdict.reason;
}

/** A template with the facts of a case, in its own language; or why it cannot be filled. */
function filled(
  { body, language }: Template,
  application: Application,
  events: Parameters<typeof askedPapers>[0],
  member: Member,
) {
  const facts: LetterFacts = inLanguage(language, () => ({
    firstName: firstNameOf(application.fullName),
    city: cityOf(application.city),
    specialist: member.username,
    papers: askedPapers(events)
      .filter(({ receivedAt }) => receivedAt === null)
      .map(({ paper }) => paperWords(paper)),
    usualPapers: papersFor(answersOf(application)).map(paperWords),
  }));
  return { text: filledLetter(body, facts), refusal: unfillable(body, facts) };
}
