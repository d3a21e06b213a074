import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../db/database.ts";
import { caseEvents } from "../db/schema.ts";

/** Read, decide, commit: a batch fails as a whole if what it was decided by has changed, and then all starts again. */

/** More tries than a case ever needs: fifty deeds at once on one case all succeed. */
const MOST_TRIES = 60;
const LONGEST_PAUSE_MS = 25;

/** Thrown if others changed the same thing at every try. */
export class Busy extends Error {}

/** The result of work that reads, decides and writes, from the start again (`isAgain`) whenever others change what it has read. */
export async function committed<Result>(work: (isAgain: boolean) => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
  }
  throw new Busy();
}

/** Fails the whole batch, as a changed case would, unless this condition holds. */
export function failUnless(db: Database, holds: SQL): BatchItem<"sqlite"> {
  return db.insert(caseEvents).select(sql`select null, null, 0, null, '{}', 0 where not (${holds})`);
}

/** Whether the batch failed, and wrote nothing, because what was read has changed or is gone. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /UNIQUE constraint failed: (case_events\.applicationId|appointments\.startsAt|users\.username)|NOT NULL constraint failed: case_events\.applicationId/.test(
      error.message,
    ) || isConflict(error.cause)
  );
}
