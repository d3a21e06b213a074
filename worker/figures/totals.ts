import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { OTHER_CAMPAIGN } from "../../db/model/site/source.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import type { applicationTotals, visitTotals } from "../../db/schema.ts";

/** Anybody can put any name into an address, so a day counts no more of them. Our pages count beside these. */
const CAMPAIGNS_A_DAY = 40;

/** A time's day in `applicationTotals`, which begins at 6:00 UTC. */
export function dayOfTotals(time: Date) {
  return Math.floor((time.getTime() - 6 * HOUR_MS) / DAY_MS);
}

/** What to count this source under: itself, unless the day's totals have as many other campaigns as they may. */
export function countedSource(
  table: typeof applicationTotals | typeof visitTotals,
  day: number | string | Placeholder,
  source: string | Placeholder,
): SQL<string> {
  const ofDay = sql`from ${table} where day = ${day}`;
  const isCampaign = "glob '[^/]*'";
  return sql`case when ${source} ${sql.raw(isCampaign)} and ${source} not in (select source ${ofDay})
    and (select count(distinct source) ${ofDay} and source ${sql.raw(isCampaign)}) >= ${CAMPAIGNS_A_DAY}
    then ${OTHER_CAMPAIGN} else ${source} end`;
}
