/**
 * A backup has compressed JSON lines with a page of rows per part, the images, and a manifest, which is written last
 * and has the hash of each part. The site keeps running while tables are read one by one.
 */

export const MANIFEST = "manifest.jsonl";
/** The folder of images in a backup made by hand. In the bucket: the site's present images, for all nights. */
export const IMAGES = "images/";
/** In the bucket: nights, and images of purged posts. Names begin with a time, so the oldest come first. */
export const NIGHTS = "nightly/";
export const PURGED = "purged/";
/** In the bucket: an empty file `erased/<time>/<id>` for each application that was deleted on request. */
export const ERASED = "erased/";
/** In the bucket: a file for each closed case of long ago (worker/case/archive.ts). */
export const ARCHIVED = "archive/";
/** There: for each person an empty file that leads to each of their cases, by the last two parts of its name. */
export const ARCHIVED_PEOPLE = `${ARCHIVED}people/`;
/** The tables that are not of SQLite, D1 or Wrangler. */
const isOurs = "tables.name not glob 'sqlite_*' and tables.name not glob '_cf_*' and tables.name not glob 'd1_*'";
const KIND = "backup of Bluebonnet Auto PreQual, 2";

const PAGE_ROWS = 2000;
/** Limits a page of rows, apart from its last row. One row may have up to 2,000,000 bytes. */
const PAGE_BYTES = 2_000_000;
export const BEFORE_ALL_ROWS = "-1e19";

/** Integers are stored as text, because JSON rounds large ones. A JSON number is a real. */
export type Value = string | number | null;
export type Row = [rowid: string, ...values: Value[]];
/** The columns of each table, in the order of a row's values. */
export type Tables = Record<string, string[]>;
/** Runs statements in one transaction and returns the rows of each. Values are bound to a statement that is alone. */
export type Query = (statements: string[], values?: string[]) => Promise<Record<string, unknown>[][]>;

export interface Header {
  kind: typeof KIND;
  /** The migrations that the database had. */
  migrations: string[];
  tables: Tables;
}

/** A page of rows from one table. */
export interface Part {
  name: string;
  table: string;
  rows: number;
  /** The rowid of the last row. */
  last: string;
  /** Of the compressed file. */
  sha256: string;
}

export interface Manifest extends Header {
  parts: Part[];
  /** The highest number ever given to a row, for each table with AUTOINCREMENT. */
  counters: Record<string, string>;
  /** Each image is stored once for all backups. */
  images: string[];
  /** Files of the archive, which only a backup made by hand has. */
  archived?: string[];
}

/** A sentence that says what is wrong with a backup, or why nothing was restored. */
export class Refused extends Error {}

/** The present schema of the database. */
export async function headerOf(query: Query): Promise<Header> {
  return { kind: KIND, migrations: await migrationsOf(query), tables: await tablesOf(query) };
}

/** The tables with data and their columns. Those of full-text search only repeat data of others. */
export async function tablesOf(query: Query): Promise<Tables> {
  const [columns = []] = await query([
    `select tables.name as "table", columns.name as "column"
     from pragma_table_list as tables join pragma_table_info(tables.name) as columns
     where tables.type = 'table' and ${isOurs} order by tables.name, columns.cid`,
  ]);
  const byTable = Object.groupBy(columns, ({ table }) => String(table));
  return Object.fromEntries(
    Object.entries(byTable).map(([table, rows = []]) => [table, rows.map(({ column }) => String(column))]),
  );
}

/** The migrations that the database has, in order. */
export async function migrationsOf(query: Query) {
  const [rows = []] = await query(["select name from d1_migrations order by id"]);
  return rows.map(({ name }) => String(name));
}

