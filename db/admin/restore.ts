import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  DamagedBackup,
  ERASED,
  type Header,
  IMAGES,
  MANIFEST,
  type Manifest,
  manifestOf,
  NIGHTS,
  PURGED,
  type Row,
  readManifest,
  readPart,
  rowsAfter,
  rowsIn,
  type Tables,
  tablesOf,
  type Value,
} from "../backup.ts";
import { EVIDENCE_KINDS } from "../model/case/case-event.ts";
import { type Bucket, folderBucket } from "./bucket.ts";
import { type D1, migrationFiles, openNamed, openScratch, type Site } from "./d1.ts";

/**
 * `npm run restore -- from [--remote] [--replace] [--trial]`: restores a backup. Needs an empty database, or --replace.
 * `from`: a folder, `nightly/<time>` in the bucket, or `newest`. --trial only checks it in a scratch database.
 */

/** D1 takes statements of up to 100,000 bytes. */
const STATEMENT_BYTES = 90_000;
/** If a row is too long for one statement, its longer texts are first put together in this table. */
const PIECES = "restored_pieces";
/** A row of 100 columns, which is D1's limit, fits into a statement if no text is longer than this. */
const SHORT_CHARACTERS = 100;
/** Each takes some 60 bytes, in three statements. */
const ERASED_AT_ONCE = 500;
/** A character takes up to 8 bytes in a statement. */
const PIECE_CHARACTERS = 10_000;

/** A sentence that says why nothing was restored. */
class Refused extends Error {}

export interface Source {
  name: string;
  /** A file of the backup; null if it is missing. */
  file(name: string): Promise<Uint8Array | null>;
  image(name: string): Promise<Uint8Array | null>;
}

export function inFolder(folder: string): Source {
  const files = folderBucket(folder);
  return { name: folder, file: files.get, image: (name) => files.get(IMAGES + name) };
}

/** A nightly backup by name, or the newest complete one. */
export async function inBucket(backups: Bucket, wanted: string): Promise<Source> {
  const finished = (await backups.list(NIGHTS)).filter((name) => name.endsWith(`/${MANIFEST}`));
  const nights = finished.map((name) => name.slice(0, -MANIFEST.length - 1));
  const night = wanted === "newest" ? nights.at(-1) : nights.find((name) => name === wanted.replace(/\/$/, ""));
  if (!night) throw new Refused(`There is no ${wanted}. There are: ${nights.join(", ") || "none"}.`);
  const purged = await backups.list(PURGED);
  return {
    name: night,
    file: (name) => backups.get(`${night}/${name}`),
    image: async (name) => {
      const found = await backups.get(IMAGES + name);
      const other = purged.findLast((key) => key.endsWith(`/${name}`));
      return found ?? (other === undefined ? null : backups.get(other));
    },
  };
}

/**
 * All or nothing. Throws a sentence for a damaged backup, another schema, or rows that may not be replaced. Signs all
 * out, marks owed mail as dead, since it may have been sent, and deletes `erased` applications again.
 */
export function restore(d1: D1, source: Source, { replace = false, erased = [] as string[], withDemo = true } = {}) {
  const adjustments = [
    "update outbox set unknownOutcomes = unknownOutcomes + 1 where status in ('owed', 'dead');",
    `update outbox set status = 'dead', lastError = 'restored', leasedUntil = null, nextAttemptAt = ${Date.now()} where status = 'owed';`,
    "delete from sessions;",
    ...(withDemo ? [] : [`update users set deactivatedAt = ${Date.now()} where isDemo and deactivatedAt is null;`]),
    // Triggers fill these tables. The backup read them at another moment than the rows they count.
    "delete from mail_counts;",
    "insert into mail_counts (status, count) select status, count(*) from outbox group by status;",
    "delete from forecast_results;",
    `insert into forecast_results (score, count, approved)
     select scoresForecast, count(*), sum(outcome = 'approved_in_30_days') from applications
     where outcome in ('approved_in_30_days', 'approved_later', 'declined') and scoresForecast is not null group by scoresForecast;`,
    "delete from application_totals;",
    `insert into application_totals (day, source, status, closedFrom, outcome, isContacted, count)
     select (createdAt - 21600000) / 86400000, ifnull(source, ''), status, ifnull(closedFrom, ''), ifnull(outcome, ''),
       firstContactAt is not null, count(*) from applications group by 1, 2, 3, 4, 5, 6;`,
  ];
  return putIn(d1, source, replace, adjustments, erasing(erased));
}

