import { type Database, database, retried } from "../db/database.ts";
import type { JobName } from "../db/model/alarms.ts";
import { jobs } from "../db/schema.ts";
import type { Env } from "./env.ts";

type Times = Partial<Omit<typeof jobs.$inferInsert, "name">>;

/** The statement that notes when a job began or ended. What it does not name stays as it was. */
export function noteJob(db: Database, name: JobName, times: Times) {
  return db
    .insert(jobs)
    .values({ name, ...times })
    .onConflictDoUpdate({ target: jobs.name, set: times });
}

/** Does a job, and notes when it began and, unless it threw, when it ended. */
export async function runJob(env: Env, name: JobName, work: () => Promise<unknown>) {
  const db = database(env.DB);
  await retried(() => noteJob(db, name, { startedAt: new Date() }));
  await work();
  await retried(() => noteJob(db, name, { endedAt: new Date() }));
}
