import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { type Database, database, isOneOf, named, retried } from "../../db/database.ts";
import { archivedTexts } from "../../db/model/consent/consent-archive.ts";
import { mailboxOf } from "../../db/model/contact/person.ts";
import {
  ASKED_AFTER_DAYS,
  answer,
  answerOf,
  isReleased,
  type StoryRelease,
  type Survey,
  SurveyAnswer,
  type SurveyPage,
  stopAsking,
  takeBack,
} from "../../db/model/stories/survey.ts";
import { messagesByField } from "../../db/model/text.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { language } from "../../db/model/words.ts";
import { applications, outbox, surveys } from "../../db/schema.ts";
import { Busy, type Caller } from "../case/act.ts";
import { receivedFrom } from "../consent/consent-evidence.ts";
import type { Env } from "../env.ts";
import { keyedHash, sha256 } from "../hash.ts";
import { purgeEdge, STORIES } from "../http/edge-cache.ts";
import { owedMail } from "../mail/owed.ts";
import { mayBeMailed } from "../mail/to-applicant.ts";
import { noteRun, runOf } from "../operations/nightly.ts";

const JOB = "survey";
const ASKED_AT_ONCE = 50;
const MOST_TRIES = 5;

type Row = typeof surveys.$inferSelect;
/** The last application that tonight's run has looked at. */
type Progress = [heardAt: number, number: number];

/**
 * Asks a slice of the people whose application ended a week ago and was left alone since: once a person, whatever they
 * send us, and only where a link or code of ours was used, by people who agreed to hear from us.
 */
export async function askNightly(env: Env, now = new Date()) {
  const run = await runOf<Progress>(env, JOB, now);
  if (!run) return;
  const db = database(env.DB);
  const due = await retried(() => readDue(db, run.startedAt, run.detail ?? [0, 0]));
  const rows = await Promise.all(due.map((application) => newSurvey(env, application, now)));
  const asked = rows.map(({ id }) => id);
  if (rows.length > 0) {
    await retried(() =>
      named(db, {}, [
        ...rows.map((row) => db.insert(surveys).values(row).onConflictDoNothing()),
        db
          .insert(outbox)
          .select(
            db
              .select(
                owedMail({ id: sql`${surveys.id}`, kind: "survey", subjectId: surveys.applicationId, createdAt: now }),
              )
              .from(surveys)
              .where(isOneOf(surveys.id, asked)),
          )
          .onConflictDoNothing(),
      ]),
    );
  }
  const last = due.at(-1);
  const isDone = due.length < ASKED_AT_ONCE || !last;
  await noteRun(env, JOB, run, isDone ? { endedAt: now } : { detail: [last.heardAt.getTime(), last.number] });
}

function readDue(db: Database, now: Date, [heardAt, number]: Progress) {
  const isQuiet = lte(applications.heardAt, new Date(now.getTime() - ASKED_AFTER_DAYS * DAY_MS));
  const isReached = and(isNull(applications.emailSetBy), eq(applications.reachedEmail, applications.email));
  const isWilling = or(eq(applications.consentTexts, true), isNotNull(applications.contactResumedAt));
  return db
    .select()
    .from(applications)
    .where(
      and(
        isNotNull(applications.outcome),
        eq(applications.isThinned, false),
        isNull(applications.mergedInto),
        isQuiet,
        sql`(${applications.heardAt}, ${applications.number}) > (${heardAt}, ${number})`,
        isReached,
        isWilling,
        mayBeMailed,
      ),
    )
    .orderBy(asc(applications.heardAt), asc(applications.number))
    .limit(ASKED_AT_ONCE);
}

async function newSurvey(
  env: Env,
  { id, email, phoneDigits, language, createdAt }: typeof applications.$inferSelect,
  now: Date,
) {
  const hashOf = (who: string) => keyedHash(env.HASH_KEY, "survey", who);
  return {
    id: crypto.randomUUID(),
    applicationId: id,
    mailboxHash: await hashOf(mailboxOf(email)),
    phoneHash: phoneDigits ? await hashOf(phoneDigits) : null,
    appliedAt: createdAt,
    askedAt: now,
    language,
  };
}

/** What the survey's page shows; null if there is no such survey, or its application was deleted. */
export async function readSurvey(env: Env, id: string) {
  const row = await surveyWith(database(env.DB), id);
  return row ? shownTo(row) : null;
}

/**
 * Does what a form of the survey's page says, or a mail program's one click (RFC 8058), and returns what the page shows then: the
 * answer as typed, and why, if it was not stored.
 */
export async function pressSurvey(c: Caller, id: string, form: Record<string, string>) {
  const at = new Date();
  if (form.press === "stop" || form["List-Unsubscribe"]) return change(c, id, (survey) => stopAsking(survey, at));
  if (form.press === "takeBack") return change(c, id, (survey) => takeBack(survey, at));
  const { data, error } = SurveyAnswer.safeParse({ recommends: "", stars: "", mayQuote: "", ...form });
  if (data) return answerSurvey(c, id, data, at);
  const now = await readSurvey(c.env, id);
  return now && { ...now, given: form, messages: messagesByField(SurveyAnswer, error) };
}

/** Stores the answer, with proof of the permission if they gave one. */
async function answerSurvey(c: Caller, id: string, given: SurveyAnswer, at: Date) {
  const release = await newRelease(c, given, at);
  const page = language();
  return change(c, id, (survey) => {
    const changes = answer(survey, given, release, at);
    return Object.keys(changes).length > 0 ? { ...changes, language: page } : changes;
  });
}

/** Changes a survey as the rule says, and takes an ended story off the page. Null if there is none. */
async function change(c: Caller, id: string, decide: (survey: Survey) => Partial<Row>) {
  const db = database(c.env.DB);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await surveyWith(db, id);
    if (!row) return null;
    const changes = decide(row);
    if (Object.keys(changes).length > 0) {
      const { stored } = await named(db, { stored: storeSurvey(db, row, changes) });
      if (stored.length === 0) continue;
    }
    if (row.story && changes.story === null) await purgeEdge(c, [STORIES]);
    return shownTo({ ...row, ...changes });
  }
  throw new Busy();
}

/** The row of this survey; undefined if there is none, or its application was deleted. */
export async function surveyWith(db: Database, id: string) {
  const [row] = await retried(() =>
    db
      .select()
      .from(surveys)
      .where(and(eq(surveys.id, id), ne(surveys.applicationId, id))),
  );
  return row;
}

/** The statement that stores these changes, unless the row has changed since it was read. Returns its id, or nothing. */
export function storeSurvey(db: Database, row: Row, changes: Partial<Row>) {
  return db
    .update(surveys)
    .set({ ...changes, version: row.version + 1 })
    .where(isAsRead(row))
    .returning({ id: surveys.id });
}

export function isAsRead({ id, version }: Row) {
  return and(eq(surveys.id, id), eq(surveys.version, version));
}

function shownTo(survey: Survey): Omit<SurveyPage, "state" | "token"> {
  return {
    given: answerOf(survey),
    messages: {},
    isAnswered: survey.answeredAt !== null,
    isReleased: isReleased(survey),
    isStopped: survey.stoppedAt !== null,
  };
}

async function newRelease(c: Caller, { textId, ...given }: SurveyAnswer, at: Date): Promise<StoryRelease> {
  return {
    textId,
    textSha256: await sha256(archivedTexts([textId])[0]?.text ?? ""),
    answerSha256: await sha256(JSON.stringify(given)),
    ...receivedFrom(c, at),
    takenBackAt: null,
  };
}
