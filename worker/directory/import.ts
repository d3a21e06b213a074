import { CsvError, parse } from "csv-parse/sync";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import {
  type DirectoryEntry,
  type DirectoryImport,
  FILE_COLUMNS,
  type FileRow,
  fileColumns,
  type JudgedRow,
  judgeRows,
  MAX_FILE_ROWS,
  refusedTooMany,
} from "../../db/model/directory/directory-file.ts";
import { categoryCriteria } from "../../db/model/directory/lenders.ts";
import { audit, dealers, lenders } from "../../db/schema.ts";
import { BYTE_ORDER_MARK, csvLine } from "../figures/csv.ts";
import type { Member } from "../staff/session.ts";
import { dealerAsJson, lenderAsJson } from "./directory.ts";

/** A wider spreadsheet is no directory, and takes seconds to read. */
const MAX_COLUMNS = 100;

const LINE_END = /\r\n|\n|\r/;
const CHANGED_MEANWHILE = "Somebody else changed this entry after the file was looked at. Look at the file again.";

/** What an import of this file would do with each line, and its unknown columns. Stores nothing. */
export async function previewImport(db: Database, csv: string) {
  const file = readFile(csv);
  if ("refused" in file) return file;
  const stored = await readEntries(db);
  const rows = judgeRows(file.rows, stored);
  return refusedTooMany(rows, stored) ?? { rows, ignored: file.ignored };
}

/** Stores new and changed entries in one transaction, except those that somebody else has changed meanwhile. */
export async function importDirectory(db: Database, member: Member, { csv, seen }: DirectoryImport) {
  const file = readFile(csv);
  if ("refused" in file) return file;
  const before = await readEntries(db);
  const judged = judgeRows(file.rows, before);
  const tooMany = refusedTooMany(judged, before);
  if (tooMany) return tooMany;
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  const added = judged.filter(({ state }) => state === "new").map((row) => ({ ...row, id: crypto.randomUUID() }));
  const changing = judged.filter(({ state }) => state === "changed");
  const changed = changing.filter(({ id, version }) => version !== null && versions.get(id ?? "") === version);
  const stored = new Set<string | null>();
  if (added.length + changed.length > 0) {
    const kinds = ["lender", "dealer"] as const;
    const [first, ...others] = kinds.flatMap((kind) => {
      const of = (rows: JudgedRow[]) => rows.filter((row) => row.kind === kind);
      return statements(db, member, kind, of(added), of(changed));
    });
    if (first) for (const rows of await db.batch([first, ...others])) for (const { id } of rows) stored.add(id);
  }
  const conflicts = [...added, ...changing].filter(({ id }) => !stored.has(id));
  return {
    added: added.filter(({ id }) => stored.has(id)).length,
    changed: changed.filter(({ id }) => stored.has(id)).length,
    conflicts: conflicts.map(({ line, name }) => ({ line, name, message: CHANGED_MEANWHILE })),
  };
}

/** A sample file: the titles and an example of each kind. */
export function sampleFile() {
  const { acceptsOpenBankruptcy, ...criteria } = categoryCriteria["Credit unions"];
  const lender: FileRow["cells"] = {
    kind: "lender",
    name: "Example Credit Union",
    category: "Credit unions",
    leadAddress: "loans@example.com",
    contactPerson: "Ana Ruiz",
    phone: "210 555 0100",
    notes: "Answers within a day",
    isActive: "yes",
    firmOrder: "1",
    acceptsOpenBankruptcy: acceptsOpenBankruptcy ? "yes" : "no",
    minimumIncome: String(criteria.minimumIncome),
    monthsSinceRepossession: String(criteria.monthsSinceRepossession),
    monthsSelfEmployed: String(criteria.monthsSelfEmployed),
    creditSituation: criteria.creditSituation,
  };
  const dealer: FileRow["cells"] = {
    kind: "dealer",
    name: "Example Motors",
    metro: "San Antonio",
    leadAddress: "leads@example.com",
    contactPerson: "Lee Park",
    phone: "210 555 0101",
    isActive: "yes",
    firmOrder: "1",
    isByLink: "no",
  };
  const rows = [fileColumns, lender, dealer];
  return BYTE_ORDER_MARK + rows.map((cells) => csvLine(FILE_COLUMNS.map((name) => cells[name]))).join("");
}

type File = { rows: FileRow[]; ignored: string[] } | { refused: string };

