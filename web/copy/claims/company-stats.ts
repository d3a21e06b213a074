import { t } from "../../../db/model/words.ts";
import { claims, guidanceNote } from "./claims.ts";

/** Four figures on both the home page and /about. */
export const companyStats = () => [
  { figure: claims.yearsShort, label: t`years in the car industry` },
  { figure: claims.lenderPartners, label: t`lender partners` },
  { figure: claims.accuracy, label: t`AI accuracy`, note: guidanceNote() },
  { figure: claims.availability, label: t`online applications` },
];
