import type { Change } from "./staff.ts";

/** One field of a change; null is nobody or nothing, undefined that there was none before. */
export interface ChangedField {
  label: string;
  before: unknown;
  after: unknown;
}

const labels: Record<string, string> = {
  leadAddress: "Email for leads",
  isActive: "Active",
  minimumIncome: "Minimum income a month",
  acceptsOpenBankruptcy: "Accepts an open bankruptcy",
  creditSituation: "Lowest credit accepted",
};

/** The fields that a change did change, in its order: those of a new thing that say something. */
export function changedFields({ old, new: next }: Change): ChangedField[] {
  const before = flat(old ?? {});
  return Object.entries(flat(next))
    .filter(([field, value]) => (old === null ? value !== "" : value !== before[field]))
    .map(([field, after]) => ({ label: labels[field] ?? fieldInWords(field), before: before[field], after }));
}

/** A value of a changed field as staff read it. */
export function inWords(value: unknown) {
  if (value === undefined || value === "") return "nothing";
  if (value === null) return "nobody";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** What stands in an object within an object, one level up. */
function flat(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      typeof value === "object" && value !== null ? Object.entries(value) : [[field, value]],
    ),
  );
}

/** 'contactPerson' as 'Contact person'. */
function fieldInWords(field: string) {
  const words = field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