/** Before the titles, Excel may say what separates cells: 'sep=;'. Else it is what separates most titles. */
function readFile(csv: string): File {
  const [first = "", second = ""] = csv.split(LINE_END, 2);
  const said = /^"?sep=(.)/i.exec(first)?.[1];
  const titles = said ? second : first;
  const count = (delimiter: string) => titles.split(delimiter).length;
  const delimiter = said ?? [",", ";", "\t"].reduce((most, each) => (count(each) > count(most) ? each : most));
  if (count(delimiter) > MAX_COLUMNS) return { refused: `A file may have up to ${MAX_COLUMNS} columns` };
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(csv, {
      delimiter,
      // Spreadsheets write line ends within cells in another way than between lines.
      record_delimiter: ["\r\n", "\n", "\r"],
      from_line: said ? 2 : 1,
      to: MAX_FILE_ROWS + 2,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
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
  if (!columns.includes("kind") || !columns.includes("name")) {
    const known = Object.values(fileColumns).join(", ");
    return { refused: `The first line must name the columns, at least Kind and Name. Known columns: ${known}` };
  }
  if (others.length > MAX_FILE_ROWS) {
    return { refused: `A file may have up to ${MAX_FILE_ROWS} entries. This one has more` };
  }
  return {
    rows: others.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(columns.flatMap((name, index) => (name ? [[name, asText(record[index] ?? "")]] : []))),
    })),
    ignored: (top?.record ?? []).filter((title, index) => title && !columns[index]),
  };
}

function plain(title: string) {
  return title.toLowerCase().replace(/[^a-z]/g, "");
}

/**
 * A cell that looks like a formula is text. Removes what spreadsheets and our files put around a text to keep it one: an
 * apostrophe before it, or `="…"`.
 */
function asText(cell: string) {
  return cell.trim().replace(/^="(.*)"$|^'(?=[=+\-@])/s, "$1");
}

async function readEntries(db: Database): Promise<DirectoryEntry[]> {
  const [lenderRows, dealerRows] = await db.batch([db.select().from(lenders), db.select().from(dealers)]);
  return [
    ...lenderRows.map(({ id, version, ...form }) => ({ kind: "lender" as const, id, version, form })),
    ...dealerRows.map(({ id, version, ...form }) => ({ kind: "dealer" as const, id, version, form })),
  ];
}

/** Each statement returns the ids of the entries that it stored or noted. */
function statements(
  db: Database,
  { id: userId, username }: Member,
  kind: "lender" | "dealer",
  added: JudgedRow[],
  changed: JudgedRow[],
) {
  const table = kind === "lender" ? lenders : dealers;
  const given = (rows: JudgedRow[]) =>
    sql`json_each(${JSON.stringify(rows.map(({ id, version, form }) => ({ id, version, form })))}) given`;
  const value = (column: string) => sql`given.value ->> ${`$.form.${column}`}`;
  const values = {
    name: value("name"),
    ...(kind === "lender" ? { category: value("category") } : { metro: value("metro") }),
    leadAddress: value("leadAddress"),
    ...(kind === "lender" && { criteria: sql`json(given.value -> '$.form.criteria')` }),
    contactPerson: value("contactPerson"),
    phone: value("phone"),
    notes: value("notes"),
    isActive: value("isActive"),
  };
  const later = { firmOrder: value("firmOrder"), ...(kind === "dealer" && { isByLink: value("isByLink") }) };
  const inserted = [...Object.values(values), sql`1`, ...Object.values(later)];
  const isGiven = sql`${table}.id = given.value ->> '$.id'`;
  const isSeen = sql`${isGiven} and ${table}.version = given.value ->> '$.version'`;
  const noted = (rows: JudgedRow[], old: SQL, condition: SQL) =>
    db
      .insert(audit)
      .select(
        sql`select null, ${Date.now()}, ${userId}, ${username}, 'editDirectory', ${table}.id, 1,
          json_object('name', ${table}.name, 'old', ${old}, 'new', json(given.value -> '$.form'))
          from ${given(rows)} join ${table} on ${condition}`,
      )
      .returning({ id: audit.subjectId });
  return [
    db
      .insert(table)
      // The values are in the order of the table's columns.
      .select(
        sql`select given.value ->> '$.id', ${sql.join(inserted, sql`, `)} from ${given(added)} where not exists
          (select 1 from ${table} other where lower(other.name) = lower(given.value ->> '$.form.name'))`,
      )
      .returning({ id: table.id }),
    noted(added, sql`null`, isGiven),
    noted(changed, kind === "lender" ? lenderAsJson : dealerAsJson, isSeen),
    db
      .update(table)
      .set({ ...values, ...later, version: sql`${table}.version + 1` })
      .from(given(changed))
      .where(isSeen)
      .returning({ id: table.id }),
  ] as const;
}
