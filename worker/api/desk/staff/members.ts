import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { Deactivation, NewMember, RoleChange } from "../../../../db/model/staff/staff.ts";
import { refuseUnknown, respond } from "../../../case/attempt.ts";
import type { DeskEnv } from "../../../env.ts";
import { body, refuse } from "../../../http/body.ts";
import { may } from "../../../staff/member.ts";
import {
  addMember,
  deactivate,
  endSignIn,
  reactivate,
  readMembers,
  readSignIns,
  resetPassword,
  resetSecondFactor,
  setRole,
} from "../../../staff/members.ts";

/** /api/desk/members and /sign-ins: who works here, and where they are signed in. */
export const members = new Hono<DeskEnv>()
  .get("/members", may("readMembers"), async (c) => c.json({ members: await readMembers(database(c.env.DB)) }))
  .post("/members", may("manageMembers"), body(NewMember), async (c) => {
    const added = await addMember(database(c.env.DB), c.var.member, c.req.valid("json"));
    if (added) return c.json({ ok: true, success: true, ...added }, 201);
    return refuse(c, 409, `There is somebody with the username ${c.req.valid("json").username} already.`);
  })
  .put("/members/:id", may("manageMembers"), body(RoleChange), async (c) => {
    const { role } = c.req.valid("json");
    return respond(c, await setRole(c, c.req.param("id"), role), "member");
  })
  .post("/members/:id/password", may("manageMembers"), async (c) => {
    const made = await resetPassword(database(c.env.DB), c.var.member, c.req.param("id"));
    return made ? c.json({ ok: true, success: true, ...made }) : refuseUnknown(c, "member");
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
  .get("/sign-ins", may("readMembers"), async (c) => c.json({ signIns: await readSignIns(c) }))
  .post("/sign-ins/:id/end", may("manageMembers"), async (c) =>
    respond(c, await endSignIn(database(c.env.DB), c.req.param("id"), c.var.member, false), "sign-in"),
  );
