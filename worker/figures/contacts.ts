import { and, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { firstContactTime, median } from "../../db/model/queue/first-contact.ts";
import { applications } from "../../db/schema.ts";

/** First contacts between two times. Reads an index alone. */
export function contactsBetween(db: Database, from: Date, to: Date) {
  return db
    .select({
      at: sql<Date>`${applications.firstContactAt}`.mapWith(applications.firstContactAt).as("at"),
      member: applications.firstContactBy,
      promisedSince: sql<Date>`ifnull(contactResumedAt, ${applications.createdAt})`.mapWith(applications.createdAt),
    })
    .from(applications)
    .where(and(gte(applications.firstContactAt, from), lt(applications.firstContactAt, to)));
}

/** How many there are, how many came by the time we promised, and how long applicants waited, in minutes. */
export function summed(contacts: Awaited<ReturnType<typeof contactsBetween>>) {
  const times = contacts.map(({ at, promisedSince }) => firstContactTime(promisedSince, at));
  return {
    contacted: times.length,
    inTime: times.filter(({ isInTime }) => isInTime).length,
    businessMedian: median(times.map(({ businessMinutes }) => businessMinutes)),
    clockMedian: median(times.map(({ clockMinutes }) => clockMinutes)),
  };
}
