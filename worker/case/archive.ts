import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { ARCHIVED, ARCHIVED_PEOPLE, compressed, decompressed } from "../../db/backup.ts";
import { type Database, database, hasRow, isOneOf, retried } from "../../db/database.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import { monthOf } from "../../db/model/form/dated-id.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import {
  APPLICATION_KEPT_YEARS,
  ARCHIVED_AFTER_MONTHS,
  HISTORY_ARCHIVED_AFTER_DAYS,
  monthsBefore,
} from "../../db/model/time/retention.ts";
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
  suggestions,
} from "../../db/schema.ts";
import { deletionOf } from "../contact/deletion.ts";
import { withMerged } from "../contact/person.ts";
import type { Env } from "../env.ts";
import { hashOfReference, referenceOf } from "../form/reference.ts";
import { keyedHash } from "../hash.ts";
import { SUBJECTS } from "../mail/outbox.ts";
import { failUnless, isConflict } from "./store.ts";

/**
 * Closed cases that were left alone for 30 days lie in R2, each in a compressed, readable file. D1 keeps the application,
 * without its history, for the desk's lists until 13 months have passed, so that it holds a year of work. Whoever opens
 * such a case, or does something about its person, first has it put back into D1, where it is a case like any other until a
 * later night moves it again. Its file stays, and counts only while D1 does not have the whole case.
 */

/** A file is named after the month of its application and the hash of the reference, to which the id leads, too. */
const CASES = `${ARCHIVED}cases/`;
/** An empty file `<keyed hash of a phone number or address>/<month>/<hash>` leads from a person to each of their cases. */
const PEOPLE = ARCHIVED_PEOPLE;
const MOVED_AT_ONCE = 50;
/** With each go the two files that lead to it, and R2 deletes 1,000 files at once. */
const PURGED_AT_ONCE = 300;

/** The tables with rows of a case. */
const tables = { applications, caseEvents, permissions, referrals, appointments, letters, suggestions, outbox };
type Table = keyof typeof tables;
/** Those that only a case itself shows. To whom it was sent and its mails are in lists, too. */
const histories = [caseEvents, permissions, appointments, letters, suggestions];
/** What no list shows of an application, so that it need not stay, either. */
const unlisted = {
  idempotencyKeyHash: sql`null`,
  answersHash: sql`''`,
  forecastPoints: sql`'{}'`,
  consentRecord: sql`'{}'`,
};
const ofApplication = "applicationId in (select value from json_each(?1))";
/** Which rows belong to these applications. */
const areTheirs: { [Name in Table]?: string } = {
  applications: "id in (select value from json_each(?1))",
  // Other mails are forgotten long before (db/model/time/retention.ts). A lead that never left is shown with its case.
  outbox: `subjectId in (select id from referrals where ${ofApplication})`,
};
/** Whether a mail about an application `each` is owed or dead. The plus makes SQLite find mails by what they are about. */
const OWES_MAIL = [
  "select each.id",
  "select cast(id as text) from case_events where applicationId = each.id",
  ...SUBJECTS.map((table) => `select id from ${table} where applicationId = each.id`),
]
  .map((ids) => `exists (select 1 from outbox where +status in ('owed', 'dead') and subjectId in (${ids}))`)
  .join(" or ");
type Row = Record<string, string | number | null>;

interface CaseFile {
  /** The names of the files of this case and of all that were merged with it. */
  together: string[];
  rows: Record<Table, Row[]>;
}

