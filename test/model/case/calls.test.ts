import { expect, test } from "vitest";
import { bookCall } from "../../../db/model/calls/appointment.ts";
import { callAskedToStop, noteCall, undoCall } from "../../../db/model/calls/call.ts";
import { type Case, type MemberPress, openCall, UNCHANGED } from "../../../db/model/case/case.ts";
import { type Call, withoutUndone } from "../../../db/model/case/case-event.ts";
import { move } from "../../../db/model/case/move.ts";
import { nextActionOf } from "../../../db/model/case/next-action.ts";
import { claim, giveTo } from "../../../db/model/case/owner.ts";
import { note, plan } from "../../../db/model/case/work.ts";
import { resume, stop } from "../../../db/model/contact/stop.ts";
import { DANA, did, herCase, MAX, press, refusalOf } from "./world.ts";

/** A Monday morning in Texas. */
const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EL_PASO = "79936";
const PLAN = { kind: "papers", note: "Ask for the pay stub", at: new Date("2026-11-24T17:00:00.000Z") } as const;
const AT_NIGHT = { ...PLAN, kind: "call", at: new Date("2026-11-24T05:00:00.000Z") } as const;

const calls = (call: Call) => (kase: Case, by: MemberPress) => noteCall(kase, call, by);
const reaches = calls({ outcome: "reached" });
const plans = (kase: Case, by: MemberPress) => plan(kase, PLAN, by);
const stops = (kase: Case, by: MemberPress) => stop(kase, { how: "phone", elsewhere: false }, by);
const withdraws = (kase: Case, by: MemberPress) =>
  move(kase, { from: kase.application.status, to: "withdrawn", outcome: "undecided" }, by);
const books = (startsAt: string | null) => (kase: Case, by: MemberPress) =>
  bookCall(kase, startsAt === null ? null : new Date(startsAt), { taken: [] }, by);

const plannedIn = ({ application: { nextKind, nextNote, nextAt } }: Case) =>
  `${nextKind}, ${nextNote}, ${nextAt?.toISOString()}`;
const kindsIn = ({ events }: Case) => events.map(({ event }) => event.kind);
const lastId = ({ events }: Case) => events.findLast(({ event }) => event.kind === "call")?.id ?? 0;

test("a call plans what was asked for, chosen or usually comes next", () => {
  const callAt = new Date("2026-11-24T18:30:00.000Z");
  const kase = herCase(NOW, { zip: EL_PASO });
  for (const [before, call, next] of [
    [kase, { outcome: "noAnswer" }, "call, Call again, 2026-11-23T18:00:00.000Z"],
    [kase, { outcome: "voicemail", next: PLAN }, "papers, Ask for the pay stub, 2026-11-24T17:00:00.000Z"],
    [kase, { outcome: "askedToCallAt", callAt }, "call, They asked to be called then, 2026-11-24T18:30:00.000Z"],
    [
      did(kase, NOW, null, books("2026-11-25T20:00:00.000Z")),
      { outcome: "voicemail" },
      "call, Call again after the voicemail, 2026-11-25T20:00:00.000Z",
    ],
  ] as const)
    expect(plannedIn(did(before, NOW, DANA, calls(call)))).toBe(next);
});

