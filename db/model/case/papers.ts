import type { ApplicationForm } from "../form/application.ts";
import { t } from "../words.ts";

/** Papers that lenders ask for: the customer's list, plus those for a bankruptcy or a car loan. */
const papers = {
  payStub: () => t`Your newest pay stub with year-to-date figures, no more than 40 days old`,
  bankStatements: () => t`Your last three bank statements, all pages`,
  taxReturns: () => t`Your last two years of tax returns`,
  benefits: () => t`Your newest benefit letter, or three bank statements that show the payments`,
  incomeProof: () => t`Proof of your income: three bank statements, or a letter that names the amount`,
  identification: () => t`Your ID, not expired`,
  residence: () => t`Proof of where you live: a utility bill or lease with your name, no more than 30 days old`,
  insurance: () => t`Proof of car insurance, or the name of the company that will insure the car`,
  references: () => t`Names, phone numbers and cities of five people who know you`,
  discharge: () => t`Your bankruptcy discharge papers`,
  courtPermission: () => t`The court's or the trustee's permission for a new loan`,
  carLoan: () => t`The newest statement of your car loan`,
};
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
  return papers[paper]();
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
