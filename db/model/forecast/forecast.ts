import { type FormAnswers, mayBeMinor, totalMonths } from "../form/application.ts";
import type { ApplicationForm } from "../form/submission.ts";
import { isTexasZip } from "../form/texas-zip.ts";
import { isDialable } from "../phone.ts";
import { t } from "../words.ts";

/** Raise it with every change of a point or band, since stored scores name the version that made them. */
export const FORECAST_VERSION = 2;

const EVEN_ODDS_SCORE = 600;
const POINTS_THAT_DOUBLE_THE_ODDS = 20;
const LOWEST_FORECAST = 3;
const HIGHEST_FORECAST = 97;

type Scored = Pick<
  ApplicationForm,
  | "employmentType"
  | "timeOnCurrentJobYears"
  | "timeOnCurrentJobMonths"
  | "timeOnPreviousJobYears"
  | "timeOnPreviousJobMonths"
  | "grossMonthlyIncome"
  | "timeAtCurrentResidenceYears"
  | "timeAtCurrentResidenceMonths"
  | "housingType"
  | "monthlyRentMortgage"
  | "hasActiveBank"
  | "bankruptcyStatus"
  | "repoLast12Months"
  | "mortgageDelinquent"
  | "autoFinanceHistory"
  | "cashDownPayment"
>;

type Attribute = (answers: Scored) => number;

/** The points for three years or more on the job. */
const LONG_JOB = 13;

/**
 * The scorecard: expert points, since there are no outcomes yet. It predicts an approval by a partner lender within 30
 * days. It never looks at age, place, name, contact data, kind of account, bank, ID, title holder, finance company,
 * timeline or consents.
 */
const card = {
  base: () => -17,
  income: ({ grossMonthlyIncome: income }) =>
    band(income, [
      [1500, -29],
      [2000, -9],
      [3000, 4],
      [4500, 14],
      [7000, 23],
    ]) ?? 29,
  job: (answers) => {
    if (!countsJobTime(answers)) return 0;
    return (
      band(jobMonths(answers), [
        [6, -12],
        [12, -3],
        [24, 3],
        [36, 7],
      ]) ?? LONG_JOB
    );
  },
  /** In place of time on a job, so that no job scores above an income without one (12 CFR 1002.6(b)(2), (5)). */
  noEmployer: (answers) => (countsJobTime(answers) ? 0 : LONG_JOB),
  workHistory: (answers) => {
    const isLongTogether = jobMonths(answers) < 36 && jobMonths(answers) + previousJobMonths(answers) >= 36;
    return countsJobTime(answers) && isLongTogether ? 3 : 0;
  },
  newBusiness: (answers) => (isNewBusiness(answers) ? -9 : 0),
  residence: (answers) =>
    band(totalMonths(answers.timeAtCurrentResidenceYears, answers.timeAtCurrentResidenceMonths), [
      [6, -4],
      [12, 0],
      [36, 3],
    ]) ?? 9,
  housing: housingPoints,
  bank: ({ hasActiveBank }) => (hasActiveBank ? 9 : -9),
  bankruptcy: ({ bankruptcyStatus }) => ({ No: 6, Discharged: -9, Open: -35 })[bankruptcyStatus],
  repossession: ({ repoLast12Months }) => (repoLast12Months ? -38 : 0),
  mortgage: ({ mortgageDelinquent }) => (mortgageDelinquent ? -17 : 0),
  autoHistory: ({ autoFinanceHistory }) =>
    ({
      "Paid Off": 17,
      "Currently Paying": 12,
      "No Auto Loan History": 0,
      "Repo—Voluntary": -14,
      "Repo—Involuntary": -23,
    })[autoFinanceHistory],
  downPayment: downPaymentPoints,
} satisfies Record<string, Attribute>;

type AttributeName = keyof typeof card;
/** Points for each attribute of the card, including the base. */
export type ForecastPoints = Record<AttributeName, number>;

