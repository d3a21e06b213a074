import { type Context, Hono, type MiddlewareHandler } from "hono";
import { NewPasskey, PasskeySignature, SecondFactorCode } from "../../db/model/staff/second-factor.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import {
  addApp,
  addPasskey,
  askForNewApp,
  askForNewPasskey,
  askForPasskey,
  mayAddFactor,
  passCode,
  passPasskey,
} from "../staff/second-factor.ts";
import { type OpenSession, readOpenSession } from "../staff/session.ts";

interface FactorEnv {
  Bindings: Env;
  Variables: { session: OpenSession };
}

/** /api/second-factor: gives a second factor or sets it up. A session without one may use no other routes. */
export const secondFactor = new Hono<FactorEnv>()
  .post("/passkey/options", withSession(), async (c) => c.json(await askForPasskey(c.env, c.var.session)))
  .post("/passkey", withSession(), body(PasskeySignature), async (c) => {
    const isRight = await passPasskey(c.env, c.var.session, c.req.valid("json"));
    return isRight ? passed(c) : refuse(c, 401, "That passkey was not accepted. Please try again.");
  })
  .post("/code", withSession(), body(SecondFactorCode), async (c) => {
    switch (await passCode(c, c.var.session, c.req.valid("json").code)) {
      case "right":
        return passed(c);
      case "wrong":
        return refuse(c, 401, "That code is not right, or it was used before. Wait for the next one.");
      case "exhausted":
        return refuse(c, 429, "Too many wrong codes today. Use a passkey or a recovery code.");
    }
  })
  .post("/new-passkey/options", withSession(), mayAdd(), async (c) =>
    c.json(await askForNewPasskey(c.env, c.var.session)),
  )
  .post("/new-passkey", withSession(), mayAdd(), body(NewPasskey), async (c) => {
    const added = await addPasskey(c.env, c.var.session, c.req.valid("json"));
    return added ? passed(c, added) : refuse(c, 400, "That passkey was not accepted. Please try again.");
  })
  .post("/new-app", withSession(), mayAdd(), async (c) => c.json(await askForNewApp(c.env, c.var.session)))
  .post("/new-app/code", withSession(), mayAdd(), body(SecondFactorCode), async (c) => {
    const added = await addApp(c.env, c.var.session, c.req.valid("json").code);
    return added ? passed(c, added) : refuse(c, 400, "That is not the code that the app shows now. Try the next one.");
  });

/** Admits members with the right password, with or without their second factor. */
function withSession(): MiddlewareHandler<FactorEnv> {
  return async (c, next) => {
    const session = await readOpenSession(c);
    if (!session) return refuse(c, 401, "Please sign in again.");
    c.set("session", session);
    return next();
  };
}

function mayAdd(): MiddlewareHandler<FactorEnv> {
  return async (c, next) =>
    mayAddFactor(c.var.session) ? next() : refuse(c, 403, "Use your second factor before you set up another one.");
}

/** The response after a second factor. The first one comes with recovery codes, which the page shows once. */
function passed(
  c: Context<FactorEnv>,
  { recoveryCodes }: { recoveryCodes: string[] | null } = { recoveryCodes: null },
) {
  const { username, role } = c.var.session.user;
  return c.json({ ok: true, success: true, member: { username, role }, recoveryCodes });
}
