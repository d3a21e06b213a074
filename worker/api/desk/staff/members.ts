import { eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { database, named } from "../../../../db/database.ts";
import { Deactivation, NewMember, RoleChange } from "../../../../db/model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../../../../db/password.ts";
import { sessions, users } from "../../../../db/schema.ts";
import { refuseUnknown, respond } from "../../../case/attempt.ts";
import { body, refuse } from "../../../http/body.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";
import {
  deactivate,
  endSignIn,
  memberChanged,
  reactivate,
  readMembers,
  readSignIns,
  resetSecondFactor,
  setRole,
} from "../../../staff/members.ts";

/** /api/desk/members and /sign-ins: who works here, and where they are signed in. */
export const members = new Hono<DeskEnv>()
  .get("/members", may("manageMembers"), async (c) => c.json({ members: await readMembers(database(c.env.DB)) }))
  .post("/members", may("manageMembers"), body(NewMember), async (c) => {
    const { username, role } = c.req.valid("json");
    const db = database(c.env.DB);
    const id = crypto.randomUUID();
    const password = oneTimePassword();
    const [[added]] = await db.batch([
      db
        .insert(users)
        .values({ id, username, password: await hashPassword(password), role })
        .onConflictDoNothing()
        .returning({ username: users.username }),
      memberChanged(db, c.var.member, eq(users.id, id), { old: sql`null`, new: { role } }),
    ]);
    if (!added) return refuse(c, 409, `There is somebody with the username ${username} already.`);
    return c.json({ ok: true, success: true, username: added.username, password }, 201);
  })
  .put("/members/:id", may("manageMembers"), body(RoleChange), async (c) => {
    const { role } = c.req.valid("json");
    return respond(c, await setRole(c, c.req.param("id"), role), "member");
  })
  .post("/members/:id/password", may("manageMembers"), async (c) => {
    const id = c.req.param("id");
    const db = database(c.env.DB);
    const isMember = eq(users.id, id);
    if ((await db.$count(users, isMember)) === 0) return refuseUnknown(c, "member");
    const password = oneTimePassword();
    const {
      found: [found],
    } = await named(db, {
      logged: memberChanged(db, c.var.member, isMember, { new: { password: "a new one" } }),
      found: db
        .update(users)
        .set({ password: await hashPassword(password) })
        .where(isMember)
        .returning({ username: users.username }),
      sessions: db.delete(sessions).where(eq(sessions.userId, id)),
    });
    if (!found) return refuseUnknown(c, "member");
    return c.json({ ok: true, success: true, username: found.username, password });
  })
  .post("/members/:id/deactivate", may("manageMembers"), body(Deactivation), async (c) => {
    const { handTo } = c.req.valid("json");
    return respond(c, await deactivate(c, c.req.param("id"), handTo), "member");
  })
  .post("/members/:id/reactivate", may("manageMembers"), async (c) =>
    respond(c, await reactivate(database(c.env.DB), c.req.param("id"), c.var.member), "member"),
  )
  .post("/members/:id/second-factor/reset", may("manageMembers"), async (c) =>
    respond(c, await resetSecondFactor(database(c.env.DB), c.req.param("id"), c.var.member), "member"),
  )
  .get("/sign-ins", may("manageMembers"), async (c) => c.json({ signIns: await readSignIns(database(c.env.DB)) }))
  .post("/sign-ins/:id/end", may("manageMembers"), async (c) =>
    respond(c, await endSignIn(database(c.env.DB), c.req.param("id"), c.var.member, false), "sign-in"),
  );
