import { type Field, questions } from "../form/application.ts";
import { locale, t } from "../words.ts";
import type { SentField } from "./referral.ts";

const contactDetails = () => t`contact details`;
const jobAndIncome = () => t`job and income`;
const housing = () => t`housing`;
const downPayment = () => t`down payment`;

/** Names of the fields for use inside a sentence that staff read out. A few fields share one name. */
const plainNames: Record<SentField, () => string> & Partial<Record<Field, () => string>> = {
  fullName: () => t.as("of a person, in a list")`name`,
  phone: contactDetails,
  email: contactDetails,
  city: contactDetails,
  zip: contactDetails,
  employmentType: jobAndIncome,
  timeOnCurrentJobYears: jobAndIncome,
  timeOnCurrentJobMonths: jobAndIncome,
  grossMonthlyIncome: jobAndIncome,
  housingType: housing,
  monthlyRentMortgage: housing,
  timeAtCurrentResidenceYears: housing,
  timeAtCurrentResidenceMonths: housing,
  cashDownPayment: downPayment,
  downPaymentAvailable: downPayment,
  purchaseTimeline: () => t`purchase plans`,
};

/** 'name, contact details, and down payment'. A field that we no longer send anywhere appears with its label. */
export function namesOf(fields: readonly Field[]) {
  const names = fields.map((field) => (plainNames[field] ?? questions[field].label)());
  return new Intl.ListFormat(locale()).format(new Set(names));
}