/** Deletes again what was deleted after the backup, and keeps its evidence, like worker/contact/deletion.ts. */
function erasing(erased: string[]) {
  const named = erased.flatMap((name) => {
    const [, time = "", id] = name.split("/");
    return id && /^[\w-]+$/.test(id) ? [[id, Date.parse(time)] as const] : [];
  });
  const statements: string[] = [];
  for (let start = 0; start < named.length; start += ERASED_AT_ONCE) {
    const some = literal(JSON.stringify(named.slice(start, start + ERASED_AT_ONCE)));
    const ids = `(select value ->> 0 from json_each(${some}))`;
    const kinds = EVIDENCE_KINDS.map(literal).join();
    statements.push(
      `insert into kept_consents (applicationId, phone, email, consentRecord, events, appliedAt, deletedAt, notedAt)
       select id, phone, email, consentRecord, (select json_group_array(json_object('at', at, 'userId', userId,
       'event', json(json_remove(event, '$.grounds.reason')))) from case_events where applicationId = applications.id
       and event ->> '$.kind' in (${kinds})), createdAt, erasedAt, erasedAt
       from (select value ->> 0 as erasedId, value ->> 1 as erasedAt from json_each(${some})) join applications on id = erasedId
       where true on conflict do nothing;`,
      `delete from outbox where subjectId in ${ids} or subjectId in (select id from codes where applicationId in ${ids});`,
      `delete from applications where id in ${ids};`,
    );
  }
  return statements;
}

/** Restores the rows and runs `adjustments` without triggers, then `last` with triggers. */
async function putIn(d1: D1, source: Source, replace: boolean, adjustments: string[] = [], last: string[] = []) {
  const manifest = await soundManifest(source);
  refuseOtherMigrations(source.name, manifest);
  const filled = await filledTables(d1);
  if (filled.length > 0 && !replace) {
    throw new Refused(`These tables hold rows: ${filled.join(", ")}. With --replace they are deleted first.`);
  }
  await d1.migrate();
  const { tables, indexes } = await tablesOf(d1.query);
  if (!isDeepStrictEqual(manifest.tables, tables)) {
    throw new Refused(`The tables in ${source.name} have other columns than the database. Nothing was restored.`);
  }
  const triggers = await triggersOf(d1);
  const names = Object.keys(tables);
  await d1.run(
    (async function* () {
      yield "pragma defer_foreign_keys = on;";
      // Triggers forbid some changes, and update the search indexes row by row, which is slow.
      yield* triggers.map(({ name }) => `drop trigger "${name}";`);
      yield* names.map((table) => `delete from "${table}";`);
      yield `create table ${PIECES} (number integer primary key, text text not null);`;
      yield* insertions(rowsOf(source, manifest), tables);
      yield `drop table ${PIECES};`;
      yield* adjustments;
      yield* names.map((table) => `delete from sqlite_sequence where name = '${table}';`);
      yield* Object.entries(manifest.counters).map(
        ([table, last]) => `insert into sqlite_sequence (name, seq) values ('${table}', cast('${last}' as integer));`,
      );
      yield* indexes.map((index) => `insert into "${index}"("${index}") values ('rebuild');`);
      yield* triggers.map(({ sql }) => `${sql};`);
      yield* last;
    })(),
  );
  return manifest;
}

/** Adds the backup's images that are missing. Returns the names of those that are nowhere to be found. */
export async function restoreImages(media: Bucket, source: Source, { images }: Manifest) {
  const present = new Set(await media.list(""));
  const lost: string[] = [];
  for (const name of images.filter((name) => !present.has(name))) {
    const bytes = await source.image(name);
    if (bytes) await media.put(name, bytes);
    else lost.push(name);
  }
  return lost;
}

