import * as z from "zod/mini";
import { amountIn } from "../money/amount.ts";
import { HOUR_MS } from "../time/clock.ts";
import { t } from "../words.ts";
import {
  choice,
  email,
  money,
  months,
  optional,
  phone,
  type Question,
  shapeOf,
  text,
  year,
  years,
  yesNo,
} from "./question.ts";

export const EMPLOYMENT_TYPES = ["W-2", "Self-Employed/1099", "Unemployed/Benefits", "Other"] as const;
export const HOUSING_TYPES = ["Rent", "Own/Mortgage", "Live with Family/Friend", "Other"] as const;
export const ACCOUNT_TYPES = ["Checking", "Savings", "Both", "None"] as const;
export const BANKRUPTCY_STATUSES = ["No", "Discharged", "Open"] as const;
export const ID_TYPES = ["TX DL", "State ID", "Passport", "Other"] as const;
export const AUTO_FINANCE_HISTORIES = [
  "Currently Paying",
  "Paid Off",
  "Repo—Voluntary",
  "Repo—Involuntary",
  "No Auto Loan History",
] as const;
export const TITLE_HOLDERS = ["My Name", "Another Name", "Other"] as const;
export const DOWN_PAYMENT_TIMES = ["Today", "Within a Week", "Need More Time"] as const;
export const PURCHASE_TIMELINES = [
  "Immediately",
  "Within 1–2 Weeks",
  "In a Couple of Months",
  "I'm Still Looking",
] as const;

/** With less time than this at a job or address we also ask for the one before: lenders want to see three years. */
export const SHORT_STAY_MONTHS = 36;
/** The youngest and oldest age among the birth years to choose from, as the customer set them. */
export const MIN_AGE_YEARS = 18;
export const MAX_AGE_YEARS = 80;

const CENTRAL_WINTER_MS = 6 * HOUR_MS;

