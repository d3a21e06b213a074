import { t } from "../../db/model/words.ts";
import { claims } from "./claims/claims.ts";

/**
 * The four groups of lenders, with their numbers of partners, and how likely a yes is before answers of ours tell, in percent:
 * `priorOf` for the three bands of the forecast. Its own code would bring English words into Spanish pages.
 */
export const lenderCategories = () => [
  { name: t`Major banks`, count: claims.lenderCounts.majorBanks, yes: [20, 55, 70] },
  { name: t`Credit unions`, count: claims.lenderCounts.creditUnions, yes: [35, 70, 55] },
  { name: t`Auto finance companies`, count: claims.lenderCounts.autoFinanceCompanies, yes: [40, 60, 55] },
  { name: t`Specialty lenders`, count: claims.lenderCounts.specialtyLenders, yes: [90, 20, 20] },
];