/** The parts after these, each with the bytes of its file. */
export async function* partsAfter(parts: Part[], query: Query, tables: Tables) {
  const names = Object.keys(tables);
  let previous = parts.at(-1);
  for (const table of names.slice(previous ? names.indexOf(previous.table) : 0)) {
    for (;;) {
      const rows = await rowsAfter(query, tables, table, previous?.table === table ? previous.last : undefined);
      const last = rows.at(-1)?.[0];
      if (last === undefined) break;
      const bytes = await compressed(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      const number = previous ? Number.parseInt(previous.name, 10) + 1 : 1;
      const name = `${String(number).padStart(6, "0")}.jsonl.gz`;
      previous = { name, table, rows: rows.length, last, sha256: await sha256(bytes) };
      yield { part: previous, bytes };
    }
  }
}

/** The next page of a table's rows after this rowid, in order; empty at the end. */
function rowsAfter(query: Query, tables: Tables, table: string, after = BEFORE_ALL_ROWS) {
  const bytes = tables[table]?.map((column) => `ifnull(octet_length("${column}"), 0)`).join(" + ");
  const last = `(with candidates as (select rowid as "row", ${bytes} as bytes from "${table}" where rowid > ${after} order by rowid limit ${PAGE_ROWS}),
       measured as (select "row", sum(bytes) over (order by "row") - bytes as before from candidates)
     select max("row") from measured where before < ${PAGE_BYTES})`;
  return rowsUntil(query, tables, table, last, after);
}

/** A table's rows until this rowid, in order. */
export async function rowsUntil(query: Query, tables: Tables, table: string, last: string, after = BEFORE_ALL_ROWS) {
  const values = ["rowid", ...(tables[table] ?? [])].map((column, index) => `${exact(`"${column}"`)} as "${index}"`);
  const [rows = []] = await query([
    `select ${values.join(", ")} from "${table}" where rowid > ${after} and rowid <= ${last} order by "${table}".rowid`,
  ]);
  return rows.map((row) => Object.values(row) as Row);
}

/** The end of a backup. Read after the last part, so that no row has a higher number than the counters. */
export async function manifestOf(query: Query, header: Header, parts: Part[], images: string[]): Promise<Manifest> {
  return { ...header, parts, counters: await countersOf(query, header.tables), images };
}

export async function countersOf(query: Query, tables: Tables) {
  const [rows = []] = await query([`select name, ${exact("seq")} as seq from sqlite_sequence`]);
  const all = rows.map(({ name, seq }) => [String(name), String(seq)] as const);
  return Object.fromEntries(all.filter(([name]) => name in tables));
}

/** The text of the manifest's file: a line of JSON, and a line with its hash. */
export async function manifestText(manifest: Manifest) {
  const text = JSON.stringify(manifest);
  return `${text}\n${JSON.stringify({ sha256: await sha256(new TextEncoder().encode(text)) })}\n`;
}

/** Reads the manifest from its file. Throws a sentence if the text has changed. */
export async function readManifest(file: string): Promise<Manifest> {
  const [text = "", seal = ""] = file.split("\n");
  if (!text.startsWith(`{"kind":${JSON.stringify(KIND)},`)) {
    throw new Refused(`${MANIFEST} was not written by this version of the site.`);
  }
  const hash = /^\{"sha256":"(\w+)"\}$/.exec(seal)?.[1];
  if (!hash) throw new Refused(`${MANIFEST} is cut off: its last line is missing.`);
  if (hash !== (await sha256(new TextEncoder().encode(text)))) throw new Refused(`${MANIFEST} is damaged.`);
  return JSON.parse(text);
}

/** The rows of a part. Throws a sentence if its file is missing or has changed. */
export async function readPart({ name, rows, sha256: hash }: Part, bytes: Uint8Array | null) {
  if (!bytes) throw new Refused(`${name} is missing.`);
  if ((await sha256(bytes)) !== hash) throw new Refused(`${name} is damaged.`);
  const lines = (await decompressed(bytes)).split("\n").slice(0, -1);
  if (lines.length !== rows) throw new Refused(`${name} has ${lines.length} rows instead of ${rows}.`);
  return lines.map((line) => JSON.parse(line) as Row);
}

export function rowsIn({ parts }: Manifest) {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

/** An integer as digits: the answer is JSON, which rounds large integers. */
function exact(value: string) {
  return `iif(typeof(${value}) = 'integer', cast(${value} as text), ${value})`;
}

export async function sha256(bytes: Uint8Array) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function compressed(text: string) {
  return streamed(new Blob([text]), new CompressionStream("gzip")).bytes();
}

export async function decompressed(bytes: Uint8Array) {
  return streamed(new Blob([bytes]), new DecompressionStream("gzip")).text();
}

function streamed(blob: Blob, through: CompressionStream | DecompressionStream) {
  return new Response(blob.stream().pipeThrough(through));
}

/** All objects of a bucket with this prefix, in order. */
export async function* listed(bucket: R2Bucket, prefix: string) {
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, cursor, include: ["customMetadata"] });
    yield* page.objects;
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}