/** The questions of each step, in the order of asking. The page, the requests and the database use the same names. */
export const steps = {
  contact: {
    fullName: text(() => t`Full Name`, { min: 2, max: 100, message: () => t`Full name is required` }),
    phone: phone(() => t`Phone Number`, { min: 10, max: 30, message: () => t`Valid phone number is required` }),
    email: email(() => t`Email Address`),
    city: text(() => t`City`, { min: 2, max: 80, message: () => t`City is required` }),
    zip: text(() => t`ZIP Code`, { min: 5, max: 10, message: () => t`Valid ZIP code is required` }),
    birthYear: optional(
      year(() => t`Birth Year`, { isValid: isBirthYear, message: () => t`Choose a birth year from the list` }),
    ),
  },
  employment: {
    employmentType: choice(() => t`Employment Type`, EMPLOYMENT_TYPES, {
      message: () => t`Employment type is required`,
    }),
    timeOnCurrentJobYears: optional(years(() => t`Time on Current Job`)),
    timeOnCurrentJobMonths: optional(months(() => t`Time on Current Job`)),
    timeOnPreviousJobYears: optional(years(() => t`Time on Previous Job`)),
    timeOnPreviousJobMonths: optional(months(() => t`Time on Previous Job`)),
    grossMonthlyIncome: money(() => t`Gross Monthly Income`, {
      min: 1,
      max: 1_000_000,
      per: "month",
      message: () => t`Monthly income is required`,
    }),
  },
  residence: {
    timeAtCurrentResidenceYears: optional(years(() => t`Time at Current Residence`)),
    timeAtCurrentResidenceMonths: optional(months(() => t`Time at Current Residence`)),
    timeAtPreviousResidenceYears: optional(years(() => t`Time at Previous Residence`)),
    timeAtPreviousResidenceMonths: optional(months(() => t`Time at Previous Residence`)),
    housingType: choice(() => t`Housing Type`, HOUSING_TYPES, { message: () => t`Housing type is required` }),
    monthlyRentMortgage: optional(
      money(() => t`Rent or Mortgage`, {
        min: 0,
        max: 100_000,
        per: "month",
        message: () => t`Enter a monthly amount of $0 or more`,
      }),
    ),
  },
  "banking-credit": {
    hasActiveBank: yesNo(() => t`Do you have an active bank account?`, {
      preselected: true,
      message: () => t`Please say whether you have an active bank account`,
    }),
    accountType: optional(
      choice(() => t`Account Type`, ACCOUNT_TYPES, { message: () => t`Choose an account type from the list` }),
    ),
    bankName: optional(text(() => t`Bank Name`, { max: 100, message: () => t`Enter the bank’s name as text` })),
    bankruptcyStatus: choice(() => t`Bankruptcy Status`, BANKRUPTCY_STATUSES, {
      message: () => t`Bankruptcy status is required`,
    }),
    repoLast12Months: yesNo(() => t`Repossession in the last 12 months?`, {
      preselected: false,
      message: () => t`Please say whether you had a repossession in the last 12 months`,
    }),
    mortgageDelinquent: yesNo(() => t`Are you behind on a mortgage?`, {
      preselected: false,
      message: () => t`Please say whether you are behind on a mortgage`,
    }),
    idType: choice(() => t`ID Type`, ID_TYPES, { message: () => t`ID type is required` }),
  },
  downpayment: {
    autoFinanceHistory: choice(() => t`Auto Finance History`, AUTO_FINANCE_HISTORIES, {
      message: () => t`Auto finance history is required`,
    }),
    currentFinanceCompany: optional(
      text(() => t`Current Finance Company`, { max: 100, message: () => t`Enter the company’s name as text` }),
    ),
    titleHolder: choice(() => t`Title Holder`, TITLE_HOLDERS, { message: () => t`Title holder is required` }),
    cashDownPayment: money(() => t`Cash Down Payment`, {
      min: 0,
      max: 1_000_000,
      message: () => t`Down payment amount is required`,
    }),
    downPaymentAvailable: choice(() => t`When is the down payment available?`, DOWN_PAYMENT_TIMES, {
      message: () => t`Down payment availability is required`,
    }),
    purchaseTimeline: choice(() => t`Purchase Timeline`, PURCHASE_TIMELINES, {
      message: () => t`Purchase timeline is required`,
    }),
  },
};

export type Step = keyof typeof steps;
export const STEPS = Object.keys(steps) as Step[];

/** The schemas of all answers. */
export function answersShape() {
  return {
    ...shapeOf(steps.contact),
    ...shapeOf(steps.employment),
    ...shapeOf(steps.residence),
    ...shapeOf(steps["banking-credit"]),
    ...shapeOf(steps.downpayment),
  };
}

export type FormAnswers = z.output<z.ZodMiniObject<ReturnType<typeof answersShape>>>;
export type Field = keyof FormAnswers;
export type Answers = Partial<FormAnswers>;
/** Every answer to a question with choices, as we store it. */
export type Choice = {
  [Name in Field]-?: string extends FormAnswers[Name] ? never : Extract<FormAnswers[Name], string>;
}[Field];

const stepSchemas: Partial<Record<Step, z.ZodMiniType<Answers>>> = {};

/**
 * For the Continue button: checks one step. Drop answers to questions that are not asked first, with `askedOnly`. Built
 * when it is first asked for.
 */
export function stepSchema(step: Step) {
  stepSchemas[step] ??= z.object(shapeOf(steps[step]));
  return stepSchemas[step];
}

/** The fields of one step, in the order of asking. */
export function fieldsOf(step: Step) {
  return Object.keys(steps[step]) as Field[];
}

export const FIELDS = STEPS.flatMap(fieldsOf);

export const questions = Object.assign({}, ...Object.values(steps)) as Record<Field, Question>;

type OptionalField = { [Name in Field]: undefined extends FormAnswers[Name] ? Name : never }[Field];