/** A forecast: `score` from 0 to 100 (in fact 3 to 97); `points` add up to the card's total minus 600. */
export interface Forecast {
  version: number;
  score: number;
  points: ForecastPoints;
}

/**
 * How likely an approval by a partner lender is. Guidance, never a decision. Missing durations count as 0 months. Leave
 * out questions that are not asked (`askedOnly`).
 */
export function forecast(answers: Scored): Forecast {
  const points = Object.fromEntries(
    Object.entries(card).map(([name, attribute]) => [name, attribute(answers)]),
  ) as ForecastPoints;
  return { version: FORECAST_VERSION, score: scoreOf(points), points };
}

/** The score from 0 to 100: log-odds on a scale where 600 is even and 20 points double the odds. */
export function scoreOf(points: ForecastPoints) {
  const total = Object.values(points).reduce((sum, each) => sum + each, EVEN_ODDS_SCORE);
  const likelihood = 1 / (1 + Math.exp(-(total - EVEN_ODDS_SCORE) / (POINTS_THAT_DOUBLE_THE_ODDS / Math.LN2)));
  return Math.min(HIGHEST_FORECAST, Math.max(LOWEST_FORECAST, Math.round(100 * likelihood)));
}

export const FLAG_CODES = [
  "REPO_LT_12M",
  "BK_OPEN",
  "BK_DISCHARGED",
  "SELF_EMP_LT_24M",
  "INCOME_LT_1500",
  "HOUSING_GT_45",
  "NO_BANK",
  "TITLE_OTHER",
  "ZIP_OUTSIDE_TX",
  "PHONE_INVALID",
  "CONFIRM_18",
  "POSSIBLE_DUPLICATE",
  "STOP_ASKED_ELSEWHERE",
] as const;

/** What a specialist should know before calling, in English. `attention` needs an answer; `info` is background. */
export interface Flag {
  code: (typeof FLAG_CODES)[number];
  level: "info" | "attention";
  note: string;
}

/** All flags that the answers raise. Two more flags need other applications: see the Worker. */
export function flagsOf(answers: FormAnswers, now: Date): Flag[] {
  const flags: (Flag | false)[] = [
    answers.repoLast12Months && flag("REPO_LT_12M", "attention", "Repossession within the last 12 months"),
    answers.bankruptcyStatus === "Open" && flag("BK_OPEN", "attention", "Bankruptcy is open"),
    answers.bankruptcyStatus === "Discharged" && flag("BK_DISCHARGED", "info", "Bankruptcy is discharged"),
    isNewBusiness(answers) && flag("SELF_EMP_LT_24M", "info", "Self-employed for less than 24 months"),
    answers.grossMonthlyIncome < 1500 && flag("INCOME_LT_1500", "info", "Monthly income below $1,500"),
    housingRatio(answers) > 0.45 && flag("HOUSING_GT_45", "info", "Housing costs above 45% of income"),
    !answers.hasActiveBank && flag("NO_BANK", "info", "No active bank account"),
    answers.titleHolder !== "My Name" && flag("TITLE_OTHER", "info", "Title will not be in the applicant’s name alone"),
    !isTexasZip(answers.zip) && flag("ZIP_OUTSIDE_TX", "attention", "ZIP code is not in Texas"),
    phoneFlagOf(answers.phone),
    mayBeMinor(answers.birthYear, now) && flag("CONFIRM_18", "attention", "Confirm that the applicant is 18 or older"),
  ];
  return flags.filter((each) => each !== false);
}

/** The flag for a phone number that nobody can dial; otherwise false. */
export function phoneFlagOf(phone: string) {
  return !isDialable(phone) && flag("PHONE_INVALID", "attention", "Phone number may not be reachable");
}

/** Something that the applicant could change, and the score it would lead to, all else equal. */
export interface Improvement {
  change: "downPayment" | "jobTime" | "bankAccount";
  /** More dollars down, or more months on the job; absent for a bank account. */
  amount?: number;
  from: number;
  to: number;
}

