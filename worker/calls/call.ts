import { database } from "../../db/database.ts";
import { callAskedToStop, noteCall, sameCall, undoCall } from "../../db/model/calls/call.ts";
import { both, type Case } from "../../db/model/case/case.ts";
import type { Call, StopWay } from "../../db/model/case/case-event.ts";
import type { Planned } from "../../db/model/case/next-action.ts";
import { casesOfPerson, sendersOf, stopPerson } from "../../db/model/contact/stop.ts";
import { actOnCase } from "../case/act.ts";
import { answer, answerUndone, caseIn, pressOf } from "../case/by-member.ts";
import { hoursOfCase } from "../case/hours.ts";
import { actOnPerson } from "../contact/stop.ts";
import type { DeskContext } from "../env.ts";

/** Notes a call. Returns its id, for Undo, and what is planned next. */
export async function recordCall(c: DeskContext, call: Call) {
  if (call.outcome === "askedToStop") {
    const stopped = await recordStop(c, "phone", call);
    return stopped ? c.json({ ok: true, success: true, call: null, next: null }) : answerUndone(c, null);
  }
  const press = pressOf(c);
  let before: number | undefined;
  let next: Planned | null | undefined;
  const done = await actOnCase(c, caseIn(c), {
    press,
    decide: (kase) => {
      const changes = noteCall(kase, call, press);
      const same = sameCall(kase, call.outcome, press);
      const events = "events" in changes ? changes.events : [];
      const event = same?.event ?? events[0];
      before = same?.id;
      next = event?.kind === "call" ? event.next : null;
      return changes;
    },
  });
  if (!done || "refused" in done) return answerUndone(c, done);
  return c.json({ ok: true, success: true, call: before ?? done.events[0] ?? null, next });
}

export async function takeBackCall(c: DeskContext, call: number) {
  const press = pressOf(c);
  const done = await actOnCase(c, caseIn(c), {
    press,
    also: hoursOfCase(database(c.env.DB), c.req.param("id") ?? ""),
    decide: (kase, { taken }) => undoCall(kase, call, taken, press),
  });
  return answer(c, done);
}

/** Notes that a member (any) heard the applicant ask us to stop, in this call if any. Applies to all with the same phone or e-mail. */
export async function recordStop(c: DeskContext, how: StopWay, call?: Call) {
  const press = pressOf(c);
  const isThisCase = ({ application }: Case) => application.id === c.req.param("id");
  return actOnPerson(c, caseIn(c), {
    press,
    decide: (cases) => {
      const person = casesOfPerson(cases, isThisCase);
      if (person.length === 0) return null;
      const deeds = stopPerson(person, isThisCase, how, press).map(({ kase, changes }) =>
        call && isThisCase(kase)
          ? { kase, changes: both(callAskedToStop(kase, press, call.note), changes) }
          : { kase, changes },
      );
      return { deeds, stoppedSenders: sendersOf(person) };
    },
  });
}
