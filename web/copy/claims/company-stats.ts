import { t } from "../../../db/model/words.ts";
import { claims, guidanceNote } from "./claims.ts";
import { said } from "./said.ts";

/** Four figures on both the home page and /about. The last two take the places of claims that are left out. */
export const companyStats = () =>
  said([
    { claim: "since", figure: claims.yearsShort, label: t`years in the car industry` },
    { claim: "lenderPartners", figure: claims.lenderPartners, label: t`lender partners` },
    { claim: "accuracy", figure: claims.accuracy, label: t`AI accuracy`, note: guidanceNote() },
    { claim: "availability", figure: claims.availability, label: t`online applications` },
    { claim: "response", figure: claims.response, label: t`response, Monday to Saturday` },
    { claim: "counties", figure: t`All ${claims.counties}`, label: t`Texas counties served` },
  ]).slice(0, 4);
