import { and, eq, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import { type CallCapacityChange, changesOfPlaces, presetPlaces } from "../../db/model/calls/call-slots.ts";
import { callCapacity } from "../../db/schema.ts";
import { changeStatement } from "../staff/changes.ts";
import type { Member } from "../staff/session.ts";

/** The id of the one row. */
const WEEK = "week";

/** How many calls can begin in each slot of a week. Until a manager changes it, none is stored and the preset counts. */
export async function readCapacity(db: Database) {
  const [stored] = await db.select().from(callCapacity);
  return { places: stored?.places ?? presetPlaces, version: stored?.version ?? 1 };
}

/** Stores it; false if somebody else changed it after the version that was edited. What is booked stays booked. */
export async function changeCapacity(db: Database, member: Member, { places, version }: CallCapacityChange) {
  const before = await readCapacity(db);
  if (before.version !== version) return false;
  const isEditedVersion = and(eq(callCapacity.id, WEEK), eq(callCapacity.version, version));
  const changes = changesOfPlaces(before.places, places);
  const { changed } = await named(db, {
    preset: db.insert(callCapacity).values({ id: WEEK, places: presetPlaces }).onConflictDoNothing(),
    logged: changeStatement(db, member, callCapacity, isEditedVersion, {
      action: "setCallCapacity",
      old: sql`json(${JSON.stringify(changes.old)})`,
      new: changes.new,
    }),
    changed: db
      .update(callCapacity)
      .set({ places, version: version + 1 })
      .where(isEditedVersion)
      .returning({ id: callCapacity.id }),
  });
  return changed.length > 0;
}
