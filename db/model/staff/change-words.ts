import type { Change } from "./staff.ts";

/** One field of a change. Null means nobody or nothing; undefined means that it had no value before. */
export interface ChangedField {
  label: string;
  before: unknown;
  after: unknown;
}

const labels: Record<string, string> = {
  leadAddress: "Email for leads",
  isActive: "Active",
  isByLink: "Leads by a link",
  firmOrder: "Our order",
  minimumIncome: "Minimum income a month",
  acceptsOpenBankruptcy: "Accepts an open bankruptcy",
  creditSituation: "Lowest credit accepted",
};

/** The fields that changed, in order. For something new, all fields with a value. */
export function changedFields({ old, new: next }: Change): ChangedField[] {
  const before = flat(old ?? {});
  return Object.entries(flat(next))
    .filter(([field, value]) => (old === null ? value !== "" : value !== before[field]))
    .map(([field, after]) => ({ label: labels[field] ?? fieldInWords(field), before: before[field], after }));
}

/** A value in words for staff. */
export function inWords(value: unknown) {
  if (value === undefined || value === "") return "nothing";
  if (value === null) return "nobody";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Moves the fields of nested objects up one level. */
function flat(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      typeof value === "object" && value !== null ? Object.entries(value) : [[field, value]],
    ),
  );
}

/** 'contactPerson' becomes 'Contact person'. */
export function fieldInWords(field: string) {
  const words = field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
