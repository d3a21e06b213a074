import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Source } from "../../../db/admin/restore.ts";
import { MANIFEST, type Manifest, type Row, readManifest, readPart } from "../../../db/backup.ts";
import { type Table, tables } from "../random-rows.ts";
import type { Pool } from "./connect.ts";
import { addKeys, createTables, hasOwnRowid, rowidOf } from "./tables.ts";

/** How COPY writes characters that would end a value or a row. */
const ESCAPES: Record<string, string> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** The rows of a table: how many, and the SHA-256 of all of them in order, as COPY writes them. */
export type Contents = Record<string, { rows: number; sha256: string }>;

/** Loads a backup (db/backup.ts) into an empty database: rows, then keys, indexes, triggers and sequences. Says what it wrote. */
export async function load(sql: Pool, source: Source): Promise<Contents> {
  const manifest = await manifestOf(source);
  await createTables(sql);
  const written: Contents = {};
  for (const table of tables) {
    const hash = createHash("sha256");
    const into = await sql.unsafe(`copy ${table.name} (${columnsOf(table)}) from stdin`).writable();
    await pipeline(Readable.from(linesOf(source, manifest, table, hash)), into);
    const rows = manifest.parts.filter((part) => part.table === table.name).reduce((sum, part) => sum + part.rows, 0);
    written[table.name] = { rows, sha256: hash.digest("hex") };
  }
  await addKeys(sql);
  for (const table of tables) await goOnCounting(sql, table, manifest.counters[table.name]);
  return written;
}

/** What the database has now. */
export async function contentsOf(sql: Pool): Promise<Contents> {
  const contents: Contents = {};
  for (const table of tables) {
    const hash = createHash("sha256");
    const ordered = `select ${columnsOf(table)} from ${table.name} order by ${rowidOf(table)}`;
    for await (const lines of await sql.unsafe(`copy (${ordered}) to stdout`).readable()) hash.update(lines);
    const [counted] = await sql.unsafe(`select count(*) from ${table.name}`);
    contents[table.name] = { rows: Number(counted?.count), sha256: hash.digest("hex") };
  }
  return contents;
}

async function manifestOf(source: Source) {
  return readManifest(new TextDecoder().decode((await source.file(MANIFEST)) ?? undefined));
}

function columnsOf(table: Table) {
  const names = table.columns.map(({ name }) => name);
  return (hasOwnRowid(table) ? names : ["rowid", ...names]).join();
}

async function* linesOf(source: Source, { parts }: Manifest, table: Table, hash: Hash) {
  for (const part of parts.filter((each) => each.table === table.name)) {
    const rows = await readPart(part, await source.file(part.name));
    const lines = Buffer.from(rows.map((row) => lineOf(row, table)).join(""));
    hash.update(lines);
    yield lines;
  }
}

function lineOf(row: Row, table: Table) {
  const values = hasOwnRowid(table) ? row.slice(1) : row;
  return `${values.map((value) => (value === null ? "\\N" : escaped(String(value)))).join("\t")}\n`;
}

function escaped(text: string) {
  return text.replace(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPES[character] ?? character);
}

/** The next row gets the number after the highest one ever given. */
async function goOnCounting(sql: Pool, { name, ...table }: Table, counter: string | undefined) {
  const column = rowidOf({ name, ...table });
  const last = counter ?? `(select max(${column}) from ${name})`;
  await sql.unsafe(`select setval(pg_get_serial_sequence('${name}', '${column}'), greatest(1, ${last}))`);
}