/** When an optional question is asked: always, or after certain answers. We do not show, review or store one that is not asked. */
const askedWhen: Record<OptionalField, (answers: Answers) => boolean> = {
  birthYear: always,
  timeOnCurrentJobYears: always,
  timeOnCurrentJobMonths: always,
  timeOnPreviousJobYears: hasShortJob,
  timeOnPreviousJobMonths: hasShortJob,
  timeAtCurrentResidenceYears: always,
  timeAtCurrentResidenceMonths: always,
  timeAtPreviousResidenceYears: hasShortResidence,
  timeAtPreviousResidenceMonths: hasShortResidence,
  monthlyRentMortgage: ({ housingType }) => housingType === "Rent" || housingType === "Own/Mortgage",
  accountType: ({ hasActiveBank }) => hasActiveBank === true,
  bankName: ({ hasActiveBank }) => hasActiveBank === true,
  currentFinanceCompany: ({ autoFinanceHistory }) => autoFinanceHistory === "Currently Paying",
};

/** Whether the earlier answers make us ask this question. */
export function isAsked(field: Field, answers: Answers) {
  return field in askedWhen ? askedWhen[field as OptionalField](answers) : true;
}

/** A copy without answers to questions that are not asked, valid or not. Keeps all other keys. */
export function askedOnly<T extends object>(answers: T): T {
  const asked = { ...answers };
  for (const field of FIELDS) {
    if (!isAsked(field, answers as Answers)) delete (asked as Record<string, unknown>)[field];
  }
  return asked;
}

/** Drops answers to questions that are not asked, before a schema checks the others. */
export function askedAnswers() {
  return z.transform((sent: unknown) => (typeof sent === "object" && sent !== null ? askedOnly(sent) : sent));
}

/** The steps that still lack a required answer, in order. A down payment of $0 and a No count as answers. */
export function missingSections(answers: Answers) {
  const isMissing = (field: Field) => answers[field] === undefined && !questions[field].isOptional;
  return STEPS.filter((step) => fieldsOf(step).some(isMissing));
}

/** The birth years to choose from: ages 18 to 80 by the calendar year in Texas, newest first. */
export function birthYears(now: Date) {
  const newest = centralYear(now) - MIN_AGE_YEARS;
  return Array.from({ length: MAX_AGE_YEARS - MIN_AGE_YEARS + 1 }, (_, back) => newest - back);
}

/** Whether somebody born in this year might still be 17 today. Then a specialist has to ask. */
export function mayBeMinor(birthYear: number | null | undefined, now: Date) {
  return birthYear != null && centralYear(now) - birthYear <= MIN_AGE_YEARS;
}

/** Years and months of a duration as months; a part that is missing or not a number counts as 0. */
export function totalMonths(years: unknown, months: unknown) {
  const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0);
  return whole(years) * 12 + whole(months);
}

/**
 * The number somebody meant, by the customer's rule: without its decimals; 0 for a blank or anything that is not a number. Not
 * more than whole numbers are exact, which every question refuses by its limit.
 */
export function parseWholeNumber(typed: string) {
  const whole = Math.min(Math.trunc(amountIn(typed) ?? 0), Number.MAX_SAFE_INTEGER);
  return Object.is(whole, -0) ? 0 : whole;
}

function always() {
  return true;
}

function hasShortJob({ timeOnCurrentJobYears, timeOnCurrentJobMonths }: Answers) {
  return totalMonths(timeOnCurrentJobYears, timeOnCurrentJobMonths) < SHORT_STAY_MONTHS;
}

function hasShortResidence({ timeAtCurrentResidenceYears, timeAtCurrentResidenceMonths }: Answers) {
  return totalMonths(timeAtCurrentResidenceYears, timeAtCurrentResidenceMonths) < SHORT_STAY_MONTHS;
}

/** Allows one year of slack at both ends, because the visitor's clock may differ from ours around New Year. */
function isBirthYear(year: number) {
  const age = centralYear(new Date()) - year;
  return age >= MIN_AGE_YEARS - 1 && age <= MAX_AGE_YEARS + 1;
}

/** The calendar year in Texas. A year always begins in winter time there, UTC-6. */
export function centralYear(now: Date) {
  return new Date(now.getTime() - CENTRAL_WINTER_MS).getUTCFullYear();
}
