/** The marketing figures, literal: they are the customer's words and are not computed. */
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
  response: "Same Day",
  businessHoursResponse: "2 to 4 hours",
  replyWithin: "24 hours",
  formMinutes: "3",
  dealerships: "300+",
  counties: "254",
  satisfaction: "94%",
  lowestApr: "3.99% APR",
  longestTerm: "84 months",
  downPayment: "10-20%",
  creditBands: { excellent: "720+", good: "640-719", fair: "580-639", rebuilding: "below 580" },
  vehicleAge: "10-12 years",
  vehicleMiles: "120,000 miles",
  recentRepossession: "under 12 months",
  chapter7Discharged: "2+ years",
  selfEmployed: "2+ years",
  dataRetention: "up to 7 years",
  minimumAge: "18",
  phoneHours: "Monday to Saturday, 8 AM to 8 PM CT",
  policyDate: "January 1, 2024",
  officeHours: ["Monday-Friday 9 AM-5 PM", "Saturday 11 AM-3 PM"],
};

/** Stands next to every claim of accuracy. */
export const GUIDANCE_NOTE = "A forecast is guidance, not a guarantee.";

/** The dates of the privacy policy, the terms and the consent page. */
export const POLICY_DATES = [
  { label: "Effective", date: claims.policyDate },
  { label: "Last updated", date: claims.policyDate },
];
