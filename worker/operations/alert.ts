import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, database, isOneOf } from "../../db/database.ts";
import { ALERTS, alertCutoff } from "../../db/model/queue/alert.ts";
import { applications, isUnclaimed, jobs, users } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { report, sendSoon } from "../mail/owed.ts";
import { pushToDesk } from "../staff/push.ts";
import { isQuiet, told } from "./told.ts";

/** Applications that come within a minute after a mail to the office are in its next one. */
const GATHERED_MINUTES = 1;

/** For each of those who are told of new applications (db/model/queue/alert.ts): statements that owe what is due to them now. */
export function alertsAt(env: Env, db: Database, now: Date) {
  return ALERTS.flatMap(({ job, minutes, roles }) => {
    const cameBy = alertCutoff(now, minutes);
    const isForOffice = roles.length === 0;
    if (!cameBy || (isForOffice && !env.ALERT_EMAIL)) return [];
    const last = sql`ifnull((select detail ->> '$.upTo' from ${jobs} where name = ${job}), 0)`;
    // The + makes SQLite walk from the newest number down, past those of the last minutes.
    const newest = sql`(select number from ${applications} where +createdAt <= ${cameBy.getTime()} order by number desc limit 1)`;
    const range = sql`(detail ->> '$.after') || '-' || (detail ->> '$.upTo')`;
    return [
      told(db, now, {
        kind: isForOffice ? "newApplications" : "stillWaiting",
        job,
        detail: sql`json_object('after', ${last}, 'upTo', ${newest})`,
        when: sql`${newest} > ${last} and ${isQuiet(job, GATHERED_MINUTES, now)}`,
        subject: isForOffice ? range : sql`${String(minutes)} || ' ' || ${range} || ' ' || ${users.id}`,
        isWorthIt: sql`exists (select 1 from ${applications}
          where number > detail ->> '$.after' and number <= detail ->> '$.upTo' and ${isUnclaimed})`,
        members: isForOffice
          ? undefined
          : and(isNotNull(users.alertEmail), isNull(users.deactivatedAt), isOneOf(users.role, [...roles])),
      }),
    ];
  });
}

/** Tells of an application that has just come: members' devices, and the office. Never fails: the next minute's job tells the office, too. */
export async function alertDesk(env: Env, now = new Date()) {
  await Promise.all([pushToDesk(env, now), mailOffice(env, now)]);
}

async function mailOffice(env: Env, now: Date) {
  try {
    const db = database(env.DB);
    const [office] = alertsAt(env, db, now);
    if (!office) return;
    const [, owed] = await db.batch(office);
    for (const { id } of owed) await sendSoon(env, id);
  } catch {
    report("office not told", {});
  }
}
