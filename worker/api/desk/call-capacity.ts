import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { CallCapacityChange } from "../../../db/model/calls/call-slots.ts";
import { changeCapacity, readCapacity } from "../../calls/capacity.ts";
import type { DeskEnv } from "../../env.ts";
import { body, refuse } from "../../http/body.ts";
import { may } from "../../staff/member.ts";

const CHANGED = "Somebody else changed these numbers while you were editing them. Yours are not saved yet.";

/** /api/desk/call-capacity: how many calls can begin in each slot of a week. */
export const capacity = new Hono<DeskEnv>()
  .get("/call-capacity", may("readCallCapacity"), async (c) => c.json(await readCapacity(database(c.env.DB))))
  .put("/call-capacity", may("setCallCapacity"), body(CallCapacityChange), async (c) => {
    const isStored = await changeCapacity(database(c.env.DB), c.var.member, c.req.valid("json"));
    return isStored ? c.json({ ok: true, success: true }) : refuse(c, 409, CHANGED);
  });
