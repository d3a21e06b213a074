import { Hono } from "hono";
import { database, named } from "../../db/database.ts";
import { Credentials } from "../../db/model/staff/staff.ts";
import { isPassword } from "../../db/password.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { signInDelay, signInTry } from "../http/limits.ts";
import { isOpenForWriting } from "../staff/authoring.ts";
import { endSession, readSession, startSession, userNamed } from "../staff/session.ts";

/**
 * /api/session: POST signs in (while `member` is null, a second factor is still missing), GET tells who is signed in
 * and whether anybody may write, DELETE signs out.
 */
export const session = new Hono<{ Bindings: Env }>()
  .get("/", async (c) => {
    const member = await readSession(c, false);
    return c.json({
      ok: true,
      success: true,
      member: member && { username: member.username, role: member.role },
      isOpenForWriting: await isOpenForWriting(c.env),
    });
  })
  .post("/", body(Credentials), async (c) => {
    const { username, password } = c.req.valid("json");
    const db = database(c.env.DB);
    const name = username.toLowerCase();
    const { wrong, counted, forgiven } = await signInTry(c, db, `password ${name}`);
    const {
      user: [user],
      wrong: [before],
    } = await named(db, { user: userNamed(db, name), wrong }, counted);
    await scheduler.wait(signInDelay(before?.count ?? 0));
    const isRight = await isPassword(password, user?.password);
    const started = isRight && user ? await startSession(c, user, forgiven) : null;
    if (!started || !user) return refuse(c, 401, "That username and password don't match");
    const { isVerified, factors } = started;
    const member = isVerified ? { username: user.username, role: user.role } : null;
    return c.json({ ok: true, success: true, member, factors });
  })
  .delete("/", async (c) => {
    await endSession(c);
    return c.json({ ok: true, success: true });
  });