test("only the owner plans, and only for a lawful time to come", () => {
  const kase = herCase(NOW, { zip: EL_PASO });
  const lee = { ...DANA, id: "lee", username: "lee" };
  const asked = (callAt: string) => noteCall(kase, { outcome: "askedToCallAt", callAt: new Date(callAt) }, hers);
  const hers = press(NOW, DANA);
  for (const [changes, sentence] of [
    [asked("2026-11-23T15:00:00Z"), /^That time is over/],
    [asked("2026-11-24T15:30:00Z"), /^We may not call at .*8:30 AM where they/],
    [asked("2027-11-24T20:00:00Z"), /30 days/],
    [noteCall(kase, { outcome: "noAnswer", next: AT_NIGHT }, hers), /^We may not call/],
    [noteCall(kase, { outcome: "noAnswer" }, press(NOW, lee)), /^dana works on/],
    [plan(kase, AT_NIGHT, hers), /^We may not call/],
    [plan(kase, { ...PLAN, at: new Date(NOW - HOUR) }, hers), /^That time is over/],
    [plan(kase, PLAN, press(NOW, lee)), /^dana works on/],
    [plan(did(kase, NOW, DANA, withdraws), PLAN, hers), /closed/],
    [plan(did(kase, NOW, null, stops), PLAN, hers), /asked us to stop/],
  ] as const)
    expect(refusalOf(changes)).toMatch(sentence);
});

test("a plan outlives owner and status, but not a stop", () => {
  const theirs = did(herCase(NOW), NOW, MAX, plans, (kase, by) => giveTo(kase, null, by), claim, reaches, plans);
  const asksForPapers = (kase: Case, by: MemberPress) =>
    move(kase, { from: kase.application.status, to: "docs_requested" }, by);
  expect(did(theirs, NOW, MAX, asksForPapers).application).toMatchObject({ nextKind: "papers", nextNote: PLAN.note });
  const reached = did(herCase(NOW), NOW, DANA, reaches, asksForPapers);
  expect(plannedIn(reached)).toBe("papers, Ask for the documents again, 2026-11-25T16:00:00.000Z");
  const stopped = did(herCase(NOW), NOW, DANA, calls({ outcome: "voicemail" }), stops, asksForPapers, reaches);
  expect(stopped.application).toMatchObject({ nextKind: null, nextNote: null, nextAt: null });
  const consent = { stated: null, textsSha256: null, doubts: [], receivedAt: "", ip: null, userAgent: null };
  const inReview = did(herCase(NOW), NOW, DANA, calls({ outcome: "voicemail" }), stops);
  const { application } = did(inReview, NOW + 24 * HOUR, null, (kase, by) => resume(kase, consent, by));
  expect(application).toMatchObject({ firstContactAt: null, firstContactBy: null });
  expect(nextActionOf(application, new Date(NOW + 24 * HOUR))).toMatchObject({
    ...{ note: "First call", at: Date.parse("2026-11-25T02:00:00.000Z"), isImplied: true },
  });
});

test("the same press twice within a minute is one call", () => {
  const called = did(herCase(NOW), NOW, DANA, claim, reaches);
  expect(kindsIn(called)).toEqual(["call", "status", "status"]);
  expect(reaches(called, press(NOW, DANA))).toBe(UNCHANGED);
  expect(reaches(called, press(NOW + 4000, DANA))).toBe(UNCHANGED);
  expect(kindsIn(did(called, NOW, MAX, reaches))).toHaveLength(4);
  expect(kindsIn(did(called, NOW + MINUTE, DANA, reaches))).toHaveLength(4);
  const stopped = did(called, NOW, DANA, callAskedToStop);
  expect(callAskedToStop(stopped, press(NOW, DANA))).toBe(UNCHANGED);
});

test("a note typed during a call stays and goes with it", () => {
  const called = did(herCase(NOW), NOW, DANA, claim, calls({ outcome: "reached", note: "Works nights" }));
  expect(kindsIn(called)).toEqual(["call", "status", "status", "note"]);
  expect(calls({ outcome: "reached", note: "Works nights" })(called, press(NOW + 4000, DANA))).toBe(UNCHANGED);
  const undone = did(called, NOW + 30_000, DANA, (kase, by) => undoCall(kase, lastId(kase), [], by));
  expect(withoutUndone(undone.events)).toEqual([]);
  const again = did(undone, NOW + 40_000, DANA, calls({ outcome: "voicemail", note: "Works nights" }));
  expect(withoutUndone(again.events).map(({ event }) => event.kind)).toEqual(["call", "note"]);
  expect(callAskedToStop(undone, press(NOW, DANA), "No more").events[1]).toEqual({ kind: "note", text: "No more" });
});

