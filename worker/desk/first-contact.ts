import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { businessTimeBetween } from "../../db/model/business-hours.ts";
import { CENTRAL, wallTime } from "../../db/model/zoned-time.ts";
import { applications, users } from "../../db/schema.ts";

const MINUTE_MS = 60_000;

/** First contacts of one member in one week. */
export interface FirstContacts {
  /** The Monday on which it began in Texas, as '2026-11-23'. */
  week: string;
  /** Null for somebody who is no member any more. */
  username: string | null;
  contacted: number;
  inTime: number;
  /** How long each applicant waited. */
  businessMinutes: number[];
  clockMinutes: number[];
}

/** The first contacts from one time up to another, read from their index. */
export async function firstContacts(db: Database, { from, to }: { from: Date; to: Date }): Promise<FirstContacts[]> {
  const rows = await db
    .select({
      contactedAt: applications.firstContactAt,
      since: sql`ifnull(${applications.contactResumedAt}, ${applications.createdAt})`.mapWith(applications.createdAt),
      dueAt: applications.dueAt,
      username: users.username,
    })
    .from(applications)
    .leftJoin(users, eq(users.id, applications.firstContactBy))
    .where(
      and(sql`firstContactAt is not null`, gte(applications.firstContactAt, from), lt(applications.firstContactAt, to)),
    );
  const found = new Map<string, FirstContacts>();
  for (const { contactedAt, since, dueAt, username } of rows) {
    const at = contactedAt ?? since;
    const week = weekOf(at);
    const key = `${week} ${username}`;
    const one = found.get(key) ?? { week, username, contacted: 0, inTime: 0, businessMinutes: [], clockMinutes: [] };
    found.set(key, one);
    one.contacted++;
    if (at <= dueAt) one.inTime++;
    one.businessMinutes.push(Math.round(businessTimeBetween(since, at) / MINUTE_MS));
    one.clockMinutes.push(Math.round((at.getTime() - since.getTime()) / MINUTE_MS));
  }
  return [...found.values()];
}

function weekOf(time: Date) {
  const day = wallTime(time, CENTRAL);
  return day
    .subtract({ days: day.dayOfWeek - 1 })
    .toPlainDate()
    .toString();
}
