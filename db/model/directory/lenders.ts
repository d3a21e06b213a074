import * as z from "zod/mini";
import { type ApplicationForm, totalMonths } from "../form/application.ts";
import { dollars } from "../money/amount.ts";
import { line, lines } from "../text.ts";

export const LENDER_CATEGORIES = [
  "Major banks",
  "Credit unions",
  "Auto finance companies",
  "Specialty lenders",
] as const;
export type LenderCategory = (typeof LENDER_CATEGORIES)[number];

/** Credit situations from smoothest to roughest, as far as answers tell. */
export const CREDIT_SITUATIONS = ["established", "new", "rebuilding", "in difficulty"] as const;
export type CreditSituation = (typeof CREDIT_SITUATIONS)[number];

/** The words that staff read. */
export const creditWords: Record<CreditSituation, string> = {
  established: "established",
  new: "thin file",
  rebuilding: "rebuilding",
  "in difficulty": "in difficulty",
};

const wholeNumber = (max: number, message: string) => z.int(message).check(z.gte(0, message), z.lte(max, message));

/** What a lender publishes about its borrowers. Its payments to us are not part of it. */
export const LenderCriteria = z.object({
  /** Dollars a month before tax. */
  minimumIncome: wholeNumber(100_000, "Enter a monthly income of $0 to $100,000"),
  acceptsOpenBankruptcy: z.boolean("Say whether an open bankruptcy is accepted"),
  monthsSinceRepossession: wholeNumber(120, "Enter 0 to 120 months since a repossession"),
  monthsSelfEmployed: wholeNumber(120, "Enter 0 to 120 months of self-employment"),
  /** The roughest situation it accepts. */
  creditSituation: z.enum(CREDIT_SITUATIONS, "Choose a credit situation from the list"),
});
export type LenderCriteria = z.output<typeof LenderCriteria>;

const name = line({ min: 2, max: 100, message: "Name is required" });
/** A name for comparison. Two lenders whose names look alike would be one to an import; so would two dealers. */
export function foldedName(name: string) {
  return name.trim().normalize("NFC").toLowerCase();
}

const leadAddress = z.pipe(line({ max: 254, message: "Enter a valid email" }), z.email("Enter a valid email"));

/** A contact person, their number, and notes for staff. All optional. */
const forStaff = {
  contactPerson: z._default(line({ max: 100, message: "Enter a name, or nothing" }), ""),
  phone: z._default(line({ max: 40, message: "Enter a phone number, or nothing" }), ""),
  notes: z._default(lines({ max: 2000, message: "Enter a text, or nothing" }), ""),
};

/** A lender of the directory, as managers edit it. */
export const LenderForm = z.object({
  name,
  category: z.enum(LENDER_CATEGORIES, "Choose a category from the list"),
  leadAddress,
  criteria: LenderCriteria,
  ...forStaff,
  isActive: z.boolean("Say whether the lender is active"),
});
export type LenderForm = z.output<typeof LenderForm>;

/** A change names the version it is based on, so that nobody overwrites a change they have not seen. */
const version = z.int("Send the version that you edited");
export const LenderChange = z.extend(LenderForm, { version });
export type LenderChange = z.output<typeof LenderChange>;

export const METROS = ["San Antonio", "Austin", "DFW", "Houston", "Elsewhere in Texas"] as const;

/** A dealer of the directory, as managers edit it. */
export const DealerForm = z.object({
  name,
  metro: z.enum(METROS, "Choose a metro from the list"),
  leadAddress,
  ...forStaff,
  isActive: z.boolean("Say whether the dealer is active"),
});
export type DealerForm = z.output<typeof DealerForm>;
export const DealerChange = z.extend(DealerForm, { version });
export type DealerChange = z.output<typeof DealerChange>;

/**
 * The criteria of lenders without their own, by category. They follow the public pages: a recent repossession is under
 * 12 months, self-employment takes two years. Specialty lenders ask for nothing.
 */
export const categoryCriteria: Record<LenderCategory, LenderCriteria> = {
  "Major banks": {
    minimumIncome: 2500,
    acceptsOpenBankruptcy: false,
    monthsSinceRepossession: 48,
    monthsSelfEmployed: 24,
    creditSituation: "established",
  },
  "Credit unions": {
    minimumIncome: 2000,
    acceptsOpenBankruptcy: false,
    monthsSinceRepossession: 24,
    monthsSelfEmployed: 24,
    creditSituation: "new",
  },
  "Auto finance companies": {
    minimumIncome: 1500,
    acceptsOpenBankruptcy: false,
    monthsSinceRepossession: 12,
    monthsSelfEmployed: 12,
    creditSituation: "rebuilding",
  },
  "Specialty lenders": {
    minimumIncome: 0,
    acceptsOpenBankruptcy: true,
    monthsSinceRepossession: 0,
    monthsSelfEmployed: 0,
    creditSituation: "in difficulty",
  },
};