test("an undone call leaves no trace of a contact", () => {
  const before = did(did(herCase(NOW), NOW, null, books(null)), NOW, DANA, plans);
  const called = did(before, NOW, DANA, reaches);
  expect(called.application).toMatchObject({ status: "contacted", firstContactAt: new Date(NOW), nextKind: "other" });
  expect(openCall(called)).toBeNull();
  const undoes = (kase: Case, by: MemberPress) => undoCall(kase, lastId(called), [], by);
  const undone = did(called, NOW + 30_000, DANA, undoes);
  expect(undone.application).toEqual(before.application);
  expect(openCall(undone)).not.toBeNull();
  const by = press(NOW + 30_000, DANA);
  expect(undoes(undone, by)).toBe(UNCHANGED);
  expect(did(undone, NOW + 30_000, DANA, reaches).application.firstContactAt).toEqual(by.at);
});

test("a call is undone only by its caller and within a minute", () => {
  const called = did(herCase(NOW), NOW, DANA, calls({ outcome: "voicemail" }));
  const stopped = did(called, NOW, DANA, callAskedToStop);
  const noted = did(called, NOW + 1, DANA, (kase, by) => note(kase, "Rang twice", by));
  for (const [kase, by, sentence] of [
    [called, press(NOW + 61_000, DANA), /for a minute only/],
    [noted, press(NOW + 1000, DANA), /^Something happened/],
    [called, press(NOW + 1000, MAX), /^There is no such call of yours/],
    [herCase(NOW), press(NOW, DANA), /^There is no such call/],
    [stopped, press(NOW + 1000, DANA), /^Only the applicant/],
  ] as const)
    expect(refusalOf(undoCall(kase, lastId(kase), [], by))).toMatch(sentence);
});

test("outside lawful hours a call needs the lawful time of the call", () => {
  const night = NOW + 13 * HOUR;
  const kase = did(herCase(NOW), NOW, DANA, books(null));
  const at = (hours: number) => ({ outcome: "reached", calledAt: new Date(NOW + hours * HOUR) }) as const;
  for (const [call, sentence] of [
    [{ outcome: "reached" }, /^No call is lawful at this hour/],
    [{ outcome: "noAnswer" }, /^No call is lawful at this hour/],
    [at(12), /^We may not call at Mon, Nov 23, 10 PM Central/],
    [at(14), /still to come/],
    [at(-24 * 8), /for 7 days/],
  ] satisfies [Call, RegExp][])
    expect(refusalOf(noteCall(kase, call, press(night, DANA)))).toMatch(sentence);
  const { application } = did(kase, night, DANA, calls(at(2)));
  expect(application).toMatchObject({ status: "contacted", firstContactAt: new Date(NOW + 2 * HOUR) });
  const before = did(kase, night, DANA, calls({ ...at(-20), outcome: "noAnswer" }));
  expect(openCall(before), "a wish that came after that call").not.toBeNull();
});

test("first contact is the first call that reached them or their voicemail", () => {
  const tries = did(herCase(NOW), NOW, DANA, calls({ outcome: "noAnswer" }), calls({ outcome: "wrongNumber" }));
  expect(did(tries, NOW, DANA, (kase, by) => note(kase, "Wrote", by), claim).application.firstContactAt).toBeNull();
  const left = did(tries, NOW + HOUR, MAX, calls({ outcome: "voicemail" }));
  expect(did(left, NOW + 2 * HOUR, DANA, reaches).application).toMatchObject({
    ...{ firstContactAt: new Date(NOW + HOUR), firstContactBy: "max" },
  });
  const moved = did(tries, NOW, DANA, (kase, by) => move(kase, { from: "submitted", to: "contacted" }, by));
  expect(moved.application).toMatchObject({ firstContactAt: new Date(NOW), firstContactBy: "dana" });
});
