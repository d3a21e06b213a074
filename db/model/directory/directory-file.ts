import * as z from "zod/mini";
import { amountIn } from "../money/amount.ts";
import type { Change } from "../staff/staff.ts";
import { lines, messagesByField } from "../text.ts";
import {
  CREDIT_SITUATIONS,
  categoryCriteria,
  creditWords,
  DealerForm,
  foldedName,
  fullDirectory,
  LENDER_CATEGORIES,
  type LenderCategory,
  LenderCriteria,
  LenderForm,
  METROS,
  MOST_ACTIVE,
} from "./lenders.ts";
import { RECIPIENT_KINDS } from "./recipient-kind.ts";

/** The columns of a file of lenders and dealers, as its first line names them. */
export const fileColumns = {
  kind: "Kind",
  name: "Name",
  category: "Category",
  metro: "Metro",
  leadAddress: "Email for leads",
  contactPerson: "Contact person",
  phone: "Phone",
  notes: "Notes",
  isActive: "Active",
  firmOrder: "Our order",
  isByLink: "Leads by a link",
  minimumIncome: "Minimum income",
  acceptsOpenBankruptcy: "Open bankruptcy",
  monthsSinceRepossession: "Months since repossession",
  monthsSelfEmployed: "Months self-employed",
  creditSituation: "Lowest credit accepted",
} as const;
export type FileColumn = keyof typeof fileColumns;
export const FILE_COLUMNS = Object.keys(fileColumns) as FileColumn[];

export const MAX_FILE_ROWS = 1000;
const MAX_FILE_CHARACTERS = 400_000;

export const DirectoryImport = z.object({
  csv: lines({ min: 1, max: MAX_FILE_CHARACTERS, message: "Choose a file that is not empty" }),
});

/** A file to begin with: an example of each kind. */
export const SAMPLE_FILE = [
  Object.values(fileColumns).join(","),
  "lender,Example Credit Union,Credit unions,,loans@example.com,Ana Ruiz,210 555 0100,Answers within a day,yes,1,,2000,no,24,24,thin file",
  "dealer,Example Motors,,San Antonio,leads@example.com,Lee Park,210 555 0101,,yes,1,no,,,,,",
].join("\r\n");

/** A line of a file. `line` counts from 1, the line of titles. */
export interface FileRow {
  line: number;
  cells: Partial<Record<FileColumn, string>>;
}

export type DirectoryEntry = { id: string; version: number } & (
  | { kind: "lender"; form: LenderForm }
  | { kind: "dealer"; form: Omit<DealerForm, "metro"> & { metro: string } }
);

/** An entry as an import stores it, and what that changes. */
export type ImportedEntry = DirectoryEntry & { change: Change };

/**
 * The new and the changed entries of a file: each line is compared with what is stored, by kind and name. Blank cells and
 * missing columns change nothing; a new lender gets its category's criteria. Refused with a sentence for each line that a
 * form would refuse or that repeats a name, or if more would be active than the directory takes.
 */
export function judgeRows(
  rows: FileRow[],
  stored: DirectoryEntry[],
): { entries: ImportedEntry[] } | { refused: string } {
  const byKey = Map.groupBy(stored, ({ kind, form }) => keyOf(kind, form.name));
  const lines = Map.groupBy(rows, ({ cells }) => keyOf(cells.kind ?? "", cells.name ?? ""));
  const wrong: string[] = [];
  const entries: ImportedEntry[] = [];
  for (const { line, cells } of rows) {
    const key = keyOf(cells.kind ?? "", cells.name ?? "");
    const first = lines.get(key)?.[0]?.line ?? line;
    const read = first < line ? { message: `line ${first} has this entry already` } : readRow(cells, byKey.get(key));
    if ("message" in read) wrong.push(`Line ${line}: ${read.message}`);
    else if (!isSame(read.change.old, read.change.new)) entries.push(read);
  }
  if (wrong.length > 0) return { refused: `${NOTHING_STORED}\n${firstOf(wrong).join("\n")}` };
  return refusedTooMany(entries, stored) ?? { entries };
}

const NOTHING_STORED = "Nothing was imported. Please correct the file and import it again.";
const MOST_NAMED = 50;

function firstOf(wrong: string[]) {
  const more = wrong.length - MOST_NAMED;
  return more > 0 ? [...wrong.slice(0, MOST_NAMED), `And ${more} more`] : wrong;
}

