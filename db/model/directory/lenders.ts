import * as z from "zod/mini";
import { totalMonths } from "../form/application.ts";
import type { ApplicationForm } from "../form/submission.ts";
import { dollars } from "../money/amount.ts";
import { isEmail, line, lines } from "../text.ts";

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

/** What a lender publishes about its borrowers. Its payments to us are not part of it. A rule that we do not know is refused by its name. */
export const LenderCriteria = z.strictObject(
  {
    /** Dollars a month before tax. */
    minimumIncome: wholeNumber(100_000, "Enter a monthly income of $0 to $100,000"),
    acceptsOpenBankruptcy: z.boolean("Say whether an open bankruptcy is accepted"),
    monthsSinceRepossession: wholeNumber(120, "Enter 0 to 120 months since a repossession"),
    monthsSelfEmployed: wholeNumber(120, "Enter 0 to 120 months of self-employment"),
    /** The roughest situation it accepts. */
    creditSituation: z.enum(CREDIT_SITUATIONS, "Choose a credit situation from the list"),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `No lender has this rule: ${issue.keys.join(", ")}` : "Say what it asks for",
  },
);
export type LenderCriteria = z.output<typeof LenderCriteria>;

const name = line({ min: 2, max: 100, message: "Name is required" });
/** A name for comparison. Two lenders whose names look alike would be one to an import; so would two dealers. */
export function foldedName(name: string) {
  return name.trim().normalize("NFC").toLowerCase();
}

const BAD_ADDRESS = "Enter a valid email";
/** Where leads go. */
const leadAddress = line({ max: 500, message: BAD_ADDRESS }).check(z.refine(isEmail, BAD_ADDRESS));

/** A contact person, their number, and notes for staff. All optional. */
const forStaff = {
  contactPerson: z._default(line({ max: 100, message: "Enter a name, or nothing" }), ""),
  phone: z._default(line({ max: 40, message: "Enter a phone number, or nothing" }), ""),
  notes: z._default(lines({ max: 2000, message: "Enter a text, or nothing" }), ""),
};

/** Between entries of which an approval is equally likely, the firm's smaller number comes first. */
export const DEFAULT_ORDER = 100;
const firmOrder = z._default(wholeNumber(999, "Enter a whole number from 0 to 999"), DEFAULT_ORDER);

/** As many lenders, and as many dealers, may be active: for each application all are compared. */
export const MOST_ACTIVE = 1000;

/** Why no more may become active. */
export function fullDirectory(entries: "lenders" | "dealers") {
  return `The directory has ${MOST_ACTIVE.toLocaleString("en-US")} active ${entries}, as many as it takes. Please make some inactive first.`;
}

/** A lender of the directory, as managers edit it. */
export const LenderForm = z.object({
  name,
  category: z.enum(LENDER_CATEGORIES, "Choose a category from the list"),
  leadAddress,
  criteria: LenderCriteria,
  ...forStaff,
  isActive: z.boolean("Say whether the lender is active"),
  firmOrder,
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
  firmOrder,
  /** Its mailbox gets a link to each lead, as a lender's does, and no ADF. */
  isByLink: z._default(z.boolean("Say whether leads come by a link"), false),
});
export type DealerForm = z.output<typeof DealerForm>;
export const DealerChange = z.extend(DealerForm, { version });
export type DealerChange = z.output<typeof DealerChange>;

const CHANGED = "Somebody else changed this entry while you were editing it. Your changes are not saved yet.";

/**
 * Why a lender or dealer may not be stored like this beside all of its kind, as a new one or in place of the version that
 * was `edited`; null if it may. `isTaken`: because of its name.
 */
export function refusedEntry(
  entries: "lenders" | "dealers",
  stored: readonly { id: string; name: string; isActive: boolean; version: number }[],
  { name, isActive }: Pick<LenderForm, "name" | "isActive">,
  edited?: { id: string; version: number },
): { refused: string; isTaken?: boolean } | null {
  const before = stored.find(({ id }) => id === edited?.id);
  if (before?.version !== edited?.version) return { refused: CHANGED };
  const others = stored.filter((other) => other !== before);
  if (others.some((other) => foldedName(other.name) === foldedName(name))) {
    const refused = `The directory has ${name} already. Add what tells the two apart, such as the city`;
    return { refused, isTaken: true };
  }
  const isFull = others.filter((other) => other.isActive).length >= MOST_ACTIVE;
  return isFull && isActive && !before?.isActive ? { refused: fullDirectory(entries) } : null;
}

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

