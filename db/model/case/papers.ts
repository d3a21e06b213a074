import type { ApplicationForm } from "../form/application.ts";
import { t } from "../words.ts";
import type { CaseEvent } from "./case-event.ts";

/** Which papers lenders ask for: the customer's list, and what a bankruptcy or a car loan adds. */
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

/** What somebody with these answers should have at hand, income first. */
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

/** A paper that was asked for, and since when we have it; null while we do not. */
export interface AskedPaper {
  paper: Paper;
  receivedAt: Date | null;
}

/** The papers that were asked for last, in the order in which they were named, with what has arrived since. None when none were named. */
export function askedPapers(events: { at: Date; event: CaseEvent }[]): AskedPaper[] {
  const last = events.findLastIndex(({ event }) => event.kind === "status" && event.papers !== undefined);
  const request = events[last]?.event;
  if (request?.kind !== "status") return [];
  return (request.papers ?? []).map((paper) => {
    const noted = events
      .slice(last)
      .findLast(
        ({ event: each }) =>
          (each.kind === "paperReceived" || each.kind === "paperNotReceived") && each.paper === paper,
      );
    return { paper, receivedAt: noted?.event.kind === "paperReceived" ? noted.at : null };
  });
}

/** What the paper is, in words for the applicant. */
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
