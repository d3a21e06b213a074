import { t } from "../../db/model/words.ts";
import { claims } from "./claims/claims.ts";

/** The four groups of lenders, with their numbers of partners. */
export const lenderCategories = () => [
  {
    name: t`Major banks`,
    count: claims.lenderCounts.majorBanks,
    text: t`Low rates for strong credit, on new and newer vehicles.`,
  },
  {
    name: t`Credit unions`,
    count: claims.lenderCounts.creditUnions,
    text: t`Owned by their members. They read the whole application.`,
  },
  {
    name: t`Auto finance companies`,
    count: claims.lenderCounts.autoFinanceCompanies,
    text: t`Vehicles only, for a wide range of credit.`,
  },
  {
    name: t`Specialty lenders`,
    count: claims.lenderCounts.specialtyLenders,
    text: t`For a fresh start, or with no credit yet.`,
  },
];
