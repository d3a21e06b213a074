import { CsvError, parse } from "csv-parse/sync";
import { getTableColumns, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import {
  type DirectoryEntry,
  FILE_COLUMNS,
  type FileRow,
  fileColumns,
  type ImportedEntry,
  judgeRows,
  MAX_FILE_ROWS,
} from "../../db/model/directory/directory-file.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { audit, dealers, lenders } from "../../db/schema.ts";
import { committed } from "../commit.ts";
import { unlessEdited } from "../staff/changes.ts";

/** A wider spreadsheet is no directory, and takes seconds to read. */
const MAX_COLUMNS = 100;

/** Adds and changes lenders and dealers by a file: all of it or, with a sentence about each line that is wrong, nothing. */
export async function importDirectory(db: Database, member: Member, csv: string) {
  const file = readFile(csv);
  if ("refused" in file) return file;
  return committed(async () => {
    const stored = await readEntries(db);
    const judged = judgeRows(file.rows, stored);
    if ("refused" in judged) return judged;
    const { entries } = judged;
    const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind);
    await db.batch([
      unlessEdited(db, stored, lenders, dealers),
      ...statements(db, member, lenders, ofKind("lender")),
      ...statements(db, member, dealers, ofKind("dealer")),
    ]);
    const added = entries.filter(({ change }) => change.old === null).length;
    return { added, changed: entries.length - added };
  });
}

/** Reads a CSV whose cells are separated by what separates most titles. */
function readFile(csv: string): { rows: FileRow[] } | { refused: string } {
  const [titles = ""] = csv.split(/\r|\n/, 1);
  const count = (delimiter: string) => titles.split(delimiter).length;
  const delimiter = [",", ";", "\t"].reduce((most, each) => (count(each) > count(most) ? each : most));
  if (count(delimiter) > MAX_COLUMNS) return { refused: `A file may have up to ${MAX_COLUMNS} columns` };
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(csv, {
      delimiter,
      // Spreadsheets write line ends within cells in another way than between lines.
      record_delimiter: ["\r\n", "\n", "\r"],
      to: MAX_FILE_ROWS + 2,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof CsvError)
      return { refused: `This is not a CSV file: a quotation mark is wrong in line ${error.lines}` };
    throw error;
  }
  const [top, ...others] = records;
  const columns = (top?.record ?? []).map((title) =>
    FILE_COLUMNS.find((name) => plain(fileColumns[name]) === plain(title)),
  );
  const unknown = (top?.record ?? []).filter((title, index) => title && !columns[index]);
  if (!columns.includes("kind") || !columns.includes("name") || unknown.length > 0) {
    const known = Object.values(fileColumns).join(", ");
    return {
      refused: `The first line must name the columns, at least Kind and Name. ${
        unknown.length > 0 ? `Nobody knows ${unknown.join(", ")}. ` : ""
      }Known columns: ${known}`,
    };
  }
  if (others.length > MAX_FILE_ROWS) {
    return { refused: `A file may have up to ${MAX_FILE_ROWS} entries. This one has more` };
  }
  return {
    rows: others.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(columns.flatMap((name, index) => (name ? [[name, asText(record[index] ?? "")]] : []))),
    })),
  };
}

function plain(title: string) {
  return title.toLowerCase().replace(/[^a-z]/g, "");
}

/** Removes what spreadsheets put around a text that looks like a formula, to keep it one: an apostrophe, or `="…"`. */
function asText(cell: string) {
  return cell.trim().replace(/^="(.*)"$|^'(?=[=+\-@])/s, "$1");
}

async function readEntries(db: Database): Promise<DirectoryEntry[]> {
  const found = await named(db, { lenders: db.select().from(lenders), dealers: db.select().from(dealers) });
  return [
    ...found.lenders.map(({ id, version, ...form }) => ({ kind: "lender" as const, id, version, form })),
    ...found.dealers.map(({ id, version, ...form }) => ({ kind: "dealer" as const, id, version, form })),
  ];
}

function statements(
  db: Database,
  { id: userId, username }: Member,
  table: typeof lenders | typeof dealers,
  entries: ImportedEntry[],
) {
  const given = sql`json_each(${JSON.stringify(entries)}) given`;
  const names = Object.keys(getTableColumns(table));
  const values = names.map(
    (name) => sql`given.value ->> ${name in { id: 0, version: 0 } ? `$.${name}` : `$.form.${name}`}`,
  );
  return [
    db
      .insert(table)
      .select(sql`select ${sql.join(values, sql`, `)} from ${given} where true`)
      .onConflictDoUpdate({
        target: table.id,
        set: Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${name}`)])),
      }),
    db.insert(audit).select(
      sql`select null, ${Date.now()}, ${userId}, ${username}, 'editDirectory', given.value ->> '$.id', 1,
        given.value -> '$.change' from ${given}`,
    ),
  ];
}