type Judged = Pick<
  ApplicationForm,
  | "grossMonthlyIncome"
  | "bankruptcyStatus"
  | "repoLast12Months"
  | "mortgageDelinquent"
  | "autoFinanceHistory"
  | "employmentType"
  | "timeOnCurrentJobYears"
  | "timeOnCurrentJobMonths"
>;

/** A criterion, whether the answers meet it, and the reason in words. */
export interface Finding {
  meets: boolean;
  reason: string;
}

/** How an application compares with a lender's criteria. It is suitable if it meets all of them. */
export function findingsFor(criteria: LenderCriteria, answers: Judged): Finding[] {
  return [
    incomeFinding(criteria, answers),
    bankruptcyFinding(criteria, answers),
    repossessionFinding(criteria, answers),
    ...(answers.employmentType === "Self-Employed/1099" ? [selfEmploymentFinding(criteria, answers)] : []),
    creditFinding(criteria, answers),
  ];
}

export function isSuitable(findings: Finding[]) {
  return findings.every(({ meets }) => meets);
}

/** The roughest credit fact in the answers. Older repossessions and late mortgages count as rebuilding. */
export function creditSituationOf(answers: Judged): CreditSituation {
  if (answers.bankruptcyStatus === "Open" || answers.repoLast12Months) return "in difficulty";
  const isRebuilding =
    answers.bankruptcyStatus === "Discharged" || answers.mortgageDelinquent || hasRepossession(answers);
  if (isRebuilding) return "rebuilding";
  return answers.autoFinanceHistory === "No Auto Loan History" ? "new" : "established";
}

function incomeFinding({ minimumIncome }: LenderCriteria, { grossMonthlyIncome: income }: Judged): Finding {
  if (minimumIncome === 0) return { meets: true, reason: "No minimum income" };
  const meets = income >= minimumIncome;
  return { meets, reason: `Income ${dollars(income)} a month, asks for ${dollars(minimumIncome)}` };
}

function bankruptcyFinding({ acceptsOpenBankruptcy }: LenderCriteria, { bankruptcyStatus }: Judged): Finding {
  if (bankruptcyStatus !== "Open") return { meets: true, reason: "No open bankruptcy" };
  return acceptsOpenBankruptcy
    ? { meets: true, reason: "Accepts an open bankruptcy" }
    : { meets: false, reason: "Does not accept an open bankruptcy" };
}

function repossessionFinding({ monthsSinceRepossession: asked }: LenderCriteria, answers: Judged): Finding {
  if (!hasRepossession(answers)) return { meets: true, reason: "No repossession" };
  if (asked === 0) return { meets: true, reason: "Accepts a recent repossession" };
  const known = answers.repoLast12Months ? "under 12 months ago" : "12 months ago or more";
  const meets = !answers.repoLast12Months && asked <= 12;
  const confirm = !answers.repoLast12Months && asked > 12 ? ", so ask for its date" : "";
  return { meets, reason: `Repossession ${known}, asks for ${asked} months${confirm}` };
}

function selfEmploymentFinding({ monthsSelfEmployed: asked }: LenderCriteria, answers: Judged): Finding {
  const months = totalMonths(answers.timeOnCurrentJobYears, answers.timeOnCurrentJobMonths);
  if (asked === 0) return { meets: true, reason: "No minimum time of self-employment" };
  return { meets: months >= asked, reason: `Self-employed for ${months} months, asks for ${asked}` };
}

function creditFinding({ creditSituation: roughest }: LenderCriteria, answers: Judged): Finding {
  const situation = creditSituationOf(answers);
  const meets = CREDIT_SITUATIONS.indexOf(situation) <= CREDIT_SITUATIONS.indexOf(roughest);
  return { meets, reason: `Credit: ${creditWords[situation]}. Lowest accepted: ${creditWords[roughest]}` };
}

function hasRepossession({ repoLast12Months, autoFinanceHistory }: Judged) {
  return repoLast12Months || autoFinanceHistory.startsWith("Repo");
}
