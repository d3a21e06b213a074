import { env } from "cloudflare:workers";
import { eq, isNull } from "drizzle-orm";
import { database } from "../../../db/database.ts";
import { queueTimeOf } from "../../../db/model/case/promise.ts";
import { applications, appointments } from "../../../db/schema.ts";

/** Gives all applications the place in the queue that they would have if deeds had made them what SQL has. */
export async function takePlaces() {
  const db = database(env.DB);
  const calls = await db.select().from(appointments).where(isNull(appointments.endedAt));
  const rows = await db.select().from(applications);
  for (const row of rows) {
    const appointment = calls.find(({ applicationId }) => applicationId === row.id) ?? null;
    const queueAt = queueTimeOf({ ...row, appointment });
    await db.update(applications).set({ queueAt }).where(eq(applications.id, row.id));
  }
}
