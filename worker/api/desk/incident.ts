import { type Context, Hono } from "hono";
import { type Database, database } from "../../../db/database.ts";
import { questions } from "../../../db/model/form/application.ts";
import { exposureLabels } from "../../../db/model/staff/incident.ts";
import { csvLine } from "../../figures/csv.ts";
import { refuse } from "../../http/body.ts";
import { exposures, type Incident, readIncident } from "../../staff/incident.ts";
import { type DeskEnv, may } from "../../staff/member.ts";
import { csvFile } from "./csv-file.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WRONG_PERIOD = "Choose a start time and a later end time.";

/**
 * GET /api/desk/incident: how many people were exposed in a period, and by whom. GET /api/desk/incident.csv: every exposure. The
 * period is `from` to `to` in milliseconds, or else the last day; `member` is an id.
 */
export const incident = new Hono<DeskEnv>()
  .get("/incident", may("readIncident"), async (c) => {
    const asked = incidentIn(c);
    return asked ? c.json(await readIncident(database(c.env.DB), asked)) : refuse(c, 400, WRONG_PERIOD);
  })
  // Names stand in it, so each one is noted, but those of the exposed alone: it exposes nobody else.
  .get("/incident.csv", may("exportIncident"), async (c) => {
    const asked = incidentIn(c);
    if (!asked) return refuse(c, 400, WRONG_PERIOD);
    return csvFile(c, `incident-${asked.from.toISOString().slice(0, 10)}`, linesOf(database(c.env.DB), asked));
  });

/** The period and member asked about; null when they make no sense. */
function incidentIn(c: Context<DeskEnv>): Incident | null {
  const { from = Date.now() - DAY_MS, to = Date.now(), member } = c.req.query();
  const [start, end] = [new Date(Number(from)), new Date(Number(to))];
  return Number(from) && start < end ? { from: start, to: end, ...(member && { userId: member }) } : null;
}

async function* linesOf(db: Database, asked: Incident) {
  yield csvLine(["Application or message", "Name", "City", "ZIP", "Member", "How", "First", "Last", "Fields"]);
  for await (const page of exposures(db, asked)) {
    for (const { id, fullName, city, zip, username, action, firstAt, lastAt, fields } of page) {
      const labels = fields.map((field) => questions[field].label()).join("; ");
      const how = exposureLabels[action];
      yield csvLine([id, fullName ?? "deleted since", city, zip, username, how, firstAt, lastAt, labels]);
    }
  }
}
