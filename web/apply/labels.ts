import type { Answers, Consent, Field, Step } from "../../db/model/application.ts";

/** What a question is called, on its step, in error messages' links and on the review. */
export const labels = {
  fullName: "Full Name",
  phone: "Phone Number",
  email: "Email Address",
  city: "City",
  zip: "ZIP Code",
  birthYear: "Birth Year",
  employmentType: "Employment Type",
  timeOnCurrentJobYears: "Time on Current Job",
  timeOnCurrentJobMonths: "Time on Current Job, months",
  timeOnPreviousJobYears: "Time on Previous Job",
  timeOnPreviousJobMonths: "Time on Previous Job, months",
  grossMonthlyIncome: "Gross Monthly Income",
  timeAtCurrentResidenceYears: "Time at Current Residence",
  timeAtCurrentResidenceMonths: "Time at Current Residence, months",
  timeAtPreviousResidenceYears: "Time at Previous Residence",
  timeAtPreviousResidenceMonths: "Time at Previous Residence, months",
  housingType: "Housing Type",
  monthlyRentMortgage: "Rent or Mortgage",
  hasActiveBank: "Do you have an active bank account?",
  accountType: "Account Type",
  bankName: "Bank Name",
  bankruptcyStatus: "Bankruptcy Status",
  repoLast12Months: "Repossession in the last 12 months?",
  mortgageDelinquent: "Are you behind on a mortgage?",
  idType: "ID Type",
  autoFinanceHistory: "Auto Finance History",
  currentFinanceCompany: "Current Finance Company",
  titleHolder: "Title Holder",
  cashDownPayment: "Cash Down Payment",
  downPaymentAvailable: "When is the down payment available?",
  purchaseTimeline: "Purchase Timeline",
} satisfies Record<Field, string>;

/** The label of a question, which for the monthly housing cost depends on the housing type (specification, 4). */
export function labelOf(field: Field, { housingType }: Answers) {
  if (field !== "monthlyRentMortgage") return labels[field];
  return housingType === "Own/Mortgage" ? "Mortgage" : "Rent";
}

export const consentLabels = {
  consentTexts: "Calls, texts and email",
  consentElectronic: "Electronic disclosures",
  certifyAccurate: "Accuracy",
} satisfies Record<Consent, string>;

/** What a step is called on the progress bar and on the review. The banking and down payment pages are both step 4. */
export const sections = {
  contact: { number: 1, title: "Contact Information" },
  employment: { number: 2, title: "Employment" },
  residence: { number: 3, title: "Residence" },
  "banking-credit": { number: 4, title: "Banking & Credit" },
  downpayment: { number: 4, title: "Auto History & Down Payment" },
} satisfies Record<Step, { number: number; title: string }>;

export const PROGRESS = ["Contact", "Employment", "Residence", "Banking", "Review"];

/** 'Full Name, Phone Number and City'; years and the months beside them are one. */
export function namesOf(fields: readonly Field[]) {
  const names = fields.filter((field) => !field.endsWith("Months")).map((field) => labels[field]);
  return new Intl.ListFormat("en-US").format(names);
}
