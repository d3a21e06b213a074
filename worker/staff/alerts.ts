import { eq } from "drizzle-orm";
import { database } from "../../db/database.ts";
import type { AlertAddress } from "../../db/model/staff/alerts.ts";
import { sessions, users } from "../../db/schema.ts";
import type { DeskContext } from "./member.ts";
import { pushKey } from "./push.ts";
import { ownChange } from "./second-factor.ts";
import { sessionId } from "./session.ts";

/** How the member is told of new applications: by mail, and on this device where `pushKey` allows it. */
export async function readAlerts(c: DeskContext) {
  const db = database(c.env.DB);
  const [found] = await db
    .select({ alertEmail: users.alertEmail, pushEndpoint: sessions.pushEndpoint })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(sessions.tokenHash, await sessionId(c)));
  return {
    alertEmail: found?.alertEmail ?? null,
    isPushed: found?.pushEndpoint != null,
    pushKey: pushKey(c.env),
  };
}

/** Sets where the member gets mails about applications that wait. The audit log says that, not the address. */
export function setAlertAddress(c: DeskContext, { alertEmail }: AlertAddress) {
  const db = database(c.env.DB);
  return db.batch([
    ownChange(db, c.var.member, { alertEmail: alertEmail ? "a new one" : "none" }),
    db.update(users).set({ alertEmail }).where(eq(users.id, c.var.member.id)),
  ]);
}

/** Sets where this device's notifications go, until its session ends. A device has one session. */
export async function setPushDevice(c: DeskContext, pushEndpoint: string | null) {
  await database(c.env.DB)
    .update(sessions)
    .set({ pushEndpoint })
    .where(eq(sessions.tokenHash, await sessionId(c)));
}
