import * as z from "zod/mini";
import { RECIPIENT_KINDS, type RecipientKind } from "../introductions/referral.ts";
import { amountIn } from "../money/amount.ts";
import type { Change } from "../staff/staff.ts";
import { line, lines, messagesByField } from "../text.ts";
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

const csv = lines({ min: 1, max: MAX_FILE_CHARACTERS, message: "Choose a file that is not empty" });
export const DirectoryFile = z.object({ csv });
export const DirectoryImport = z.object({
  csv,
  /** The entries that the preview was going to change, with the versions it showed. */
  seen: z
    .array(
      z.object({
        id: line({ min: 1, max: 60, message: "Name the entry" }),
        version: z.int("Send the version that you saw"),
      }),
      "Send the versions that you saw",
    )
    .check(z.maxLength(MAX_FILE_ROWS, `A file may have up to ${MAX_FILE_ROWS} entries`)),
});
export type DirectoryImport = z.output<typeof DirectoryImport>;

/** A line of a file. `line` counts from 1, the line of titles. */
export interface FileRow {
  line: number;
  cells: Partial<Record<FileColumn, string>>;
}

export type DirectoryEntry = { id: string; version: number } & (
  | { kind: "lender"; form: LenderForm }
  | { kind: "dealer"; form: Omit<DealerForm, "metro"> & { metro: string } }
);

/** What an import would do with a line, and why not. `id` and `version` are of the entry that it would change. */
export interface JudgedRow {
  line: number;
  name: string;
  kind: RecipientKind | null;
  state: "new" | "changed" | "unchanged" | "bad";
  message: string | null;
  id: string | null;
  version: number | null;
  form: LenderForm | DealerForm | null;
  change: Change | null;
}

/**
 * Compares each line with what is stored, by kind and name. Blank cells and missing columns change nothing; a new
 * lender gets its category's criteria. Lines that a form would refuse are bad, and so is a repeated name.
 */
export function judgeRows(rows: FileRow[], stored: DirectoryEntry[]): JudgedRow[] {
  const byKey = Map.groupBy(stored, ({ kind, form }) => keyOf(kind, form.name));
  const linesByKey = new Map<string, number>();
  return rows.map((row) => {
    const name = row.cells.name ?? "";
    const kind = RECIPIENT_KINDS.find((each) => each === row.cells.kind?.toLowerCase()) ?? null;
    const nothing = { line: row.line, name, kind, id: null, version: null, form: null, change: null };
    const bad = (message: string): JudgedRow => ({ ...nothing, state: "bad", message });
    if (!kind) return bad("Kind must be lender or dealer");
    const key = keyOf(kind, name);
    const earlier = linesByKey.get(key);
    if (earlier !== undefined) return bad(`Line ${earlier} has this ${kind} already`);
    linesByKey.set(key, row.line);
    const [entry, another] = byKey.get(key) ?? [];
    if (another) return bad(`Two ${kind}s in the directory have this name. Give one of them another name first`);
    const read = kind === "lender" ? readLender(row.cells, entry) : readDealer(row.cells, entry);
    if ("message" in read) return bad(read.message);
    const { form } = read;
    const judged = { ...nothing, name: form.name, form, message: null };
    if (!entry) return { ...judged, state: "new", change: { name: form.name, old: null, new: { ...form } } };
    const change = { name: form.name, old: { ...entry.form }, new: { ...form } };
    const { id, version } = entry;
    return isSame(entry.form, form)
      ? { ...judged, id, version, state: "unchanged" }
      : { ...judged, id, version, change, state: "changed" };
  });
}

/** Refused if with these lines more would be active than the directory takes; null if not. */
export function refusedTooMany(judged: JudgedRow[], stored: DirectoryEntry[]) {
  const full = RECIPIENT_KINDS.find((kind) => {
    const active = stored.filter((entry) => entry.kind === kind && entry.form.isActive);
    const given = judged.filter((row) => row.kind === kind && (row.state === "new" || row.state === "changed"));
    const after = active.filter(({ id }) => !given.some((row) => row.id === id));
    const count = after.length + given.filter(({ form }) => form?.isActive).length;
    return count > Math.max(MOST_ACTIVE, active.length);
  });
  return full ? { refused: fullDirectory(`${full}s`) } : null;
}

function keyOf(kind: RecipientKind, name: string) {
  return `${kind} ${foldedName(name)}`;
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
