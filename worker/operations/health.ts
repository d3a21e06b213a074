import { eq } from "drizzle-orm";
import { database, named } from "../../db/database.ts";
import { CRON_SILENT, CRON_SILENT_MINUTES, JOB_STUCK_HOURS } from "../../db/model/site/alarms.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { jobs } from "../../db/schema.ts";
import { type Env, settingTroubles } from "../env.ts";
import { oldestOwed } from "../figures/site-health.ts";
import { watch } from "./alarms.ts";
import { isKeyChanged } from "./key.ts";
import { isStuck } from "./nightly.ts";

/** A mail is tried within a minute. One that waits this long shows that the sender is not set up or has a problem. */
const OWED_TOO_LONG_MS = 60 * MINUTE_MS;

const KEY_CHANGED =
  "HASH_KEY is another one than the site began with: put the old one back with `npx wrangler secret put HASH_KEY`.";

/** The public facts about the site's health. A time is null if there is none, or if the database does not answer. */
export interface Health {
  database: "answers" | "refuses";
  lastSweepAt: Date | null;
  oldestOwedAt: Date | null;
  /** The Worker's version, as in `npx wrangler deployments list`. */
  version: string;
}

/** The site's health, with a sentence if anything is wrong, which also starts its alarm. */
export async function readHealth(env: Env, now = new Date()): Promise<Health & { trouble: string | null }> {
  const version = env.VERSION.id;
  const db = database(env.DB);
  try {
    await watch(env, now);
    const {
      sweep: [sweep],
      oldest: [oldest],
      stuck,
      changed: [changed],
    } = await named(db, {
      sweep: db.select({ at: jobs.startedAt }).from(jobs).where(eq(jobs.name, "sweep")),
      oldest: oldestOwed(db),
      stuck: db.select({ name: jobs.name }).from(jobs).where(isStuck(now.getTime())).orderBy(jobs.name),
      changed: db.select({ name: jobs.name }).from(jobs).where(isKeyChanged),
    });
    const stuckNames = stuck.map(({ name }) => name);
    const lastSweepAt = sweep?.at ?? null;
    const oldestOwedAt = oldest ? new Date(oldest.at) : null;
    return {
      database: "answers",
      lastSweepAt,
      oldestOwedAt,
      version,
      trouble: told([
        ...settingTroubles(env),
        ...(changed ? [KEY_CHANGED] : []),
        ...troublesIn(lastSweepAt, oldestOwedAt, stuckNames, now),
      ]),
    };
  } catch {
    const trouble = told([...settingTroubles(env), "The database does not answer."]);
    return { database: "refuses", lastSweepAt: null, oldestOwedAt: null, version, trouble };
  }
}

function troublesIn(lastSweepAt: Date | null, oldestOwedAt: Date | null, stuck: string[], now: Date) {
  if (!lastSweepAt || isOlder(lastSweepAt, now, CRON_SILENT_MINUTES * MINUTE_MS)) {
    return [CRON_SILENT];
  }
  if (stuck.length > 0) return [`These jobs have not ended for ${JOB_STUCK_HOURS} hours: ${stuck.join(", ")}.`];
  return oldestOwedAt && isOlder(oldestOwedAt, now, OWED_TOO_LONG_MS) ? ["Mail has been waiting for an hour."] : [];
}

function told(troubles: string[]) {
  return troubles.join(" ") || null;
}

function isOlder(time: Date, now: Date, milliseconds: number) {
  return now.getTime() - time.getTime() > milliseconds;
}
