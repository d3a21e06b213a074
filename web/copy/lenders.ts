import { t } from "../../db/model/words.ts";
import { claims } from "./claims/claims.ts";
import { isSaid } from "./claims/said.ts";

/** The four groups of lenders, with their numbers of partners, if we say them. */
export const lenderCategories = () => [
  {
    name: t`Major banks`,
    count: isSaid("majorBanks") && claims.lenderCounts.majorBanks,
    text: t`Low rates for strong credit, on new and newer vehicles.`,
  },
  {
    name: t`Credit unions`,
    count: isSaid("creditUnions") && claims.lenderCounts.creditUnions,
    text: t`Owned by their members. They read the whole application.`,
  },
  {
    name: t`Auto finance companies`,
    count: isSaid("autoFinanceCompanies") && claims.lenderCounts.autoFinanceCompanies,
    text: t`Vehicles only, for a wide range of credit.`,
  },
  {
    name: t`Specialty lenders`,
    count: isSaid("specialtyLenders") && claims.lenderCounts.specialtyLenders,
    text: t`For a fresh start, or with no credit yet.`,
  },
];
