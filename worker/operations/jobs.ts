import { and, sql } from "drizzle-orm";
import { database, isOneOf, retried } from "../../db/database.ts";
import { MINUTE_JOBS, type MinuteJob, type NightJob } from "../../db/model/site/alarms.ts";
import { jobs as table } from "../../db/schema.ts";
import { renderAnew } from "../blog/rendering.ts";
import { publishDue } from "../blog/writing.ts";
import type { Env } from "../env.ts";
import { countDecisions } from "../figures/decisions.ts";
import { remindRecipients } from "../introductions/lead.ts";
import { routeApplications } from "../introductions/routing.ts";
import { logError } from "../log.ts";
import { everyMinute } from "./alarms.ts";
import { continueErasures } from "./erased.ts";
import { checkKey } from "./key.ts";
import { continueRun, isUnderWay, type Slice } from "./nightly.ts";
import { purges } from "./retention.ts";

type Job = (env: Env, now: Date, context?: object) => Promise<unknown>;

const minuteJobs: Record<MinuteJob, Job> = {
  "key check": checkKey,
  routing: (env) => routeApplications(env),
  reminders: remindRecipients,
  "scheduled posts": publishDue,
  erasures: continueErasures,
};
const nightJobs: Record<NightJob, Job> = {
  ...inSlices(purges),
  ...inSlices({ rates: countDecisions, renderings: renderAnew }),
};
/** All that the cron does, by name. */
export const jobs = {
  sweep: (env: Env) => everyMinute(env),
  ...minuteJobs,
  ...nightJobs,
} satisfies Record<string, Job>;

/** Does each job, whatever becomes of the others. Fails in the end if any failed, so that Cloudflare counts it. */
export async function runJobs(env: Env, context?: object, now = new Date()) {
  const failures = new Map<string, Error>();
  await Promise.all(
    Object.entries<Job>(jobs).map(([name, job]) => job(env, now, context).catch((error) => failures.set(name, error))),
  );
  for (const [job, { cause, message }] of failures) {
    // Drizzle's own message quotes the values of the query.
    logError("job failed", { job, message: cause instanceof Error ? cause.message : message });
  }
  const failed = [...failures.keys()];
  await noteMinute(env, failed, now).catch(() => undefined);
  if (failed.length > 0) throw new Error(`These jobs failed: ${failed.join(", ")}`);
}

/** A job of each minute has not ended since it first failed. Those of a night note themselves when they end. */
async function noteMinute(env: Env, failed: string[], now: Date) {
  const db = database(env.DB);
  const broken = MINUTE_JOBS.filter((name) => failed.includes(name));
  const done = MINUTE_JOBS.filter((name) => !failed.includes(name));
  const begun = db
    .insert(table)
    .select(sql`select value, ${now.getTime()}, null, null from json_each(${JSON.stringify(broken)}) where true`)
    .onConflictDoUpdate({ target: table.name, set: { startedAt: now }, setWhere: sql`not (${isUnderWay})` });
  const ended = db
    .update(table)
    .set({ endedAt: now })
    .where(and(isOneOf(table.name, done), isUnderWay));
  await retried(() => db.batch([begun, ended]));
}

function inSlices<Name extends NightJob>(parts: Record<Name, Slice>) {
  const names = Object.keys(parts) as Name[];
  return Object.fromEntries(
    names.map((name): [Name, Job] => [name, (env, now) => continueRun(env, name, parts[name], now)]),
  ) as Record<Name, Job>;
}
