import { sql } from "drizzle-orm";
import { type Database, database, named } from "../../db/database.ts";
import { applications, isUnclaimed, jobs } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { logError } from "../log.ts";
import { sendSoon } from "../owed-mail.ts";
import { isQuiet, notifyStatements } from "./notify.ts";

/** Applications that come within a minute after a mail to the office are in its next one. */
const GATHERED_MINUTES = 1;

/** Statements that owe the office a mail about the applications that have come since the last one and that nobody has claimed or called. */
export function noticeOfNew(db: Database, now: Date) {
  const job = "applications";
  const last = sql`ifnull((select detail ->> '$.upTo' from ${jobs} where name = ${job}), 0)`;
  const newest = sql`(select max(number) from ${applications})`;
  return notifyStatements(db, now, {
    kind: "newApplications",
    job,
    detail: sql`json_object('after', ${last}, 'upTo', ${newest})`,
    when: sql`${newest} > ${last} and ${isQuiet(job, GATHERED_MINUTES, now)}`,
    subject: sql`(detail ->> '$.after') || '-' || (detail ->> '$.upTo')`,
    isWorthIt: sql`exists (select 1 from ${applications}
      where number > detail ->> '$.after' and number <= detail ->> '$.upTo' and ${isUnclaimed})`,
  });
}

/** Tells the office of an application that has just come. Never fails: the next minute's job tells it, too. */
export async function tellOffice(env: Env, now = new Date()) {
  if (!env.ALERT_EMAIL) return;
  try {
    const db = database(env.DB);
    const { owed } = await named(db, noticeOfNew(db, now));
    for (const { id } of owed) await sendSoon(env, id);
  } catch {
    logError("office not told");
  }
}
