import { type Answers, type Field, isAsked, questions } from "./application.ts";

/** The label of a question; that of the monthly housing cost depends on the housing type, as the customer asked. */
export function labelOf(field: Field, { housingType }: Answers) {
  if (field !== "monthlyRentMortgage") return questions[field].label;
  return housingType === "Own/Mortgage" ? "Mortgage" : "Rent";
}

/** The questions among `fields` that are asked, and what was answered; undefined where nothing was. Years and the months beside them are one row. */
export function answerRows(fields: readonly Field[], answers: Answers) {
  return fields
    .filter((field) => isAsked(field, answers) && questions[field].kind !== "months")
    .map((field) => ({ field, label: labelOf(field, answers), value: answerInWords(field, answers) }));
}

/** An answer as people read it: 'Yes', '$3,800 a month', '2 years 3 months'. Undefined when not answered. */
function answerInWords(field: Field, answers: Answers) {
  const value = answers[field];
  const { kind, per } = questions[field];
  if (kind === "years") {
    const months = answers[field.replace(/Years$/, "Months") as Field];
    if (value === undefined && months === undefined) return;
    return duration(Number(value ?? 0), Number(months ?? 0));
  }
  if (value === undefined) return;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (kind === "money") return amountInWords(Number(value), per);
  return String(value);
}

/** 'Full Name, Phone Number and City'; years and the months beside them are one. */
export function namesOf(fields: readonly Field[]) {
  const names = fields.map((field) => questions[field]).filter(({ kind }) => kind !== "months");
  return new Intl.ListFormat("en-US").format(names.map(({ label }) => label));
}

/** '$3,800 a month', or '$1,000' for what is paid once. */
export function amountInWords(amount: number, per?: "month") {
  return per ? `${dollars(amount)} a ${per}` : dollars(amount);
}

/** US dollars without cents. */
export function dollars(amount: number) {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
}

/** '2 years 3 months'; zero parts are left out, nothing at all is '0 months'. */
function duration(years: number, months: number) {
  const parts = [years > 0 && count(years, "year"), months > 0 && count(months, "month")].filter(Boolean);
  return parts.join(" ") || "0 months";
}

function count(number: number, unit: string) {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
