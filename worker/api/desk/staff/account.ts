import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { respond } from "../../../case/attempt.ts";
import type { DeskEnv } from "../../../env.ts";
import { may } from "../../../staff/member.ts";
import { endSignIn, readSignIns } from "../../../staff/members.ts";
import { readFactors, removeApp, removePasskey, renewRecoveryCodes } from "../../../staff/second-factor.ts";

/** /api/desk/account: a member's second factors and sessions. /api/second-factor adds factors. */
export const account = new Hono<DeskEnv>()
  .get("/account", may("readAccount"), async (c) => {
    const { id } = c.var.member;
    return c.json({
      ...(await readFactors(database(c.env.DB), id)),
      signIns: await readSignIns(c, id),
    });
  })
  .post("/account/passkeys/:id/remove", may("keepAccount"), async (c) =>
    respond(c, await removePasskey(c.env, c.var.member, c.req.param("id")), "passkey"),
  )
  .post("/account/app/remove", may("keepAccount"), async (c) =>
    respond(c, await removeApp(c.env, c.var.member), "member"),
  )
  .post("/account/recovery-codes", may("keepAccount"), async (c) => {
    return c.json({ recoveryCodes: await renewRecoveryCodes(c.env, c.var.member) }, 201);
  })
  .post("/account/sign-ins/:id/end", may("keepAccount"), async (c) =>
    respond(c, await endSignIn(database(c.env.DB), c.req.param("id"), c.var.member, true), "sign-in"),
  );
