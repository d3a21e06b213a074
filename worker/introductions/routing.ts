import { eq, type SQL, sql } from "drizzle-orm";
import { type Database, database, named, type Results, retried } from "../../db/database.ts";
import type { ApplicationForm } from "../../db/model/form/submission.ts";
import { lendersInWords } from "../../db/model/introductions/lender-kinds.ts";
import type { Entry } from "../../db/model/introductions/recipient.ts";
import {
  approvalRankOf,
  type Directory,
  firstLenders,
  ROUTING_VERSION,
  route,
  suggestionToStore,
  VERSION_STEP,
} from "../../db/model/introductions/routing.ts";
import { answerTotals, applications, dealers, lenders, suggestions } from "../../db/schema.ts";
import { storedAnswers } from "../case/stored-answers.ts";
import type { Env } from "../env.ts";
import { logError } from "../log.ts";

/**
 * Keeps the suggestions of open applications up to date. Pages read the directory and make their own, so they never show an
 * old one; what is stored is for lists and as a record.
 */

const ROUTED_AT_ONCE = 200;

/** The version of a suggestion that is made now. The directory's part grows with each change of an entry or of what it decided. */
const versionNow = sql<number>`(${ROUTING_VERSION * VERSION_STEP} + ${sql.join(
  [lenders, dealers, answerTotals].map((table) => sql`(select ifnull(sum(version), 0) from ${table})`),
  sql` + `,
)})`;

/** The queries that read the directory; `directoryIn` makes it of their results. */
export function directoryStatements(db: Database) {
  return { ...lenderStatements(db), dealerRows: db.select().from(dealers).where(eq(dealers.isActive, true)) };
}

/** The queries for what applicants read about lenders; `lendersFor` makes it of their results. */
export function lenderStatements(db: Database) {
  return {
    lenderRows: db.select().from(lenders).where(eq(lenders.isActive, true)),
    answers: db.select().from(answerTotals),
  };
}

/** What an applicant with these answers and this forecast (null: none) reads about lenders. */
export function lendersFor(
  answers: ApplicationForm,
  score: number | null,
  found: Results<ReturnType<typeof lenderStatements>>,
) {
  return lendersInWords(route(directoryIn({ ...found, dealerRows: [] }), answers, score ?? 0), answers, score);
}

export function directoryIn({
  lenderRows,
  dealerRows,
  answers,
}: Results<ReturnType<typeof directoryStatements>>): Directory {
  const entries: Entry[] = [
    ...lenderRows.map((row) => ({ kind: "lender" as const, ...row })),
    ...dealerRows.map((row) => ({ kind: "dealer" as const, ...row })),
  ];
  return { entries, answers };
}

/**
 * Makes and stores the suggestions of open applications that have none of the present version, or only of those that fit
 * `which`. A new row is written only if the suggestion is another one. True if there may be more. Safe to repeat.
 */
export async function routeApplications(env: Env, which: SQL = sql`true`) {
  const db = database(env.DB);
  const isDue = sql`outcome is null and ${applications.routedWith} < ${versionNow} and ${which}`;
  const {
    due,
    version: [now],
    ...found
  } = await retried(() =>
    named(db, {
      due: db.select().from(applications).where(isDue).orderBy(applications.routedWith).limit(ROUTED_AT_ONCE),
      version: db.select({ version: versionNow.as("version") }).from(sql`(select 1)`),
      ...directoryStatements(db),
    }),
  );
  if (!now || due.length === 0) return false;
  const { version } = now;
  const directory = directoryIn(found);
  const given = due.map((row) => {
    const suggested = route(directory, storedAnswers(row), row.scoresForecast ?? 0);
    return {
      id: row.id,
      rank: approvalRankOf(suggested),
      lenders: JSON.stringify(firstLenders(suggested)),
      suggested: JSON.stringify(suggestionToStore(suggested)),
    };
  });
  const rows = sql`json_each(${JSON.stringify(given)}) given`;
  const isIt = sql`${applications.id} = given.value ->> 'id' and outcome is null and ${applications.routedWith} < ${version}`;
  await retried(() =>
    named(db, {
      kept: db.insert(suggestions).select(
        sql`select null, ${applications.id}, ${Date.now()}, ${version}, given.value ->> 'suggested'
          from ${rows} cross join ${applications} on ${isIt} where given.value ->> 'suggested' is not
          (select suggested from ${suggestions} where applicationId = ${applications.id} order by id desc limit 1)`,
      ),
      routed: db
        .update(applications)
        .set({
          routedWith: version,
          approvalRank: sql`given.value ->> 'rank'`,
          suggestedLenders: sql`given.value ->> 'lenders'`,
        })
        .from(rows)
        .where(isIt),
    }),
  );
  return due.length === ROUTED_AT_ONCE;
}

/** Makes the suggestion of a new application. Never fails: what it misses, the next minute's job finds. */
export async function routeNew(env: Env, id: string) {
  try {
    await routeApplications(env, eq(applications.id, id));
  } catch {
    logError("not routed");
  }
}
