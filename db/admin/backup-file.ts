import { createHash } from "node:crypto";
import { appendFileSync, closeSync, createReadStream, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/**
 * The file that a backup is, in lines of JSON: what it is and which schema its rows have; the rows; how many there were; and the
 * SHA-256 of all that, so that a file which was cut off or damaged is noticed.
 */

const KIND = "backup of Bluebonnet Auto PreQual, 1";

/** Integers are digits in a text, because JSON rounds large ones; a number is a real. */
export type Value = string | number | null;
export type Row = [table: string, rowid: string, ...values: Value[]];

export interface Header {
  /** The migrations that had made the tables. */
  migrations: string[];
  /** The columns of each table, in the order of a row's values. */
  tables: Record<string, string[]>;
}

interface Summary {
  rows: number;
  /** The highest number that each table with AUTOINCREMENT has ever given to a row. */
  counters: Record<string, string>;
}

/**
 * Writes a file that only its owner may read, and returns how many rows it has. An earlier file of that name stays until this
 * one is whole. The counters are asked for after the last row, so that none of the rows has a higher number.
 */
export async function writeBackupFile(
  file: string,
  header: Header,
  rows: AsyncIterable<Row>,
  countersAfterwards: () => Promise<Summary["counters"]>,
) {
  const unfinished = `${file}.unfinished`;
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(unfinished, "w", 0o600);
  const sum = createHash("sha256");
  const write = (value: unknown) => {
    const line = `${inOneLine(value)}\n`;
    sum.update(line);
    appendFileSync(descriptor, line);
  };
  let count = 0;
  try {
    write({ kind: KIND, ...header });
    for await (const row of rows) {
      write(row);
      count++;
    }
    write({ rows: count, counters: await countersAfterwards() } satisfies Summary);
    write({ sha256: sum.copy().digest("hex") });
    renameSync(unfinished, file);
    return count;
  } finally {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
  }
}

/** Reads all of it once. Throws a sentence unless it is a backup, whole and as it was written. */
export async function openBackupFile(file: string) {
  const sum = createHash("sha256");
  let header: Header | undefined;
  let summary = "";
  let last = "";
  for await (const line of linesOf(file)) {
    header ??= headerOf(file, line);
    if (last) sum.update(`${last}\n`);
    [summary, last] = [last, line];
  }
  if (!header) throw notABackup(file);
  const sha256 = /^\{"sha256":"(\w+)"\}$/.exec(last)?.[1];
  if (!sha256) throw new Error(`${file} is cut off: its last line is missing. Nothing was changed.`);
  if (sha256 !== sum.digest("hex")) throw new Error(`${file} is damaged. Nothing was changed.`);
  return { header, summary: JSON.parse(summary) as Summary, rows: () => rowsOf(file) };
}

async function* rowsOf(file: string) {
  for await (const line of linesOf(file)) if (line.startsWith("[")) yield JSON.parse(line) as Row;
}

function headerOf(file: string, line: string): Header {
  if (!line.startsWith(`{"kind":${JSON.stringify(KIND)},`)) throw notABackup(file);
  try {
    return JSON.parse(line) as Header;
  } catch {
    throw new Error(`${file} is damaged. Nothing was changed.`);
  }
}

function notABackup(file: string) {
  return new Error(`${file} was not written by this version of \`npm run backup\`. Nothing was changed.`);
}

function linesOf(file: string) {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Two characters that JSON leaves as they are would end a line for whoever reads the file line by line. */
function inOneLine(value: unknown) {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
