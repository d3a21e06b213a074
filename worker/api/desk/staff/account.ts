import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { AlertAddress, PushDevice } from "../../../../db/model/staff/alerts.ts";
import { respond } from "../../../case/attempt.ts";
import { body } from "../../../http/body.ts";
import { readAlerts, setAlertAddress, setPushDevice } from "../../../staff/alerts.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";
import { endSignIn, readSignIns } from "../../../staff/members.ts";
import { readFactors, removeApp, removePasskey, renewRecoveryCodes } from "../../../staff/second-factor.ts";

/** /api/desk/account: a member's second factors and sessions. /api/second-factor adds factors. */
export const account = new Hono<DeskEnv>()
  .get("/account", may("readAccount"), async (c) => {
    const { id } = c.var.member;
    return c.json({
      ...(await readFactors(database(c.env.DB), id)),
      ...(await readAlerts(c)),
      signIns: await readSignIns(c, id),
    });
  })
  .put("/account/alert-email", may("getAlerts"), body(AlertAddress), async (c) => {
    await setAlertAddress(c, c.req.valid("json"));
    return c.json({ ok: true, success: true });
  })
  .put("/account/push", may("getAlerts"), body(PushDevice), async (c) => {
    await setPushDevice(c, c.req.valid("json").endpoint);
    return c.json({ ok: true, success: true });
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
