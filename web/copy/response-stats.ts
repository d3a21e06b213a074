import { claims } from "./claims.ts";

/** The figures that /results and /thank-you both show. */
export const responseStats = [
  { figure: claims.response, label: "response, Monday to Saturday" },
  { figure: claims.lenderPartners, label: "lender partners" },
  { figure: claims.accuracy, label: "AI forecast accuracy" },
];
