import { dollars } from "../money/amount.ts";
import { phoneInWords } from "../phone.ts";
import { language, plural, t } from "../words.ts";
import { type Answers, type Choice, type Field, isAsked, questions } from "./application.ts";

/** The label of a question. Monthly housing cost reads differently for renters and owners, as the customer asked. */
export function labelOf(field: Field, { housingType }: Answers) {
  if (field !== "monthlyRentMortgage") return questions[field].label();
  return housingType === "Own/Mortgage" ? t`Mortgage` : t.as("of a home")`Rent`;
}

/** Label and answer of each question that is asked; undefined if not answered. Years and months share a row. */
export function answerRows(fields: readonly Field[], answers: Answers) {
  return fields
    .filter((field) => isAsked(field, answers) && questions[field].kind !== "months")
    .map((field) => ({ field, label: labelOf(field, answers), value: answerInWords(field, answers) }));
}

/** An answer for people to read, such as 'Yes', '$3,800 a month' or '2 years 3 months'; undefined if not answered. */
function answerInWords(field: Field, answers: Answers) {
  const value = answers[field];
  const { kind, per } = questions[field];
  if (kind === "years") {
    const months = answers[field.replace(/Years$/, "Months") as Field];
    if (value === undefined && months === undefined) return;
    return duration(Number(value ?? 0), Number(months ?? 0));
  }
  if (value === undefined) return;
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (kind === "money") return amountInWords(Number(value), per);
  if (kind === "choice") return choiceInWords(value as Choice);
  return kind === "phone" ? phoneInWords(String(value)) : String(value);
}

/** A choice in the page's language. The English words are also what we store. */
export function choiceInWords(choice: Choice) {
  return language() === "en" ? choice : choiceWords[choice]();
}

const choiceWords: Record<Choice, () => string> = {
  "W-2": () => t`W-2`,
  "Self-Employed/1099": () => t`Self-Employed/1099`,
  "Unemployed/Benefits": () => t`Unemployed/Benefits`,
  Other: () => t`Other`,
  Rent: () => t.as("of a home")`Rent`,
  "Own/Mortgage": () => t`Own/Mortgage`,
  "Live with Family/Friend": () => t`Live with Family/Friend`,
  Checking: () => t`Checking`,
  Savings: () => t`Savings`,
  Both: () => t.as("kinds of account")`Both`,
  None: () => t.as("kind of account")`None`,
  No: () => t`No`,
  Discharged: () => t.as("a bankruptcy")`Discharged`,
  Open: () => t.as("a bankruptcy")`Open`,
  "TX DL": () => t`TX DL`,
  "State ID": () => t`State ID`,
  Passport: () => t`Passport`,
  "Currently Paying": () => t`Currently Paying`,
  "Paid Off": () => t`Paid Off`,
  "Repo—Voluntary": () => t`Repo—Voluntary`,
  "Repo—Involuntary": () => t`Repo—Involuntary`,
  "No Auto Loan History": () => t`No Auto Loan History`,
  "My Name": () => t`My Name`,
  "Another Name": () => t`Another Name`,
  Today: () => t`Today`,
  "Within a Week": () => t`Within a Week`,
  "Need More Time": () => t`Need More Time`,
  Immediately: () => t`Immediately`,
  "Within 1–2 Weeks": () => t`Within 1–2 Weeks`,
  "In a Couple of Months": () => t`In a Couple of Months`,
  "I'm Still Looking": () => t`I'm Still Looking`,
};

/** '$3,800 a month', or '$1,000' for an amount that is paid once. */
export function amountInWords(amount: number, per?: "month") {
  return per ? t`${{ amount: dollars(amount) }} a month` : dollars(amount);
}

/** '2 years 3 months'. Leaves out zero parts; a duration of zero is '0 months'. */
function duration(years: number, months: number) {
  const inYears = plural(years, { one: t`${years} year`, other: t`${years} years` });
  const inMonths = plural(months, { one: t`${months} month`, other: t`${months} months` });
  return years > 0 && months > 0 ? t`${inYears} ${inMonths}` : years > 0 ? inYears : inMonths;
}
