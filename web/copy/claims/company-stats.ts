import { t } from "../../../db/model/words.ts";
import { claims, guidanceNote } from "./claims.ts";
import { said } from "./said.ts";

/** Figures on both the home page and /about. */
export const companyStats = () =>
  said([
    { claim: "since", figure: claims.yearsShort, label: t`years in the car industry` },
    { claim: "lenderPartners", figure: claims.lenderPartners, label: t`lender partners` },
    { claim: "accuracy", figure: claims.accuracy, label: t`AI accuracy`, note: guidanceNote() },
    { claim: "availability", figure: claims.availability, label: t`online applications` },
  ]);
