import type { ApplicationForm } from "../form/submission.ts";
import { t } from "../words.ts";

/**
 * Papers that lenders ask for: the customer's list, plus those for a bankruptcy or a car loan. `name`: of one file of it; `files`: how
 * many files it has at least, if more than one.
 */
const papers = {
  payStub: {
    name: () => t`Pay stub`,
    words: () => t`Your newest pay stub with year-to-date figures, no more than 40 days old`,
  },
  bankStatements: {
    name: () => t`Bank statement`,
    words: () => t`Your last three bank statements, all pages`,
    files: 3,
  },
  taxReturns: { name: () => t`Tax return`, words: () => t`Your last two years of tax returns`, files: 2 },
  benefits: {
    name: () => t`Benefit letter`,
    words: () => t`Your newest benefit letter, or three bank statements that show the payments`,
  },
  incomeProof: {
    name: () => t`Proof of income`,
    words: () => t`Proof of your income: three bank statements, or a letter that names the amount`,
  },
  identification: { name: () => t`ID`, words: () => t`Your ID, not expired` },
  residence: {
    name: () => t`Proof of address`,
    words: () => t`Proof of where you live: a utility bill or lease with your name, no more than 30 days old`,
  },
  insurance: {
    name: () => t`Proof of insurance`,
    words: () => t`Proof of car insurance, or the name of the company that will insure the car`,
  },
  references: {
    name: () => t`References`,
    words: () => t`Names, phone numbers and cities of five people who know you`,
  },
  discharge: { name: () => t`Discharge papers`, words: () => t`Your bankruptcy discharge papers` },
  courtPermission: {
    name: () => t`Permission for a loan`,
    words: () => t`The court’s or the trustee’s permission for a new loan`,
  },
  carLoan: { name: () => t`Car loan statement`, words: () => t`The newest statement of your car loan` },
} satisfies Record<string, { name: () => string; words: () => string; files?: number }>;
export type Paper = keyof typeof papers;
export const PAPERS = Object.keys(papers) as Paper[];

/** The papers somebody with these answers should have ready, income first. */
export function papersFor({
  employmentType,
  bankruptcyStatus,
  autoFinanceHistory,
}: Pick<ApplicationForm, "employmentType" | "bankruptcyStatus" | "autoFinanceHistory">): Paper[] {
  return [
    ...incomePapers(employmentType),
    "identification",
    "residence",
    "insurance",
    "references",
    ...bankruptcyPapers(bankruptcyStatus),
    ...(autoFinanceHistory === "Currently Paying" ? (["carLoan"] as const) : []),
  ];
}

/** The paper in words for the applicant. */
export function paperWords(paper: Paper) {
  return papers[paper].words();
}

/** One file of the paper in a few words. */
export function paperName(paper: Paper) {
  return papers[paper].name();
}

/** How many files make a paper whole: a license has two sides, a passport one page. More may come. */
export function filesOf(paper: Paper, { idType }: Pick<ApplicationForm, "idType">) {
  if (paper === "identification") return idType === "TX DL" || idType === "State ID" ? 2 : 1;
  const { files = 1 } = papers[paper] as { files?: number };
  return files;
}

function incomePapers(employmentType: ApplicationForm["employmentType"]): Paper[] {
  switch (employmentType) {
    case "W-2":
      return ["payStub"];
    case "Self-Employed/1099":
      return ["bankStatements", "taxReturns"];
    case "Unemployed/Benefits":
      return ["benefits"];
    case "Other":
      return ["incomeProof"];
  }
}

function bankruptcyPapers(bankruptcyStatus: ApplicationForm["bankruptcyStatus"]): Paper[] {
  switch (bankruptcyStatus) {
    case "No":
      return [];
    case "Discharged":
      return ["discharge"];
    case "Open":
      return ["courtPermission"];
  }
}
