import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import { appointments, callCapacity } from "../../db/schema.ts";

/** How many calls may start in each hour, and which places are taken. */
export function hoursOf(db: Database, startsAt: SQL | Date) {
  const isThen =
    startsAt instanceof Date ? eq(appointments.startsAt, startsAt) : isOneOf(appointments.startsAt, startsAt);
  return {
    capacity: db.select({ places: callCapacity.places }).from(callCapacity),
    taken: db
      .select({ startsAt: appointments.startsAt, place: appointments.place })
      .from(appointments)
      .where(and(sql`${appointments.endedAt} is null`, isThen)),
  };
}

/** The hours of all calls that this application ever asked for. */
export function hoursOfCase(db: Database, id: string) {
  const hours = db
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(eq(appointments.applicationId, id));
  return hoursOf(db, sql`(${hours})`);
}
