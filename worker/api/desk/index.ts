import { Hono } from "hono";
import type { DeskEnv } from "../../staff/member.ts";
import { account } from "./account.ts";
import { audit } from "./audit.ts";
import { capacity } from "./call-capacity.ts";
import { cases } from "./case.ts";
import { dashboard } from "./dashboard.ts";
import { directory } from "./directory.ts";
import { letters } from "./letters.ts";
import { manage } from "./manage.ts";
import { measures } from "./measures.ts";
import { members } from "./members.ts";
import { messages } from "./messages.ts";
import { myDay } from "./my-day.ts";
import { queue } from "./queue.ts";
import { status } from "./status.ts";

/** /api/desk: what specialists and managers do. Every route names the action it is (db/model/staff/staff.ts). */
export const desk = new Hono<DeskEnv>()
  .route("/", myDay)
  .route("/", queue)
  .route("/", cases)
  .route("/", capacity)
  .route("/", directory)
  .route("/", letters)
  .route("/", messages)
  .route("/", measures)
  .route("/", status)
  .route("/", members)
  .route("/", account)
  .route("/", dashboard)
  .route("/", audit)
  .route("/", manage);
