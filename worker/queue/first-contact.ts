import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { firstContactTime } from "../../db/model/queue/first-contact.ts";
import { CENTRAL, DAY_MS } from "../../db/model/time/clock.ts";
import { wallTime } from "../../db/model/time/zoned-time.ts";
import { applications, users } from "../../db/schema.ts";

const MOST_WEEKS = 12;
const WEEK_MS = 7 * DAY_MS;

/** A member's first contacts in a week. */
export interface FirstContacts {
  /** The week's Monday in Texas, such as '2026-11-23'. */
  week: string;
  /** Null for an unknown member. */
  username: string | null;
  contacted: number;
  /** How many came by the time we promised an answer. A booked hour does not change that time. */
  inTime: number;
  /** How long each applicant waited, in business hours and by the clock. */
  businessMinutes: number[];
  clockMinutes: number[];
}

/** First contacts in this time, at most the last twelve weeks, by week and member. Reads one row for each. */
export async function firstContacts(db: Database, { from, to }: { from: Date; to: Date }): Promise<FirstContacts[]> {
  const earliest = new Date(Math.max(from.getTime(), to.getTime() - MOST_WEEKS * WEEK_MS));
  const rows = await db
    .select({
      at: sql`${applications.firstContactAt}`.mapWith(applications.createdAt).as("contactedAt"),
      promisedSince: sql`ifnull(${applications.contactResumedAt}, ${applications.createdAt})`
        .mapWith(applications.createdAt)
        .as("promisedSince"),
      username: users.username,
    })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.firstContactBy))
    .where(and(gte(applications.firstContactAt, earliest), lt(applications.firstContactAt, to)));
  const groups = new Map<string, FirstContacts>();
  for (const { at, promisedSince, username } of rows) {
    const week = mondayOf(at);
    const key = `${week} ${username ?? ""}`;
    const group = groups.get(key) ?? {
      week,
      username,
      contacted: 0,
      inTime: 0,
      businessMinutes: [],
      clockMinutes: [],
    };
    const { businessMinutes, clockMinutes, isInTime } = firstContactTime(promisedSince, at);
    group.contacted++;
    if (isInTime) group.inTime++;
    group.businessMinutes.push(businessMinutes);
    group.clockMinutes.push(clockMinutes);
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}

function mondayOf(at: Date) {
  const day = wallTime(at, CENTRAL).toPlainDate();
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}