/**
 * Up to three changes that the applicant could make to raise the score, largest gain first. Never about bankruptcy,
 * repossession or mortgage.
 */
export function improvementsFor(answers: Scored): Improvement[] {
  const from = forecast(answers).score;
  const options: Improvement[] = [
    ...[500, 1000, 2000].map((amount) => {
      const better = { ...answers, cashDownPayment: answers.cashDownPayment + amount };
      return { change: "downPayment" as const, amount, from, to: forecast(better).score };
    }),
    ...[6, 12, 24].map((amount) => {
      const months = jobMonths(answers) + amount;
      const better = {
        ...answers,
        timeOnCurrentJobYears: Math.floor(months / 12),
        timeOnCurrentJobMonths: months % 12,
      };
      return { change: "jobTime" as const, amount, from, to: forecast(better).score };
    }),
    { change: "bankAccount", from, to: forecast({ ...answers, hasActiveBank: true }).score },
  ];
  const gains = options.filter(({ to }) => to > from);
  return (["downPayment", "jobTime", "bankAccount"] as const)
    .flatMap((change) => gains.find((option) => option.change === change) ?? [])
    .sort((a, b) => b.to - a.to);
}

const STRENGTHS: Partial<Record<AttributeName, () => string>> = {
  income: () => t`enough income for a range of payments`,
  job: () => t`time on your job`,
  workHistory: () => t`three years or more of work history`,
  residence: () => t`time at your address`,
  housing: () => t`housing costs that leave room in your budget`,
  bank: () => t`an active bank account`,
  autoHistory: () => t`a record of paying an auto loan`,
  downPayment: () => t`money down`,
};

/** Up to two attributes that earn the most points, as the applicant's strengths ('time on your job'). */
export function strengthsOf({ points }: Forecast) {
  return (Object.keys(STRENGTHS) as AttributeName[])
    .filter((name) => points[name] > 0)
    .sort((a, b) => points[b] - points[a])
    .slice(0, 2)
    .flatMap((name) => STRENGTHS[name]?.() ?? []);
}

function band(value: number, upperLimits: [below: number, points: number][]) {
  return upperLimits.find(([below]) => value < below)?.[1];
}

/**
 * Whether time on a job matters for this income. Not for benefits or 'Other', such as a pension or support: only the
 * amount of these counts, and we ask for no employer.
 */
export function countsJobTime({ employmentType }: Pick<Scored, "employmentType">) {
  return employmentType === "W-2" || employmentType === "Self-Employed/1099";
}

function jobMonths(answers: Scored) {
  return totalMonths(answers.timeOnCurrentJobYears, answers.timeOnCurrentJobMonths);
}

function previousJobMonths(answers: Scored) {
  return totalMonths(answers.timeOnPreviousJobYears, answers.timeOnPreviousJobMonths);
}

function isNewBusiness(answers: Scored) {
  return answers.employmentType === "Self-Employed/1099" && jobMonths(answers) < 24;
}

/** Rent or mortgage as a share of income; 0 if not asked. */
function housingRatio({ monthlyRentMortgage, grossMonthlyIncome, housingType }: Scored) {
  if (housingType !== "Rent" && housingType !== "Own/Mortgage") return 0;
  return (monthlyRentMortgage ?? 0) / grossMonthlyIncome;
}

function housingPoints(answers: Scored) {
  if (answers.housingType !== "Rent" && answers.housingType !== "Own/Mortgage") return 0;
  const ratio = housingRatio(answers);
  if (ratio <= 0.3) return 6;
  if (ratio <= 0.45) return 0;
  return ratio <= 0.6 ? -9 : -20;
}

function downPaymentPoints({ cashDownPayment: down, grossMonthlyIncome }: Scored) {
  if (down >= 2000 || (down > 0 && down >= grossMonthlyIncome)) return 17;
  return (
    band(down, [
      [1, -9],
      [500, 0],
      [1000, 3],
    ]) ?? 10
  );
}

function flag(code: Flag["code"], level: Flag["level"], note: string): Flag {
  return { code, level, note };
}
