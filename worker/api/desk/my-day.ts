import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { countMyDay, readMyDay } from "../../queue/my-day.ts";
import { type DeskEnv, may } from "../../staff/member.ts";

/** GET /api/desk/my-day: what a member has to do and may claim. GET …/counts: how much, for every desk page. */
export const myDay = new Hono<DeskEnv>()
  .get("/my-day", may("readMyDay"), async (c) => c.json(await readMyDay(database(c.env.DB), c.var.member)))
  .get("/my-day/counts", may("countMyDay"), async (c) => c.json(await countMyDay(database(c.env.DB), c.var.member)));
