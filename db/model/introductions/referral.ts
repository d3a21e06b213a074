import type { Field } from "../form/application.ts";

/**
 * The answers we send to each kind of recipient. Never the score, flags, consent IP, or answers about repossession,
 * bankruptcy, mortgage, or earlier car loans, which would reveal a repossession.
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

export type SentField = (typeof fieldsSentTo)[RecipientKind][number];

export type RecipientKind = keyof typeof fieldsSentTo;
export const RECIPIENT_KINDS = Object.keys(fieldsSentTo) as RecipientKind[];

/** A lender's or dealer's answer to a lead. */
export const RECIPIENT_ANSWERS = ["approved", "declined", "needsMore", "noAnswer"] as const;
export type RecipientAnswer = (typeof RECIPIENT_ANSWERS)[number];
export const recipientAnswerLabels: Record<RecipientAnswer, string> = {
  approved: "Approved",
  declined: "Declined",
  needsMore: "Needs more",
  noAnswer: "No answer",
};
