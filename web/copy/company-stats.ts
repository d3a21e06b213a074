import { claims } from "./claims.ts";

/** The figures that the home page and /about both show. GUIDANCE_NOTE goes with them. */
export const companyStats = [
  { figure: claims.yearsShort, label: "years in the car industry" },
  { figure: claims.lenderPartners, label: "lender partners" },
  { figure: claims.accuracy, label: "AI accuracy" },
  { figure: claims.availability, label: "online applications" },
];
