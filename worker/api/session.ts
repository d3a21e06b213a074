import { Hono } from "hono";
import { Credentials } from "../../db/model/staff/staff.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { isOpenForWriting } from "../staff/authoring.ts";
import { endSession, readSession } from "../staff/session.ts";
import { signIn } from "../staff/sign-in.ts";

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
    const signedIn = await signIn(c, c.req.valid("json"));
    return signedIn
      ? c.json({ ok: true, success: true, ...signedIn })
      : refuse(c, 401, "That username and password don’t match");
  })
  .delete("/", async (c) => {
    await endSession(c);
    return c.json({ ok: true, success: true });
  });
