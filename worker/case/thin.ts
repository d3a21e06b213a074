import { and, getTableName, not, type SQL, sql } from "drizzle-orm";
import { type Database, database, isOneOf, retried } from "../../db/database.ts";
import { tablesKept } from "../../db/kept.ts";
import { EVIDENCE_KINDS } from "../../db/model/case/case-event.ts";
import { HISTORY_KEPT_MONTHS, monthsBefore } from "../../db/model/time/retention.ts";
import { applications, caseEvents, mailSubjects, nameWords } from "../../db/schema.ts";
import { failUnless, isConflict } from "../commit.ts";
import type { Env } from "../env.ts";
import { withMerged } from "./store.ts";

const THINNED_AT_ONCE = 50;

/** Whether a mail about an application `each` is owed. The plus makes SQLite find mails by what they are about. */
const OWES_MAIL = [
  "select each.id",
  "select cast(id as text) from case_events where applicationId = each.id",
  ...Object.values(mailSubjects).map((table) => `select id from ${getTableName(table)} where applicationId = each.id`),
]
  .map((ids) => `exists (select 1 from outbox where +status = 'owed' and subjectId in (${ids}))`)
  .join(" or ");

/**
 * Thins out a slice of the closed cases in which nothing has happened for 25 months, each with what was merged into it. The
 * application, its consents, each yes and what was sent stay, and so does what finds a person who asked us to stop. True if
 * there were any. If one changes meanwhile, all wait for the next night.
 */
export async function thinCases(env: Env, now: Date) {
  const db = database(env.DB);
  const areDue = isDue(monthsBefore(now, HISTORY_KEPT_MONTHS));
  const found = await findDue(db, areDue);
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  const mains = [...new Set(found.map(({ main }) => main))];
  // A cross join makes SQLite look these up, instead of reading all that are due.
  const areStill = sql`(select count(*) from json_each(${JSON.stringify(mains)}) cross join applications on applications.id = value where ${areDue})
    = ${mains.length}`;
  const kind = sql`${caseEvents.event} ->> '$.kind'`;
  const unlessStopped = (column: SQL) => sql`iif(contactStoppedAt is null, '', ${column})`;
  const thinned = db.batch([
    failUnless(db, areStill),
    db
      .update(applications)
      .set({
        isThinned: true,
        idempotencyKeyHash: null,
        answersHash: "",
        phoneDigits: unlessStopped(sql`phoneDigits`),
        emailFolded: unlessStopped(sql`emailFolded`),
        nextNote: null,
        suggestedLenders: null,
      })
      .where(isOneOf(applications.id, ids)),
    db
      .delete(nameWords)
      .where(
        isOneOf(
          nameWords.number,
          db.select({ number: applications.number }).from(applications).where(isOneOf(applications.id, ids)),
        ),
      ),
    db.delete(caseEvents).where(and(isOneOf(caseEvents.applicationId, ids), not(isOneOf(kind, EVIDENCE_KINDS)))),
    ...tablesKept("asHistory").map((table) => db.delete(table).where(isOneOf(sql`applicationId`, ids))),
  ]);
  return thinned.then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
}

/** Closed, whole and not merged into another; in it and in what was merged into it, nothing happened later and no mail is owed. */
function isDue(before: Date) {
  const time = before.getTime();
  return sql`applications.outcome is not null and applications.isThinned = 0 and applications.heardAt <= ${time}
    and applications.mergedInto is null
    and not exists (select 1 from applications other where other.mergedInto = applications.id and (other.heardAt > ${time} or other.createdAt > ${time}))
    and not exists (select 1 from applications each where (each.id = applications.id or each.mergedInto = applications.id)
      and (${sql.raw(OWES_MAIL)}))`;
}

/** Some of these applications and those merged into them, each with the id of the case it belongs to. */
function findDue(db: Database, areDue: SQL) {
  const due = db
    .select({ id: applications.id })
    .from(applications)
    .where(areDue)
    .orderBy(applications.heardAt)
    .limit(THINNED_AT_ONCE);
  const main = sql<string>`coalesce(${applications.mergedInto}, ${applications.id})`;
  return retried(() =>
    db
      .select({ id: applications.id, main })
      .from(applications)
      .where(withMerged(db, isOneOf(applications.id, due))),
  );
}
