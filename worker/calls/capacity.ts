import { sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { type CallCapacityChange, changesOfPlaces, presetPlaces } from "../../db/model/calls/call-slots.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { callCapacity } from "../../db/schema.ts";
import { committed, failUnless } from "../commit.ts";
import { noteChange } from "../staff/changes.ts";

/** The id of the one row. */
const WEEK = "week";

/** How many calls can begin in each slot of a week. Until a manager changes it, none is stored and the preset counts. */
export async function readCapacity(db: Database) {
  const [stored] = await db.select().from(callCapacity);
  return { places: stored?.places ?? presetPlaces, version: stored?.version ?? 1 };
}

/** Stores it; false if somebody else changed it after the version that was edited. What is booked stays booked. */
export function changeCapacity(db: Database, member: Member, { places, version }: CallCapacityChange) {
  return committed(async () => {
    const before = await readCapacity(db);
    if (before.version !== version) return false;
    const next = { id: WEEK, places, version: version + 1 };
    await db.batch([
      failUnless(db, sql`coalesce((select version from ${callCapacity}), 1) = ${version}`),
      noteChange(db, member, "setCallCapacity", WEEK, changesOfPlaces(before.places, places)),
      db.insert(callCapacity).values(next).onConflictDoUpdate({ target: callCapacity.id, set: next }),
    ]);
    return true;
  });
}
