import { expect, test } from "vitest";
import type { Case } from "../../../db/model/case/case.ts";
import { openLink } from "../../../db/model/contact/correct.ts";
import {
  casesOfPerson,
  casesStoppedOnPage,
  flagStopElsewhere,
  resume,
  sendersOf,
  stopPerson,
} from "../../../db/model/contact/stop.ts";
import { send, yesByPhone } from "../../../db/model/introductions/introduction.ts";
import { NO_PROMISE } from "../../../db/model/queue/queue.ts";
import { type Act, DANA, did, done, newCase, owedIn, press, QUESTION, RECIPIENTS, STOP, story } from "./world.ts";

/** Which cases a stop covers, and what it does to them. */

const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");
const OTHER = { phone: "512 555 0177", email: "other@example.com" };

/** An application, others of the same person, and others of other people. The link in our mail about it was opened. */
function people() {
  const own = newCase(MONDAY);
  const merged = newCase(MONDAY, OTHER);
  merged.application.mergedInto = own.application.id;
  const named = {
    own: done(own, openLink(own), press(MONDAY, null)),
    merged,
    sameEmail: newCase(MONDAY, { phone: "713 555 0103", email: "MARIA@example.com" }),
    samePhone: newCase(MONDAY, { phone: "+1 (210) 555-0123", email: "mother@example.com" }),
    likeMerged: newCase(MONDAY, { phone: "713 555 0101", email: OTHER.email }),
    stranger: newCase(MONDAY, { phone: "713 555 0102", email: "stranger@example.com" }),
  };
  const namesOf = (cases: Case[]) =>
    Object.entries(named).flatMap(([name, kase]) => (cases.includes(kase) ? [name] : []));
  return { named, all: Object.values(named), isOwn: (kase: Case) => kase === named.own, namesOf };
}

test("a member's stop covers the same phone, e-mail and merged cases", () => {
  const { all, isOwn, namesOf } = people();
  const person = casesOfPerson(all, isOwn);
  expect(namesOf(person)).toEqual(["own", "merged", "sameEmail", "samePhone", "likeMerged"]);
  const deeds = stopPerson(person, isOwn, "other", press(MONDAY, DANA));
  expect(deeds.map(({ changes }) => changes.events)).toEqual(
    [false, true, true, true, true].map((elsewhere) => [{ kind: "contactStopped", elsewhere, how: "other" }]),
  );
  expect(sendersOf(person)).toEqual(expect.arrayContaining(["2105550123", "maria@example.com", "other@example.com"]));
});

test.each([
  ["mailedLink", ["own", "merged", "sameEmail"], ["samePhone", "likeMerged"], ["maria@example.com"]],
  ["page", ["own", "merged"], ["sameEmail", "samePhone", "likeMerged"], []],
] as const)("a press on Stop (%s) covers others only with the mail's proof", (how, covered, unsure, addresses) => {
  const { all, isOwn, namesOf } = people();
  const found = casesStoppedOnPage(all, isOwn, how);
  expect([namesOf(found.covered), namesOf(found.unsure), found.addresses]).toEqual([covered, unsure, addresses]);
});

test("a specialist is asked once to look, never about somebody who stopped", () => {
  const told = story(MONDAY);
  for (let time = 0; time < 2; time++) told.does(null, flagStopElsewhere);
  expect(told.kase.application.flagsJson).toMatchObject([{ code: "STOP_ASKED_ELSEWHERE", level: "attention" }]);
  expect(told.kase.events).toHaveLength(1);
  const stopped = story(MONDAY);
  stopped.does(...STOP);
  expect(flagStopElsewhere(stopped.kase).events).toEqual([]);
});

test("a specialist is asked to look beside whatever else is flagged", () => {
  const told = story(MONDAY);
  const other = { code: "NO_BANK", level: "info", note: "No active bank account" } as const;
  told.kase.application.flagsJson = [other];
  told.does(null, flagStopElsewhere);
  expect(told.kase.application.flagsJson).toMatchObject([other, { code: "STOP_ASKED_ELSEWHERE" }]);
});

test("two incomplete phone numbers make nobody the same person", () => {
  const cases = ["one", "other"].map((name) => newCase(MONDAY, { phone: "555", email: `${name}@example.com` }));
  expect(casesOfPerson(cases, (kase) => kase === cases[0])).toEqual([cases[0]]);
});

test("a stop ends our promise, and 'Contact me again' begins it anew", () => {
  const told = story(MONDAY);
  const [lender] = RECIPIENTS;
  if (!lender) throw new Error();
  told.does(DANA, (kase, by) => yesByPhone(kase, lender, QUESTION, by));
  told.does(DANA, (kase, by) => send(kase, lender, by));
  expect(owedIn(told.kase)).toEqual(["confirmation", "permissionByPhone", "lenderLead"]);
  told.does(...STOP);
  expect(told.kase.application.dueAt).toEqual(NO_PROMISE);
  const [stopped] = told.kase.events.slice(-1);
  told.does(...STOP);
  expect(told.kase.events.at(-1), "again is as good as once").toBe(stopped);

  // A Friday evening after hours, so the promise ends on Saturday.
  const friday = Date.parse("2026-12-04T21:00:00-06:00");
  const consent = {
    stated: null,
    textsSha256: "0",
    doubts: [],
    receivedAt: "then",
    ip: "203.0.113.9",
    userAgent: null,
  };
  const resumed: Act = (kase, by) => resume(kase, consent, by);
  const again = did(told.kase, friday, null, resumed);
  expect(again.application).toMatchObject({
    contactStoppedAt: null,
    contactResumedAt: new Date(friday),
    dueAt: new Date("2026-12-06T02:00:00.000Z"),
    firstContactAt: null,
  });
  expect(again.events.at(-1)?.event).toEqual({ kind: "contactResumed", consent });
  expect(owedIn(again)).toEqual([]);
  expect(again.permissions).toMatchObject([{ state: "withdrawn" }]);
  expect(did(again, friday, null, resumed), "nothing to resume").toBe(again);
});