/** Restores into a scratch database. Throws a sentence unless every row comes back as it was. */
export async function tryRestoring(source: Source) {
  const folder = mkdtempSync(join(tmpdir(), "restore-trial-"));
  const scratch = openScratch(join(folder, "scratch.sqlite"));
  try {
    const manifest = await putIn(scratch, source, false);
    await compare(scratch, source, manifest);
    return manifest;
  } finally {
    await scratch.close();
    rmSync(folder, { recursive: true });
  }
}

async function compare({ query }: D1, source: Source, manifest: Manifest) {
  const restored = (async function* () {
    for (const table of Object.keys(manifest.tables)) {
      for (let page = await rowsAfter(query, manifest.tables, table); page.length > 0; ) {
        for (const row of page) yield [table, row] as const;
        page = await rowsAfter(query, manifest.tables, table, page.at(-1)?.[0]);
      }
    }
  })();
  const differs = (what: string) => new Refused(`${what} of ${source.name} did not come back as it was.`);
  for await (const expected of rowsOf(source, manifest)) {
    const { value } = await restored.next();
    if (!isDeepStrictEqual(value, expected)) throw differs(`Row ${expected[1][0]} of ${expected[0]}`);
  }
  if (!(await restored.next()).done) throw differs("The number of rows");
  const { counters } = await manifestOf(query, manifest, [], []);
  if (!isDeepStrictEqual(counters, manifest.counters)) throw differs("The highest row number of a table");
}

/** Reads a whole backup once, to check it. */
async function soundManifest(source: Source) {
  try {
    const file = await source.file(MANIFEST);
    if (!file) throw new DamagedBackup(`${MANIFEST} is missing: this is not a backup, or one that was never finished.`);
    const manifest = await readManifest(new TextDecoder().decode(file));
    refuseOddNames(manifest);
    for (const part of manifest.parts) await readPart(part, await source.file(part.name));
    return manifest;
  } catch (error) {
    if (error instanceof DamagedBackup) throw new Refused(`${source.name}: ${error.message} Nothing was changed.`);
    throw error;
  }
}

/** A forged manifest could name files elsewhere, or a table whose name breaks out of a statement. */
function refuseOddNames({ parts, images, counters, tables }: Manifest) {
  const files = [...parts.map(({ name }) => name), ...images];
  const odd =
    files.find((name) => !/^[^./\\][^/\\]*$/.test(name)) ??
    [...parts.map(({ table }) => table), ...Object.keys(counters)].find((table) => !Object.hasOwn(tables, table)) ??
    Object.values(counters).find((last) => !/^-?\d+$/.test(last));
  if (odd !== undefined) throw new DamagedBackup(`${MANIFEST} names ${JSON.stringify(odd)}, which no backup does.`);
}

async function* rowsOf(source: Source, { parts }: Manifest) {
  for (const part of parts) {
    for (const row of await readPart(part, await source.file(part.name))) yield [part.table, row] as const;
  }
}

/** A backup fits only its own migrations: newer ones would not be applied to its rows. */
function refuseOtherMigrations(name: string, { migrations }: Header) {
  const present = migrationFiles();
  const newer = migrations.filter((migration) => !present.includes(migration));
  const older = present.filter((migration) => !migrations.includes(migration));
  if (newer.length > 0) {
    throw new Refused(
      `${name} is from a newer version of the site, which has ${newer.join(", ")}. Restore it with that version. Nothing was changed.`,
    );
  }
  if (older.length > 0) {
    throw new Refused(
      `${name} is older than ${older.join(", ")}. Restore it with the version of the site that wrote it, into an empty database. Then bring that database up to date with this version. Nothing was changed.`,
    );
  }
}

async function filledTables(d1: D1) {
  const tables = Object.keys((await tablesOf(d1.query)).tables);
  if (tables.length === 0) return [];
  const found = await d1.query(tables.map((table) => `select 1 from "${table}" limit 1`));
  return tables.filter((_, index) => found[index]?.length !== 0);
}

async function triggersOf(d1: D1) {
  const [triggers = []] = await d1.query(["select name, sql from sqlite_master where type = 'trigger' order by name"]);
  return triggers;
}