/** Moves a slice of the cases that are due into files. True if any moved. If one changes meanwhile, all wait for the next night. */
export async function archiveCases(env: Env, now: Date) {
  const db = database(env.DB);
  const isQuiet = isDue(false, new Date(now.getTime() - HISTORY_ARCHIVED_AFTER_DAYS * DAY_MS));
  const found = await findDue(db, isQuiet);
  if (found.length === 0) return unlistCases(db, now);
  const ids = found.map(({ id }) => id);
  const names = new Map<string, string>();
  for (const id of ids) names.set(id, await nameOf(env, id));
  const rows = await readRows(env, ids);
  for (const { id, main } of found) {
    const merged = found.filter((other) => other.main === main);
    const together = merged.map((other) => names.get(other.id) ?? "");
    await write(env, names.get(id) ?? "", { together, rows: rowsOf(id, rows) });
  }
  return succeeds(
    db.batch([
      failUnless(db, areStill(found, isQuiet)),
      db
        .update(applications)
        .set({ ...unlisted, isArchived: true })
        .where(isOneOf(applications.id, ids)),
      ...histories.map((table) => db.delete(table).where(isOneOf(table.applicationId, ids))),
    ]),
  );
}

/** Deletes a slice of the archived applications that the desk's lists no longer show. True if there were any. */
async function unlistCases(db: Database, now: Date) {
  const isLongAgo = isDue(true, monthsBefore(now, ARCHIVED_AFTER_MONTHS));
  const found = await findDue(db, isLongAgo);
  if (found.length === 0) return false;
  const areThey = isOneOf(
    applications.id,
    found.map(({ id }) => id),
  );
  return succeeds(
    db.batch([failUnless(db, areStill(found, isLongAgo)), keepResults(db, areThey, 1), ...deletionOf(db, areThey)]),
  );
}

