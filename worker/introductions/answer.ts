import { database } from "../../db/database.ts";
import { answerOnPage } from "../../db/model/introductions/introduction.ts";
import type { Decision } from "../../db/model/introductions/permission.ts";
import type { Caller } from "../case/act.ts";
import { actOnReference } from "../case/by-applicant.ts";
import { countStatements } from "../http/limits.ts";

/** Records the applicant's answer to an introduction. Null: unknown reference; `unknown`: unknown permission. */
export function decide(c: Caller, ref: string, id: string, decision: Decision) {
  return actOnReference(c, ref, {
    limits: ({ application }) =>
      decision === "yes" ? countStatements(c, database(c.env.DB), "yes", { who: application.id }) : Promise.resolve([]),
    decide: (kase, press) => answerOnPage(kase, id, decision, press),
  });
}
