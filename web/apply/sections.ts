import type { Step } from "../../db/model/application.ts";

/** What a step is called on the progress bar and on the review. The banking and down payment pages are both step 4. */
export const sections = {
  contact: { number: 1, title: "Contact Information" },
  employment: { number: 2, title: "Employment" },
  residence: { number: 3, title: "Residence" },
  "banking-credit": { number: 4, title: "Banking & Credit" },
  downpayment: { number: 4, title: "Auto History & Down Payment" },
} satisfies Record<Step, { number: number; title: string }>;

export const PROGRESS = ["Contact", "Employment", "Residence", "Banking", "Review"];
