import type { Guidance, ReceivedApplication } from "../../web/api.ts";
import type { Answers } from "./answers.ts";

/** An application from a Monday at 9 AM, as its applicant reads of it, with these differences. */
export interface Result {
  received?: Partial<ReceivedApplication>;
  guidance?: Partial<Guidance>;
  now?: Guidance["progress"]["now"];
  tries?: Guidance["progress"]["tries"];
  isAsked?: boolean;
}

export const REF = "a-reference";
const AT = "2026-11-23T15:00:00.000Z";

export function aResult({ received, guidance, now, tries = [], isAsked = false }: Result = {}): Answers {
  const steps = ["received", "reading", "talk", "papers", "lender", "introduced"] as const;
  return {
    "GET /api/applications/:ref": {
      id: REF,
      fullName: "Maria Lopez",
      phone: "210 555 0123",
      email: "maria@example.com",
      city: "San Antonio",
      zip: "78205",
      employmentType: "W-2",
      grossMonthlyIncome: 3800,
      cashDownPayment: 1000,
      purchaseTimeline: "Immediately",
      scoresForecast: 86,
      createdAt: AT,
      ...received,
    },
    "GET /api/applications/:ref/guidance": {
      spokenReference: "BAP-PCTD-33",
      isEmailToConfirm: false,
      correctsWithoutCode: false,
      isByPhone: false,
      meaning: { band: "high", obstacle: null },
      strengths: ["enough income for a range of payments", "a record of paying an auto loan"],
      improvements: [{ change: "downPayment", amount: 1000, from: 86, to: 89 }],
      lenders: {
        title: "Lenders that fit",
        text: ["Two credit unions fit what you told us.", "We’ll ask you before anything goes to any of them."],
      },
      papers: ["payStub", "identification", "residence", "insurance", "references", "carLoan"],
      askedPapers: [],
      carBudget: {
        ...{ least: 570, most: 760, housing: 1100, down: 1000, months: 60 },
        prices: [{ score: "601-660", percent: 9.77, price: 26004 }],
      },
      confirmation: "owed",
      sharedWith: [],
      permissions: [],
      contactStoppedAt: null,
      contactResumedAt: null,
      progress: {
        steps: steps.map((name) => ({
          name,
          state: name === "received" ? "now" : "ahead",
          at: name === "received" ? AT : null,
        })),
        tries,
        reopenedAt: null,
        now: now ?? { code: "call", by: "2026-11-24T02:00:00.000Z", missed: null },
        isAsked,
      },
      answerWay: "call",
      appointment: { refused: null, booked: null },
      ...guidance,
    },
    "GET /api/applications/:ref/slots": {
      days: [
        {
          day: "Tuesday, Nov 24",
          slots: [
            {
              startsAt: "2026-11-24T15:00:00.000Z",
              day: "Tuesday, Nov 24",
              from: "9 AM",
              to: "10 AM",
              zone: "Central Time",
            },
          ],
        },
      ],
      zoneDoubt: null,
    },
  };
}
