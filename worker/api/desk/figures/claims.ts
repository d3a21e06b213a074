import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { readCounted } from "../../../figures/counted.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

/** GET /api/desk/claims: what the site has counted about the claims of its public pages. */
export const claims = new Hono<DeskEnv>().get("/claims", may("readClaims"), async (c) =>
  c.json(await readCounted(database(c.env.DB), new Date())),
);
