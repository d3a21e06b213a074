import type { Field } from "../form/application.ts";

/**
 * Which answers leave the house, to whom. Never any of: score, flags, repossession,
 * bankruptcy and mortgage answers, consent IP. The auto finance history stays too, since it tells of repossessions.
 */
export const fieldsSentTo = {
  dealer: ["fullName", "phone", "email", "city", "zip", "cashDownPayment", "downPaymentAvailable", "purchaseTimeline"],
  lender: [
    "fullName",
    "phone",
    "email",
    "city",
    "zip",
    "employmentType",
    "timeOnCurrentJobYears",
    "timeOnCurrentJobMonths",
    "grossMonthlyIncome",
    "housingType",
    "monthlyRentMortgage",
    "timeAtCurrentResidenceYears",
    "timeAtCurrentResidenceMonths",
    "cashDownPayment",
    "downPaymentAvailable",
    "purchaseTimeline",
  ],
} as const satisfies Record<string, Field[]>;

/** A field that leaves the house. */
export type SentField = (typeof fieldsSentTo)[RecipientKind][number];

/** To whom an application can be sent. */
export type RecipientKind = keyof typeof fieldsSentTo;
export const RECIPIENT_KINDS = Object.keys(fieldsSentTo) as RecipientKind[];

/** What a lender or dealer answered to an application that they were sent. */
export const RECIPIENT_ANSWERS = ["approved", "declined", "needsMore", "noAnswer"] as const;
export type RecipientAnswer = (typeof RECIPIENT_ANSWERS)[number];
export const recipientAnswerLabels: Record<RecipientAnswer, string> = {
  approved: "Approved",
  declined: "Declined",
  needsMore: "Needs more",
  noAnswer: "No answer",
};
