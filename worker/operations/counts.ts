import { sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { Counted } from "../../db/model/site/statistics.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import { hourlyCounts } from "../../db/schema.ts";

/** The statement that adds one to a count in the hour of this time, or subtracts one (-1). */
export function countStatement(db: Database, name: Counted, at: Date, by: 1 | -1 = 1) {
  return db
    .insert(hourlyCounts)
    .values({ hour: Math.floor(at.getTime() / HOUR_MS), name, count: Math.max(0, by) })
    .onConflictDoUpdate({
      target: [hourlyCounts.hour, hourlyCounts.name],
      set: { count: sql`max(0, ${hourlyCounts.count} + ${by})` },
    });
}