function readRow(
  cells: FileRow["cells"],
  [entry, another]: DirectoryEntry[] = [],
): ImportedEntry | { message: string } {
  const kind = RECIPIENT_KINDS.find((each) => each === cells.kind?.toLowerCase());
  if (!kind) return { message: "Kind must be lender or dealer" };
  if (another) return { message: `two ${kind}s in the directory have this name. Give one of them another name first` };
  const read = kind === "lender" ? readLender(cells, entry) : readDealer(cells, entry);
  if ("message" in read) return read;
  const { form } = read;
  const { id, version } = entry
    ? { id: entry.id, version: entry.version + 1 }
    : { id: crypto.randomUUID(), version: 1 };
  const change = { name: form.name, old: entry ? { ...entry.form } : null, new: { ...form } };
  return { kind, id, version, form, change } as ImportedEntry;
}

/** Refused if with these entries more would be active than the directory takes; null if not. */
function refusedTooMany(entries: ImportedEntry[], stored: DirectoryEntry[]) {
  const full = RECIPIENT_KINDS.find((kind) => {
    const active = stored.filter((entry) => entry.kind === kind && entry.form.isActive);
    const given = entries.filter((entry) => entry.kind === kind);
    const after = active.filter(({ id }) => !given.some((entry) => entry.id === id));
    const count = after.length + given.filter(({ form }) => form.isActive).length;
    return count > Math.max(MOST_ACTIVE, active.length);
  });
  return full ? { refused: fullDirectory(`${full}s`) } : null;
}

function keyOf(kind: string, name: string) {
  return `${kind.toLowerCase()} ${foldedName(name)}`;
}

type Read<Form> = { form: Form } | { message: string };

function readLender(cells: FileRow["cells"], entry: DirectoryEntry | undefined): Read<LenderForm> {
  const stored = entry?.kind === "lender" ? entry.form : undefined;
  const category = choice(cells.category, LENDER_CATEGORIES) ?? stored?.category;
  const preset = stored?.criteria ?? categoryCriteria[category as LenderCategory] ?? categoryCriteria["Credit unions"];
  const criteria = {
    minimumIncome: numberOf(cells.minimumIncome) ?? preset.minimumIncome,
    acceptsOpenBankruptcy: yesOrNo(cells.acceptsOpenBankruptcy) ?? preset.acceptsOpenBankruptcy,
    monthsSinceRepossession: numberOf(cells.monthsSinceRepossession) ?? preset.monthsSinceRepossession,
    monthsSelfEmployed: numberOf(cells.monthsSelfEmployed) ?? preset.monthsSelfEmployed,
    creditSituation: choice(cells.creditSituation, CREDIT_SITUATIONS, creditWords) ?? preset.creditSituation,
  };
  const typed = LenderForm.safeParse({ ...common(cells, stored), category, criteria });
  if (typed.success) return { form: typed.data };
  const { criteria: _, ...messages } = messagesByField(LenderForm, typed.error);
  const { error } = LenderCriteria.safeParse(criteria);
  return sentence({ ...messages, ...(error && messagesByField(LenderCriteria, error)) });
}

function readDealer(cells: FileRow["cells"], entry: DirectoryEntry | undefined): Read<DealerForm> {
  const stored = entry?.kind === "dealer" ? entry.form : undefined;
  const metro = choice(cells.metro, METROS) ?? stored?.metro;
  const isByLink = yesOrNo(cells.isByLink) ?? stored?.isByLink;
  const typed = DealerForm.safeParse({ ...common(cells, stored), metro, isByLink });
  return typed.success ? { form: typed.data } : sentence(messagesByField(DealerForm, typed.error));
}

function common(cells: FileRow["cells"], stored: DirectoryEntry["form"] | undefined) {
  return {
    name: cells.name ?? "",
    leadAddress: cells.leadAddress || (stored?.leadAddress ?? ""),
    contactPerson: cells.contactPerson || stored?.contactPerson,
    phone: cells.phone || stored?.phone,
    notes: cells.notes || stored?.notes,
    isActive: yesOrNo(cells.isActive) ?? stored?.isActive ?? true,
    firmOrder: numberOf(cells.firmOrder) ?? stored?.firmOrder,
  };
}

function sentence(messages: Record<string, string>) {
  return { message: Object.values(messages).join("; ") };
}

/** The choice with this name, in any case, or with these `words` of the desk. Leaves anything else for the schema to refuse. */
function choice(cell: string | undefined, choices: readonly string[], words: Record<string, string> = {}) {
  const typed = cell?.toLowerCase();
  return cell && (choices.find((each) => each.toLowerCase() === typed || words[each]?.toLowerCase() === typed) ?? cell);
}

/** Leaves what is not a number, or not a whole one, for the schema to refuse. */
function numberOf(cell: string | undefined) {
  return cell ? (amountIn(cell) ?? Number.NaN) : undefined;
}

function yesOrNo(cell: string | undefined) {
  if (!cell) return;
  if (/^(yes|y|true|1)$/i.test(cell)) return true;
  return /^(no|n|false|0)$/i.test(cell) ? false : cell;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name as keyof typeof one], other[name as keyof typeof other]));
}