/** Puts as many rows into a statement as fit. */
async function* insertions(rows: AsyncIterable<readonly [table: string, Row]>, tables: Tables) {
  let statement = "";
  let size = 0;
  let into = "";
  for await (const [table, values] of rows) {
    const start = insertInto(table, tables[table] ?? []);
    const row = tuple(values.map(literal));
    const isTooLong = bytes(start) + bytes(row) > STATEMENT_BYTES;
    if (statement && (isTooLong || into !== table || size + bytes(row) > STATEMENT_BYTES)) {
      yield `${statement};`;
      statement = "";
    }
    if (isTooLong) {
      yield* insertionInPieces(start, values);
      continue;
    }
    const added = statement ? `,\n${row}` : `${start} ${row}`;
    size = bytes(added) + (statement ? size : 0);
    statement += added;
    into = table;
  }
  if (statement) yield `${statement};`;
}

function* insertionInPieces(start: string, values: Value[]) {
  const expressions: string[] = [];
  for (const [number, value] of values.entries()) {
    if (isShort(value)) {
      expressions.push(literal(value));
      continue;
    }
    for (const piece of inPieces(value)) {
      yield `insert into ${PIECES} values (${number}, ${literal(piece)}) on conflict (number) do update set text = text || excluded.text;`;
    }
    expressions.push(`(select text from ${PIECES} where number = ${number})`);
  }
  yield `${start} ${tuple(expressions)};`;
  yield `delete from ${PIECES};`;
}

function insertInto(table: string, columns: string[]) {
  return `insert into "${table}" ${tuple(["rowid", ...columns].map((column) => `"${column}"`))} values`;
}

function tuple(expressions: string[]) {
  return `(${expressions.join(", ")})`;
}

function isShort(value: Value): value is null | number | string {
  return typeof value !== "string" || value.length <= SHORT_CHARACTERS;
}

/** Never cuts inside a character. */
function inPieces(text: string) {
  return text.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, "gu")) ?? [];
}

/** SQL ends a text at NUL, so a text with a NUL is written as bytes. */
function literal(value: Value) {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (value.includes("\0")) return `cast(x'${Buffer.from(value).toString("hex")}' as text)`;
  return `'${value.replaceAll("'", "''")}'`;
}

function bytes(text: string) {
  return Buffer.byteLength(text);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  await run(args).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}

async function run(args: string[]) {
  const isTrial = args.includes("--trial");
  const from = args.find((arg) => !arg.startsWith("--")) ?? (isTrial ? "newest" : undefined);
  if (!from) throw new Refused("Name a backup: npm run restore -- backups/<time>, or nightly/<time>, or newest");
  const site = await openNamed(args);
  try {
    const isInBucket = from === "newest" || from.startsWith(NIGHTS);
    const source = isInBucket ? await inBucket(site.backups, from) : inFolder(from);
    await (isTrial ? trial(site, source) : restoration(site, source));
  } finally {
    await site.close();
  }

  async function restoration(site: Site, source: Source) {
    const manifest = await restore(site, source, {
      replace: args.includes("--replace"),
      erased: await site.backups.list(ERASED),
      withDemo: !args.includes("--remote"),
    });
    const lost = await restoreImages(site.media, source, manifest);
    console.log(`${source.name} is restored: ${rowsIn(manifest)} rows, ${manifest.images.length} images.`);
    if (lost.length > 0) console.warn(`These images are not in it: ${lost.join(", ")}.`);
  }

  async function trial(site: Site, source: Source) {
    const note = (values: string) =>
      site.query([
        `insert into jobs (name) values ('restore trial') on conflict do nothing`,
        `update jobs set ${values} where name = 'restore trial'`,
      ]);
    await note(`startedAt = ${Date.now()}`);
    const manifest = await tryRestoring(source);
    const detail = JSON.stringify({ folder: source.name, rows: rowsIn(manifest) });
    await note(`endedAt = ${Date.now()}, detail = ${literal(detail)}`);
    console.log(`${source.name} can be restored: all ${rowsIn(manifest)} rows came back as they were.`);
  }
}
