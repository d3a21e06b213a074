import { and, eq, sql } from "drizzle-orm";
import { database, isOneOf, named, retried } from "../../db/database.ts";
import { JOB_STUCK_HOURS, MINUTE_JOBS, NIGHT_JOBS, type NightJob } from "../../db/model/site/alarms.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { jobs } from "../../db/schema.ts";
import type { Env } from "../env.ts";

/** Jobs of a night, in slices that fit into one call. Each minute, cron starts or continues what is due or unfinished. */

/** 8:00 UTC is 2 or 3 AM in Texas. */
const NIGHT_BEGINS_MS = 8 * HOUR_MS;

export interface Run<Detail> {
  startedAt: Date;
  /** What the last slice left for the next; null before the first one. */
  detail: Detail | null;
}

/** The condition on a row of `jobs` that its last run has not ended. */
export const isUnderWay = sql`${jobs.startedAt} is not null and ifnull(${jobs.endedAt} < ${jobs.startedAt}, true)`;

/** The condition on a row of `jobs` that it should have ended long ago. Rows of jobs that there are no more do not count. */
export function isStuck(now: number) {
  const isOurs = isOneOf(jobs.name, [...MINUTE_JOBS, ...NIGHT_JOBS]);
  return sql`${isOurs} and ${isUnderWay} and ${jobs.startedAt} < ${now - JOB_STUCK_HOURS * HOUR_MS}`;
}

/** Does the next slice of what was to be done when the run began. Returns false if that was all, or a number for the slice `after`. */
export type Slice = (env: Env, startedAt: Date, after?: number) => Promise<boolean | number>;

/** Continues tonight's run of a job. */
export async function continueRun(env: Env, name: NightJob, doSlice: Slice, now: Date) {
  const run = await runOf<{ after: number }>(env, name, now);
  if (!run) return;
  const after = await doSlice(env, run.startedAt, run.detail?.after);
  if (after === false) await noteRun(env, name, run, { endedAt: now });
  else if (typeof after === "number") await noteRun(env, name, run, { detail: { after } });
}

/** The run that is under way, or a new one if tonight's is due; null if there is nothing to do. */
export async function runOf<Detail>(env: Env, name: NightJob, now: Date): Promise<Run<Detail> | null> {
  const db = database(env.DB);
  const night = Math.floor((now.getTime() - NIGHT_BEGINS_MS) / DAY_MS) * DAY_MS + NIGHT_BEGINS_MS;
  const {
    job: [job],
  } = await retried(() =>
    named(db, {
      begun: db
        .insert(jobs)
        .values({ name, startedAt: now })
        .onConflictDoUpdate({
          target: jobs.name,
          set: { startedAt: now, detail: null },
          setWhere: sql`${jobs.startedAt} is null or ${jobs.startedAt} < ${night} and (${jobs.endedAt} >= ${jobs.startedAt} or ${jobs.detail} ->> 'problem' is not null)`,
        }),
      job: db
        .select({ startedAt: sql<number>`${jobs.startedAt}`, detail: sql<string | null>`${jobs.detail}` })
        .from(jobs)
        .where(and(eq(jobs.name, name), sql`${isUnderWay} and ${jobs.detail} ->> 'problem' is null`)),
    }),
  );
  return job ? { startedAt: new Date(job.startedAt), detail: job.detail && JSON.parse(job.detail) } : null;
}

/** Notes how far a run is, or with `endedAt`, that it is done. A `problem` in its detail ends it as failed. */
export async function noteRun(
  env: Env,
  name: NightJob,
  { startedAt }: Run<unknown>,
  values: { startedAt?: Date; endedAt?: Date; detail?: object | null },
) {
  await retried(() =>
    database(env.DB)
      .update(jobs)
      .set(values)
      .where(and(eq(jobs.name, name), eq(jobs.startedAt, startedAt))),
  );
}
