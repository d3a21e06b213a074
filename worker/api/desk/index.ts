import { Hono } from "hono";
import type { DeskEnv } from "../../env.ts";
import { capacity } from "./call-capacity.ts";
import { cases } from "./case.ts";
import { directory } from "./directory.ts";
import { dashboard } from "./figures/dashboard.ts";
import { siteHealth } from "./figures/site-health.ts";
import { letters } from "./letters.ts";
import { messages } from "./messages.ts";
import { myDay } from "./my-day.ts";
import { queue } from "./queue.ts";
import { account } from "./staff/account.ts";
import { audit } from "./staff/audit.ts";
import { manage } from "./staff/manage.ts";
import { members } from "./staff/members.ts";
import { stories } from "./stories.ts";

/** /api/desk: the work of specialists and managers. Each route names its action (db/model/staff/staff.ts). */
export const desk = new Hono<DeskEnv>()
  .route("/", myDay)
  .route("/", queue)
  .route("/", cases)
  .route("/", capacity)
  .route("/", directory)
  .route("/", letters)
  .route("/", messages)
  .route("/", stories)
  .route("/", siteHealth)
  .route("/", members)
  .route("/", account)
  .route("/", dashboard)
  .route("/", audit)
  .route("/", manage);
