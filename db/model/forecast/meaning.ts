import type { ForecastPoints } from "./forecast.ts";

/** The middle and the high band start at these scores. */
const MIDDLE_FROM = 40;
const HIGH_FROM = 70;
const HIGHEST = 100;

export const BANDS = ["low", "middle", "high"] as const;
export type Band = (typeof BANDS)[number];

/** Attributes that can count against somebody: those of the card that can lose points. */
export const OBSTACLES = [
  "repossession",
  "bankruptcy",
  "income",
  "autoHistory",
  "housing",
  "mortgage",
  "job",
  "newBusiness",
  "downPayment",
  "bank",
  "residence",
] as const satisfies (keyof ForecastPoints)[];
export type Obstacle = (typeof OBSTACLES)[number];

/** What a forecast means for the applicant: its band, and the main obstacle, if there is one. */
export interface Meaning {
  band: Band;
  obstacle: Obstacle | null;
}

/** The meaning of a score (0-100) and its points. Of equal obstacles, the first in `OBSTACLES` counts. */
export function meaningOf(score: number, points: ForecastPoints): Meaning {
  const [heaviest] = OBSTACLES.filter((name) => points[name] < 0).sort((a, b) => points[a] - points[b]);
  return { band: bandOf(score), obstacle: heaviest ?? null };
}

/** The band of a score (0-100). */
export function bandOf(score: number): Band {
  if (score < MIDDLE_FROM) return "low";
  return score < HIGH_FROM ? "middle" : "high";
}

/** The lowest and highest score of a band. */
export function scoresIn(band: Band) {
  return {
    low: { from: 0, to: MIDDLE_FROM - 1 },
    middle: { from: MIDDLE_FROM, to: HIGH_FROM - 1 },
    high: { from: HIGH_FROM, to: HIGHEST },
  }[band];
}
