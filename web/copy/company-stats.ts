import { t } from "../../db/model/words.ts";
import { claims } from "./claims.ts";

/** The figures that the home page and /about both show. guidanceNote goes with them. */
export const companyStats = () => [
  { figure: claims.yearsShort, label: t`years in the car industry` },
  { figure: claims.lenderPartners, label: t`lender partners` },
  { figure: claims.accuracy, label: t`AI accuracy` },
  { figure: claims.availability, label: t`online applications` },
];
