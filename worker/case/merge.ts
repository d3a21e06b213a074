import { or } from "drizzle-orm";
import { database, isOneOf } from "../../db/database.ts";
import type { Case } from "../../db/model/case/case.ts";
import { type Both, merge, split } from "../../db/model/case/merge.ts";
import { applications } from "../../db/schema.ts";
import type { DeskContext } from "../env.ts";
import { act } from "./act.ts";
import { answer, pressOf } from "./by-member.ts";
import { hoursOfCase } from "./hours.ts";

/** Merges the other application into the one in the address (db/model/case/merge.ts). */
export async function mergeCases(c: DeskContext, otherId: string) {
  const press = pressOf(c);
  const done = await act(c, areThese(c, otherId), {
    press,
    decide: (cases) => {
      const [main, other] = [find(cases, c.req.param("id")), find(cases, otherId)];
      const hasMerged = cases.some(({ application }) => application.mergedInto === otherId);
      return main ? deedsOf(main, other, merge(main, main === other ? undefined : other, hasMerged, press)) : null;
    },
  });
  return answer(c, done);
}

/** Splits the other application from the one in the address again. */
export async function splitCases(c: DeskContext, otherId: string) {
  const press = pressOf(c);
  const done = await act(c, areThese(c, otherId), {
    press,
    also: hoursOfCase(database(c.env.DB), otherId),
    decide: (cases, { capacity: [capacity], taken }) => {
      const [main, other] = [find(cases, c.req.param("id")), find(cases, otherId)];
      return main ? deedsOf(main, other, split(main, other, { places: capacity?.places, taken }, press)) : null;
    },
  });
  return answer(c, done);
}

/** The condition for both applications, and those merged into the other one. */
function areThese(c: DeskContext, otherId: string) {
  return or(isOneOf(applications.id, [c.req.param("id") ?? "", otherId]), isOneOf(applications.mergedInto, [otherId]));
}

function find(cases: Case[], id: string | undefined) {
  return cases.find(({ application }) => application.id === id);
}

function deedsOf(main: Case, other: Case | undefined, both: Both) {
  if ("refused" in both || !other) return both as Exclude<Both, { main: unknown }>;
  return {
    deeds: [
      { kase: main, changes: both.main },
      { kase: other, changes: both.other },
    ],
  };
}
