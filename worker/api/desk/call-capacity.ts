import { and, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { type Database, database, named } from "../../../db/database.ts";
import { CallCapacityChange, changesOfPlaces, presetPlaces } from "../../../db/model/calls/call-slots.ts";
import { callCapacity } from "../../../db/schema.ts";
import { body, refuse } from "../../http/body.ts";
import { changeStatement } from "../../staff/changes.ts";
import { type DeskEnv, may } from "../../staff/member.ts";

/** The id of the one row. */
const WEEK = "week";
const CHANGED = "Somebody else changed these numbers while you were editing them. Yours are not saved yet.";

/** /api/desk/call-capacity: how many calls can begin in each slot of a week. What is booked stays booked. */
export const capacity = new Hono<DeskEnv>()
  .get("/call-capacity", may("setCallCapacity"), async (c) => c.json(await read(database(c.env.DB))))
  .put("/call-capacity", may("setCallCapacity"), body(CallCapacityChange), async (c) => {
    const db = database(c.env.DB);
    const { places, version } = c.req.valid("json");
    const before = await read(db);
    if (before.version !== version) return refuse(c, 409, CHANGED);
    const isEditedVersion = and(eq(callCapacity.id, WEEK), eq(callCapacity.version, version));
    const changes = changesOfPlaces(before.places, places);
    const { changed } = await named(db, {
      preset: db.insert(callCapacity).values({ id: WEEK, places: presetPlaces }).onConflictDoNothing(),
      logged: changeStatement(db, c.var.member, callCapacity, isEditedVersion, {
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
    return changed.length > 0 ? c.json({ ok: true, success: true }) : refuse(c, 409, CHANGED);
  });

/** Until a manager changes the capacity, none is stored and the preset counts. */
async function read(db: Database) {
  const [stored] = await db.select().from(callCapacity);
  return { places: stored?.places ?? presetPlaces, version: stored?.version ?? 1 };
}