const DISCHARGE: Change = { kind: "discharge", least: 0 };

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

/** What would make an application meet a criterion. More money down is none of them: no criterion asks for it. */
export interface Change {
  /** `discharge`: the end of an open bankruptcy. */
  kind: "income" | "repossession" | "selfEmployment" | "discharge";
  /** Dollars a month for an income, otherwise months; 0 for a discharge. */
  least: number;
}

/** A criterion, whether the answers meet it, and the reason in words. */
export interface Finding {
  about: keyof LenderCriteria | "metro";
  meets: boolean;
  reason: string;
  /** What would make them meet it, if anything would soon. */
  changes?: Change[];
}

/** How an application compares with a lender's criteria. It is suitable if it meets all of them. Nothing else counts:
 * no ZIP code, age, language or kind of income (12 CFR 1002.4, 1002.6(b)). */
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
  const about = "minimumIncome";
  if (minimumIncome === 0) return { about, meets: true, reason: "No minimum income" };
  const reason = `Income ${dollars(income)} a month, asks for ${dollars(minimumIncome)}`;
  return { about, meets: income >= minimumIncome, reason, changes: [{ kind: "income", least: minimumIncome }] };
}

function bankruptcyFinding({ acceptsOpenBankruptcy }: LenderCriteria, { bankruptcyStatus }: Judged): Finding {
  const about = "acceptsOpenBankruptcy";
  if (bankruptcyStatus !== "Open") return { about, meets: true, reason: "No open bankruptcy" };
  return acceptsOpenBankruptcy
    ? { about, meets: true, reason: "Accepts an open bankruptcy, with the court’s permission" }
    : { about, meets: false, reason: "Does not accept an open bankruptcy", changes: [DISCHARGE] };
}

function repossessionFinding({ monthsSinceRepossession: asked }: LenderCriteria, answers: Judged): Finding {
  const about = "monthsSinceRepossession";
  if (!hasRepossession(answers)) return { about, meets: true, reason: "No repossession" };
  if (asked === 0) return { about, meets: true, reason: "Accepts a recent repossession" };
  const known = answers.repoLast12Months ? "under 12 months ago" : "12 months ago or more";
  const meets = !answers.repoLast12Months && asked <= 12;
  const confirm = !answers.repoLast12Months && asked > 12 ? ", so ask for its date" : "";
  const reason = `Repossession ${known}, asks for ${asked} months${confirm}`;
  return { about, meets, reason, changes: [{ kind: "repossession", least: asked }] };
}

function selfEmploymentFinding({ monthsSelfEmployed: asked }: LenderCriteria, answers: Judged): Finding {
  const months = totalMonths(answers.timeOnCurrentJobYears, answers.timeOnCurrentJobMonths);
  const about = "monthsSelfEmployed";
  if (asked === 0) return { about, meets: true, reason: "No minimum time of self-employment" };
  const reason = `Self-employed for ${months} months, asks for ${asked}`;
  return { about, meets: months >= asked, reason, changes: [{ kind: "selfEmployment", least: asked }] };
}

function creditFinding({ creditSituation: roughest }: LenderCriteria, answers: Judged): Finding {
  const situation = creditSituationOf(answers);
  const meets = CREDIT_SITUATIONS.indexOf(situation) <= CREDIT_SITUATIONS.indexOf(roughest);
  const reason = `Credit: ${creditWords[situation]}. Lowest accepted: ${creditWords[roughest]}`;
  return { about: "creditSituation", meets, reason, changes: soonRebuilding(roughest, answers) };
}

/** What makes credit in difficulty rebuilding credit, for a lender that accepts that. Nothing else changes soon. */
function soonRebuilding(roughest: CreditSituation, answers: Judged): Change[] | undefined {
  if (roughest !== "rebuilding" || creditSituationOf(answers) !== "in difficulty") return;
  return [
    ...(answers.bankruptcyStatus === "Open" ? [DISCHARGE] : []),
    ...(answers.repoLast12Months ? [{ kind: "repossession" as const, least: 12 }] : []),
  ];
}

function hasRepossession({ repoLast12Months, autoFinanceHistory }: Judged) {
  return repoLast12Months || autoFinanceHistory.startsWith("Repo");
}
