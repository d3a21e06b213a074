import type { Database } from "../../db/database.ts";
import { measure, OUTCOMES_NEEDED, type ScoreCount } from "../../db/model/forecast/measures.ts";
import { forecastResults } from "../../db/schema.ts";

/** How forecasts compare with the decisions of lenders, by closed applications. */
export async function readMeasures(db: Database) {
  return measured(await db.select().from(forecastResults));
}

/** The same from rows that were read with others. */
export function measured(scores: ScoreCount[]) {
  const outcomes = scores.reduce((total, each) => total + each.count, 0);
  return { outcomes, needed: OUTCOMES_NEEDED, measures: measure(scores) };
}
