import { or } from "drizzle-orm";
import { database } from "../../db/database.ts";
import { correctByMember } from "../../db/model/contact/correct.ts";
import type { CorrectionByMember } from "../../db/model/contact/correction.ts";
import { act } from "../case/act.ts";
import { answer, caseIn, pressOf } from "../case/by-member.ts";
import type { DeskContext } from "../env.ts";
import { hasContact } from "./person.ts";
import { stopsInMessages, withStopOfNew } from "./stop-of-new.ts";

/** Corrects contact data for an applicant who cannot (db/model/contact/correct.ts). */
export async function correctContactOf(c: DeskContext, correction: CorrectionByMember) {
  const press = pressOf(c);
  const done = await act(c, or(caseIn(c), hasContact(correction)), {
    press,
    also: { messages: stopsInMessages(database(c.env.DB), correction) },
    decide: (cases, { messages }) => {
      const kase = cases.find(({ application }) => application.id === c.req.param("id"));
      if (!kase) return null;
      const changes = correctByMember(kase, correction, press);
      if ("refused" in changes) return changes;
      return withStopOfNew(
        kase,
        changes,
        cases.filter((other) => other !== kase),
        messages,
        press,
      );
    },
  });
  return answer(c, done);
}
