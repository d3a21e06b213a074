import * as z from "zod/mini";
import type { RecipientKind } from "../directory/recipient-kind.ts";
import type { Field } from "../form/application.ts";
import { amountIn } from "../money/amount.ts";

/** Lists of answers by the names under which they are stored. A published list never changes: another one gets another name. */
export const FIELD_LISTS = {
  "dealer-1": [
    "fullName",
    "phone",
    "email",
    "city",
    "zip",
    "cashDownPayment",
    "downPaymentAvailable",
    "purchaseTimeline",
  ],
  "lender-1": [
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

/**
 * The answers we send to each kind of recipient. Never the score, flags, consent IP, or answers about repossession,
 * bankruptcy, mortgage, or earlier car loans, which would reveal a repossession.
 */
export const fieldsSentTo = {
  dealer: FIELD_LISTS["dealer-1"],
  lender: FIELD_LISTS["lender-1"],
} as const satisfies Record<RecipientKind, readonly Field[]>;

export type SentField = (typeof fieldsSentTo)[RecipientKind][number];

/** How a list is stored: by its name, or as JSON if it has none. */
export function fieldListName(fields: Field[]) {
  const [name] = Object.entries(FIELD_LISTS).find(([, list]) => list.join() === fields.join()) ?? [];
  return name ?? JSON.stringify(fields);
}

/** The list that was stored so. */
export function fieldsIn(stored: string): Field[] {
  return stored in FIELD_LISTS ? [...FIELD_LISTS[stored as keyof typeof FIELD_LISTS]] : JSON.parse(stored);
}

/** What a lender or dealer may answer by the link in our mail, in the order of a deal. */
export const LINK_ANSWERS = [
  "contacted",
  "notReached",
  "appointment",
  "needsMore",
  "approved",
  "declined",
  "sold",
] as const;
/** What a member notes for them. */
export const NOTED_ANSWERS = ["approved", "declined", "needsMore", "noAnswer"] as const;
/** A lender's or dealer's answer to a lead. */
export type RecipientAnswer = (typeof LINK_ANSWERS)[number] | (typeof NOTED_ANSWERS)[number];
export const recipientAnswerLabels: Record<RecipientAnswer, string> = {
  contacted: "Contacted",
  notReached: "Not reached",
  appointment: "Appointment made",
  needsMore: "Needs more",
  approved: "Approved",
  declined: "Declined",
  sold: "Sold",
  noAnswer: "No answer",
};

/** Whether somebody here has to act on this answer; on others the recipient is still at it. */
export function isOurTurn(answer: RecipientAnswer | null) {
  return answer !== null && answer !== "contacted" && answer !== "appointment";
}

/** A link to a lead opens it for this long. After that the recipient can have a new one mailed. */
export const LEAD_LINK_DAYS = 14;
/** We remind a recipient once who has not answered for this long. */
export const REMINDED_AFTER_BUSINESS_DAYS = 2;

const amountMessage = "Enter the amount in whole dollars, such as 15000";

/** An answer as the page behind the link sends it. The amount of an approval is in dollars; missing if they do not say. */
export const LinkAnswer = z.object({
  answer: z.enum(LINK_ANSWERS, "Choose what came of it"),
  amount: z.pipe(
    z.transform((typed) => {
      const text = String(typed ?? "").trim();
      return text ? amountIn(text) : undefined;
    }),
    z.optional(z.int(amountMessage).check(z.gte(0, amountMessage), z.lt(10_000_000, amountMessage))),
  ),
});
export type LinkAnswer = z.output<typeof LinkAnswer>;

/** What the page behind the link shows. All but `open` say nothing about the applicant. */
export interface LeadPage {
  state: "open" | "withdrawn" | "closed" | "expired" | "renewed" | "unknown" | "unavailable";
  token: string;
  recipientName?: string;
  lead?: {
    /** Our number for it. */
    id: string;
    permission: string;
    answers: { field: Field; label: string; value?: string }[];
    /** The files of documents that the yes names, each opened by its id. */
    papers: { id: string; name: string; type: string | null }[];
    answer: RecipientAnswer | null;
    answeredAt: string | null;
  };
  /** The last 90 days of this recipient. */
  figures?: { received: number; answers: Partial<Record<RecipientAnswer, number>>; medianHours: number | null };
  /** What was typed and why it was not stored. */
  given: Record<string, string>;
  messages: Record<string, string>;
}
