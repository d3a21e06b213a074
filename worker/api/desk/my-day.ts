import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import type { DeskEnv } from "../../env.ts";
import { countMyDay, readMyDay } from "../../queue/my-day.ts";
import { may } from "../../staff/member.ts";

/** GET /api/desk/my-day: what a member has to do and may claim, with `order=approval` the likeliest approval first. GET …/counts: how much, for every desk page. */
export const myDay = new Hono<DeskEnv>()
  .get("/my-day", may("readMyDay"), async (c) => {
    const isByApproval = c.req.query("order") === "approval";
    return c.json(await readMyDay(database(c.env.DB), c.var.member, { isByApproval }));
  })
  .get("/my-day/counts", may("countMyDay"), async (c) => c.json(await countMyDay(database(c.env.DB), c.var.member)));
