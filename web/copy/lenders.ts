import { claims } from "./claims.ts";

/** The four groups of lenders, with how many partners each has. */
export const lenderCategories = [
  {
    name: "Major banks",
    count: claims.lenderCounts.majorBanks,
    text: "Low rates for strong credit, on new and newer vehicles.",
  },
  {
    name: "Credit unions",
    count: claims.lenderCounts.creditUnions,
    text: "Owned by their members. Fair rates, and people who read the whole application.",
  },
  {
    name: "Auto finance companies",
    count: claims.lenderCounts.autoFinanceCompanies,
    text: "They lend for vehicles only, and work with a wide range of credit.",
  },
  {
    name: "Specialty lenders",
    count: claims.lenderCounts.specialtyLenders,
    text: "For a fresh start after a bankruptcy, a repossession, or with no credit yet.",
  },
];
