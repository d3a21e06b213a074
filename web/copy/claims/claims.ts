import { replyDay } from "../../../db/model/time/our-answer.ts";
import { t } from "../../../db/model/words.ts";

/** The figures and claims of the public pages, in the customer's words. What proves each stands in claims.md. */
export const claims = {
  yearsShort: "27+",
  since: "1997",
  lenderPartners: "50+",
  lenderCounts: {
    majorBanks: "15+",
    creditUnions: "20+",
    autoFinanceCompanies: "12+",
    specialtyLenders: "8+",
  },
  accuracy: "91%",
  availability: "24/7",
  get response() {
    return t`Same Day`;
  },
  get businessHoursResponse() {
    return t`2 to 4 hours`;
  },
  get replyWithin() {
    return t`24 hours`;
  },
  formMinutes: "3",
  dealerships: "300+",
  counties: "254",
  satisfaction: "94%",
  get lowestApr() {
    return t`3.99% APR`;
  },
  get longestTerm() {
    return t`84 months`;
  },
  downPayment: "10-20%",
  creditBands: {
    excellent: "720+",
    good: "640-719",
    fair: "580-639",
    get rebuilding() {
      return t`below 580`;
    },
  },
  get vehicleAge() {
    return t`10-12 years`;
  },
  get vehicleMiles() {
    return t`120,000 miles`;
  },
  get recentRepossession() {
    return t`under 12 months`;
  },
  get chapter7Discharged() {
    return t`2+ years`;
  },
  get selfEmployed() {
    return t`2+ years`;
  },
  get dataRetention() {
    return t`up to 7 years`;
  },
  minimumAge: "18",
  get phoneHours() {
    return t`Monday to Saturday, 8 AM to 8 PM CT`;
  },
  get policyDate() {
    return t`January 1, 2024`;
  },
  get officeHours() {
    return [t`Monday-Friday 9 AM-5 PM`, t`Saturday 11 AM-3 PM`];
  },
};

/** How good the forecast is said to be. */
export function accuracyClaim() {
  return t`Its accuracy is about ${claims.accuracy}.`;
}

/** The claim with its meaning. Once per page. */
export function replyWithin() {
  return `${claims.replyWithin}, ${replyDay()}`;
}

/** Goes next to every claim of accuracy. */
export function guidanceNote() {
  return t`A forecast is guidance, not a guarantee.`;
}

/** The dates of the privacy policy, the terms and the consent page. */
export function policyDates() {
  return [
    { label: t`Effective`, date: claims.policyDate },
    { label: t`Last updated`, date: claims.policyDate },
  ];
}