/** Puts the case in the address back into D1 if it is old enough to be in the archive. */
export const openArchived = createMiddleware<{ Bindings: Env }>(async (c, next) => {
  const { ref, id = "" } = c.req.param() as { ref?: string; id?: string };
  if (isOld(ref ?? id)) {
    const reference = ref ?? (await referenceOf(c.env, id));
    try {
      await putBack(c.env, await nameByReference(reference));
    } catch (error) {
      if (!(await isWhole(c.env, reference))) throw error;
    }
  }
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

/** Does a deed about people, who are known once it is done, and repeats it if cases of theirs were put back. D1 does not wait for R2. */
export async function alsoOnArchived<Result>(env: Env, act: () => Promise<Result>, whose: () => string[]) {
  const done = await act();
  return (await openArchivedOf(env, whose())) ? act() : done;
}

/** Deletes the file of an application that was deleted. Safe to repeat. */
export async function forgetArchived(env: Env, id: string) {
  const file = await env.BACKUPS.head(await nameOf(env, id));
  if (file) await env.BACKUPS.delete([file.key, ...(await peopleOf(env, file))]);
}

/** Deletes a slice of the files of applications of seven years ago, by whole months, never later. True if there were any. */
export async function purgeArchived(env: Env, now: Date) {
  const last = monthsBefore(now, 12 * APPLICATION_KEPT_YEARS)
    .toISOString()
    .slice(0, "2026-11".length);
  const { objects } = await env.BACKUPS.list({ prefix: CASES, limit: PURGED_AT_ONCE, include: ["customMetadata"] });
  const old = objects.filter(({ key }) => key.slice(CASES.length, CASES.length + last.length) <= last);
  const people = await Promise.all(old.map((file) => peopleOf(env, file)));
  if (old.length > 0) await env.BACKUPS.delete([...old.map(({ key }) => key), ...people.flat()]);
  return old.length > 0;
}

/** Closed and not merged into another; in it and in what was merged into it, nothing happened later, no mail is owed or dead, and no file is left. */
function isDue(isArchived: boolean, before: Date) {
  const time = before.getTime();
  return sql`applications.outcome is not null and applications.isArchived = ${Number(isArchived)} and applications.heardAt <= ${time}
    and applications.mergedInto is null
    and not exists (select 1 from applications other where other.mergedInto = applications.id and (other.heardAt > ${time} or other.createdAt > ${time}))
    and not exists (select 1 from applications each where (each.id = applications.id or each.mergedInto = applications.id)
      and (${sql.raw(OWES_MAIL)} or exists (select 1 from papers where applicationId = each.id)))`;
}

/** Some of these applications and those merged into them, each with the id of the case it belongs to. */
function findDue(db: Database, areDue: SQL) {
  const due = db
    .select({ id: applications.id })
    .from(applications)
    .where(areDue)
    .orderBy(applications.heardAt)
    .limit(MOVED_AT_ONCE);
  const main = sql<string>`coalesce(${applications.mergedInto}, ${applications.id})`;
  return retried(() =>
    db
      .select({ id: applications.id, main })
      .from(applications)
      .where(withMerged(db, isOneOf(applications.id, due))),
  );
}

/** The condition that all that were found are still due. */
function areStill(found: { id: string; main: string }[], areDue: SQL) {
  const mains = [...new Set(found.map(({ main }) => main))];
  // A cross join makes SQLite look these up, instead of reading all that are due.
  return sql`(select count(*) from json_each(${JSON.stringify(mains)}) cross join applications on applications.id = value where ${areDue})
    = ${mains.length}`;
}

/** Whether an application with this id or reference may be in the archive. */
function isOld(dated: string) {
  const month = monthOf(dated);
  const last = new Date(Date.now() - HISTORY_ARCHIVED_AFTER_DAYS * DAY_MS).toISOString().slice(0, "2026-11".length);
  return month !== null && month <= last;
}

async function isWhole(env: Env, ref: string) {
  const isIt = and(eq(applications.referenceHash, await hashOfReference(ref)), eq(applications.isArchived, false));
  const [found] = await database(env.DB).select({ id: applications.id }).from(applications).where(isIt);
  return found !== undefined;
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
  const people = await peopleIn(env, name, file);
  for (const person of people) await env.BACKUPS.put(person, "");
  const text = JSON.stringify(file, null, 1);
  await env.BACKUPS.put(name, await compressed(text), { customMetadata: { people: people.join(" ") } });
}

/** The files that lead to a case. */
async function peopleIn(env: Env, name: string, { rows }: CaseFile) {
  const [{ phoneDigits, emailFolded } = {}] = rows.applications;
  const folders = await foldersOf(env, [String(phoneDigits), String(emailFolded)]);
  return folders.map((folder) => folder + name.slice(CASES.length));
}

/** The same, from a file in the archive. One that was restored has no metadata. */
async function peopleOf(env: Env, { key, customMetadata }: R2Object) {
  if (customMetadata?.people) return customMetadata.people.split(" ");
  const file = await read(env, key);
  return file ? peopleIn(env, key, file) : [];
}

/**
 * Puts a case, and what was merged with it, back into D1 as it was, except what is there already or was deleted on request.
 * True if there is such a file.
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
  const isDeleted = hasRow(keptConsents, isOneOf(keptConsents.applicationId, ids));
  const isHere = and(isOneOf(applications.id, ids), eq(applications.isArchived, false));
  const insertions = (Object.keys(tables) as Table[]).flatMap((name) =>
    rows[name].map((row) => insertion(db, name, row)),
  );
  await retried(() =>
    succeeds(
      db.batch([
        failUnless(db, sql`not ${isDeleted} and not ${hasRow(applications, isHere)}`),
        ...insertions,
        // Not for an application that stayed in the lists.
        keepResults(db, isHere, -1),
        ...rows.applications.map((row) =>
          db
            .update(applications)
            .set({ ...asStored(row, Object.keys(unlisted)), isArchived: false })
            .where(eq(applications.id, String(row.id))),
        ),
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

function insertion(db: Database, name: Table, row: Row) {
  return db
    .insert(tables[name])
    .values(asStored(row) as never)
    .onConflictDoNothing();
}

/** Columns of a row as they were stored, which for times and JSON is not what Drizzle takes. */
function asStored(row: Row, columns = Object.keys(row)) {
  return Object.fromEntries(columns.map((column) => [column, sql`${row[column]}`]));
}

/** A trigger counts forecasts that came true by the applications in D1. Those that move stay counted. */
function keepResults(db: Database, which: SQL | undefined, by: 1 | -1) {
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
