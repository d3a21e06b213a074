import { and, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { ARCHIVED, compressed, decompressed } from "../../db/backup.ts";
import { type Database, database, hasRow, retried } from "../../db/database.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import { monthOf } from "../../db/model/form/dated-id.ts";
import { APPLICATION_KEPT_YEARS, ARCHIVED_AFTER_MONTHS, monthsBefore } from "../../db/model/time/retention.ts";
import {
  applications,
  appointments,
  caseEvents,
  forecastResults,
  keptConsents,
  letters,
  outbox,
  permissions,
  referrals,
} from "../../db/schema.ts";
import { deletionOf } from "../contact/deletion.ts";
import { withMerged } from "../contact/person.ts";
import type { Env } from "../env.ts";
import { hashOfReference, referenceOf } from "../form/reference.ts";
import { keyedHash } from "../hash.ts";
import { failUnless, isConflict } from "./store.ts";

/**
 * Closed cases of which nothing was heard for 13 months lie in R2, each in a compressed, readable file, so that D1 holds
 * a year of work. Whoever opens one, or does something about its person, first has it put back into D1, where it is a case
 * like any other until a later night moves it again. Its file stays, and counts only while D1 has no such case.
 */

/** A file is named after the month of its application and the hash of the reference, to which the id leads, too. */
const CASES = `${ARCHIVED}cases/`;
/** An empty file `<keyed hash of a phone number or address>/<month>/<hash>` leads from a person to each of their cases. */
const PEOPLE = `${ARCHIVED}people/`;
const MOVED_AT_ONCE = 50;
/** Each takes its two people along, and R2 deletes 1,000 files at once. */
const PURGED_AT_ONCE = 300;

/** The tables with rows of a case. */
const tables = { applications, caseEvents, permissions, referrals, appointments, letters, outbox };
type Table = keyof typeof tables;
const ofApplication = "applicationId in (select value from json_each(?1))";
/** Which rows are those of some applications. */
const areTheirs: { [Name in Table]?: string } = {
  applications: "id in (select value from json_each(?1))",
  // Other mails are forgotten long before (db/model/time/retention.ts). A lead that never left is shown with its case.
  outbox: `subjectId in (select id from referrals where ${ofApplication})`,
};
type Row = Record<string, string | number | null>;

interface CaseFile {
  /** The names of the files of this case and of all that were merged with it. */
  together: string[];
  rows: Record<Table, Row[]>;
}

/** Moves a slice of the cases that are due into files. True if any moved. If one changes meanwhile, all wait for the next night. */
export async function archiveCases(env: Env, now: Date) {
  const db = database(env.DB);
  const due = db
    .select({ id: applications.id })
    .from(applications)
    .where(isDue(monthsBefore(now, ARCHIVED_AFTER_MONTHS)))
    .orderBy(applications.createdAt)
    .limit(MOVED_AT_ONCE);
  const main = sql<string>`coalesce(${applications.mergedInto}, ${applications.id})`;
  const found = await retried(() =>
    db
      .select({ id: applications.id, main })
      .from(applications)
      .where(withMerged(db, inArray(applications.id, due))),
  );
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  const names = new Map<string, string>();
  for (const id of ids) names.set(id, await nameOf(env, id));
  const rows = await readRows(env, ids);
  for (const { id, main } of found) {
    const merged = found.filter((other) => other.main === main);
    const together = merged.map((other) => names.get(other.id) ?? "");
    await write(env, names.get(id) ?? "", { together, rows: rowsOf(id, rows) });
  }
  const areThey = isOneOf(ids);
  const areUnchanged = sql`(select count(*) from applications where ${and(areThey, isDue(monthsBefore(now, ARCHIVED_AFTER_MONTHS)))})
    = ${new Set(found.map(({ main }) => main)).size}`;
  return succeeds(db.batch([failUnless(db, areUnchanged), keepResults(db, areThey, 1), ...deletionOf(db, areThey)]));
}

/** Puts the case in the address back into D1 if it is old enough to be in the archive. */
export const openArchived = createMiddleware<{ Bindings: Env }>(async (c, next) => {
  const { ref, id = "" } = c.req.param() as { ref?: string; id?: string };
  if (isOld(ref ?? id)) await putBack(c.env, await nameByReference(ref ?? (await referenceOf(c.env, id))));
  await next();
});

/** Puts what a member searches for back into D1, if it is the whole id, phone number or address of an archived case. */
export async function openArchivedFor(env: Env, search: string) {
  if (isOld(search)) return putBack(env, await nameOf(env, search));
  return openArchivedOf(env, [senderOf(search) ?? ""]);
}

/** Puts all archived cases with these phone numbers (digits) or folded addresses back. True if there were any. */
export async function openArchivedOf(env: Env, whose: string[]) {
  let isAny = false;
  for (const folder of await foldersOf(env, whose)) {
    const { objects } = await env.BACKUPS.list({ prefix: folder });
    for (const { key } of objects) isAny = (await putBack(env, CASES + key.slice(folder.length))) || isAny;
  }
  return isAny;
}

/** A deed about people, who are known once it is done: done again if cases of theirs were put back. D1 does not wait for R2. */
export async function alsoOnArchived<Result>(env: Env, act: () => Promise<Result>, whose: () => string[]) {
  const done = await act();
  return (await openArchivedOf(env, whose())) ? act() : done;
}

/** Deletes the file of an application that was deleted. Safe to repeat. */
export async function forgetArchived(env: Env, id: string) {
  const file = await env.BACKUPS.head(await nameOf(env, id));
  if (file) await env.BACKUPS.delete([file.key, ...peopleOf(file)]);
}

/** Deletes a slice of the files of applications of seven years ago, by whole months, none later. True if there were any. */
export async function purgeArchived(env: Env, now: Date) {
  const last = monthsBefore(now, 12 * APPLICATION_KEPT_YEARS)
    .toISOString()
    .slice(0, "2026-11".length);
  const { objects } = await env.BACKUPS.list({ prefix: CASES, limit: PURGED_AT_ONCE, include: ["customMetadata"] });
  const old = objects.filter(({ key }) => key.slice(CASES.length, CASES.length + last.length) <= last);
  if (old.length > 0) await env.BACKUPS.delete(old.flatMap((file) => [file.key, ...peopleOf(file)]));
  return old.length > 0;
}

/** Closed, not merged into another, and neither it nor what was merged into it is younger, has an event or owes a lead. */
function isDue(before: Date) {
  const time = before.getTime();
  return sql`applications.outcome is not null and applications.mergedInto is null and applications.createdAt <= ${time}
    and not exists (select 1 from applications each where (each.id = applications.id or each.mergedInto = applications.id) and (each.createdAt > ${time}
      or exists (select 1 from case_events where applicationId = each.id and at > ${time})
      or exists (select 1 from referrals join outbox on subjectId = referrals.id where applicationId = each.id and outbox.status in ('owed', 'dead'))))`;
}

/** Whether an application with this id or reference may be in the archive. */
function isOld(dated: string) {
  const month = monthOf(dated);
  const last = monthsBefore(new Date(), ARCHIVED_AFTER_MONTHS).toISOString().slice(0, "2026-11".length);
  return month !== null && month <= last;
}

async function nameOf(env: Env, id: string) {
  return nameByReference(await referenceOf(env, id));
}

async function nameByReference(ref: string) {
  return `${CASES}${monthOf(ref)}/${await hashOfReference(ref)}`;
}

/** The folders that lead from these people, by digits or folded address, to their cases. */
function foldersOf(env: Env, whose: string[]) {
  const known = [...new Set(whose.filter(Boolean))];
  return Promise.all(known.map(async (who) => `${PEOPLE}${await keyedHash(env.HASH_KEY, "archive", who)}/`));
}

async function write(env: Env, name: string, file: CaseFile) {
  const [{ phoneDigits, emailFolded } = {}] = file.rows.applications;
  const folders = await foldersOf(env, [String(phoneDigits), String(emailFolded)]);
  const people = folders.map((folder) => folder + name.slice(CASES.length));
  for (const person of people) await env.BACKUPS.put(person, "");
  const text = JSON.stringify(file, null, 1);
  await env.BACKUPS.put(name, await compressed(text), { customMetadata: { people: people.join(" ") } });
}

function peopleOf({ customMetadata }: R2Object) {
  return customMetadata?.people?.split(" ") ?? [];
}

/**
 * Puts a case, and what was merged with it, back into D1 as it was; not what is there, or was deleted on request. True if there
 * is such a file.
 */
async function putBack(env: Env, name: string) {
  const first = await read(env, name);
  if (!first) return false;
  const others = await Promise.all(first.together.filter((other) => other !== name).map((other) => read(env, other)));
  for (const file of [first, ...others]) if (file) await putBackOne(database(env.DB), file);
  return true;
}

async function putBackOne(db: Database, { rows }: CaseFile) {
  const ids = rows.applications.map(({ id }) => String(id));
  const isDeleted = hasRow(keptConsents, inArray(keptConsents.applicationId, ids));
  const insertions = (Object.keys(tables) as Table[]).flatMap((name) =>
    rows[name].map((row) => insertion(db, name, row)),
  );
  await retried(() =>
    succeeds(
      db.batch([
        failUnless(db, sql`not ${isDeleted} and not ${hasRow(applications, isOneOf(ids))}`),
        ...insertions,
        keepResults(db, isOneOf(ids), -1),
      ]),
    ),
  );
}

async function read(env: Env, name: string): Promise<CaseFile | null> {
  const stored = await env.BACKUPS.get(name);
  return stored && JSON.parse(await decompressed(await stored.bytes()));
}

async function readRows(env: Env, ids: string[]) {
  const list = JSON.stringify(ids);
  const names = Object.keys(tables) as Table[];
  const queries = names.map((name) =>
    env.DB.prepare(
      `select * from ${getTableName(tables[name])} where ${areTheirs[name] ?? ofApplication} order by rowid`,
    ).bind(list),
  );
  const answers = await retried(() => env.DB.batch<Row>(queries));
  return Object.fromEntries(names.map((name, index) => [name, answers[index]?.results])) as Record<Table, Row[]>;
}

/** Of the rows of many applications, those of one. */
function rowsOf(id: string, rows: Record<Table, Row[]>) {
  const leads = new Set(rows.referrals.filter(({ applicationId }) => applicationId === id).map((lead) => lead.id));
  const isTheirs = (row: Row) => row.id === id || row.applicationId === id || leads.has(row.subjectId ?? null);
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.filter(isTheirs)])) as typeof rows;
}

/** The row as it was stored, which for times and JSON is not what Drizzle takes. */
function insertion(db: Database, name: Table, row: Row) {
  const values = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, sql`${value}`]));
  return db.insert(tables[name]).values(values as never);
}

/** A trigger counts forecasts that came true by the applications there are. Those that move stay counted. */
function keepResults(db: Database, which: SQL, by: 1 | -1) {
  return db
    .insert(forecastResults)
    .select(sql`select scoresForecast, ${by} * count(*), ${by} * sum(outcome = 'approved_in_30_days') from applications
      where ${which} and outcome in ('approved_in_30_days', 'approved_later', 'declined') and scoresForecast is not null
      group by scoresForecast`)
    .onConflictDoUpdate({
      target: forecastResults.score,
      set: { count: sql`count + excluded.count`, approved: sql`approved + excluded.approved` },
    });
}

function isOneOf(ids: string[]) {
  return sql`${applications.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** False if the batch did nothing because a case has changed, or is there already. */
function succeeds(batch: Promise<unknown>) {
  return batch.then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
}
