import { expect, test } from "vitest";
import { bookCall } from "../../../db/model/calls/appointment.ts";
import { noteCall, undoCall } from "../../../db/model/calls/call.ts";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { endOf } from "../../../db/model/calls/call-slots.ts";
import { type Case, type MemberPress, openCall } from "../../../db/model/case/case.ts";
import { withoutUndone } from "../../../db/model/case/case-event.ts";
import { move, reopen } from "../../../db/model/case/move.ts";
import type { Outcome, Status } from "../../../db/model/case/status.ts";
import { correctByMember } from "../../../db/model/contact/correct.ts";
import { progressOf } from "../../../db/model/queue/progress.ts";
import { promisedBy } from "../../../db/model/time/business-hours.ts";
import { did, MAX, newCase } from "../case/world.ts";

const on = (local: string) => Date.parse(`2026-11-${local}-06:00`);
/** A Friday morning in Texas. */
const FRIDAY = on("20T10:00:00");
const BY = new Date(on("20T20:00:00"));
const MONDAY_TEN = new Date(on("23T10:00:00"));

function progress(kase: Case, now: number, others: Partial<Parameters<typeof progressOf>[0]> = {}) {
  const { status, createdAt, contactStoppedAt } = kase.application;
  const booked = openCall(kase)?.startsAt?.getTime();
  const facts = {
    ...{ status, appliedAt: createdAt, contactStoppedAt, promisedSince: createdAt, promisedBy: promisedBy(createdAt) },
    ...{ hasBookedTime: booked !== undefined && endOf(booked) > new Date(now), isAsked: false, recipients: [] },
    ...{ events: withoutUndone(kase.events), other: null, ...others },
  };
  return progressOf(facts, new Date(now));
}

const calls = (outcome: CallOutcome, callAt?: Date) => (kase: Case, by: MemberPress) =>
  noteCall(kase, { outcome, callAt }, by);
const books = (kase: Case, by: MemberPress) => bookCall(kase, MONDAY_TEN, { taken: [] }, by);
const moves =
  (to: Status, outcome: Outcome | null = null) =>
  (kase: Case, by: MemberPress) =>
    move(kase, { from: kase.application.status, to, outcome, papers: ["payStub", "residence"] }, by);

test("a broken promise is admitted to whoever was not even called", () => {
  const kase = newCase(FRIDAY);
  const tried = did(kase, on("20T15:10:00"), MAX, calls("noAnswer"));
  const late = on("20T20:30:00");
  const broken = { code: "call", by: null, missed: BY };
  expect(progress(kase, FRIDAY).now).toEqual({ code: "call", by: BY, missed: null });
  expect(progress(kase, BY.getTime() + 1).now).toEqual(broken);
  expect(progress(did(kase, late, MAX, calls("voicemail")), late).now, "too late").toEqual(broken);
  expect(progress(tried, late)).toMatchObject({
    ...{ now: { by: null, missed: null }, tries: [{ at: new Date(on("20T15:10:00")), outcome: "noAnswer" }] },
  });
});

test("a try that was noted later is told with its own time", () => {
  const calledAt = new Date(on("20T15:10:00"));
  const kase = did(newCase(FRIDAY), on("20T22:00:00"), MAX, (each, by) =>
    noteCall(each, { outcome: "noAnswer", calledAt }, by),
  );
  expect(progress(kase, on("20T22:00:00"))).toMatchObject({
    ...{ now: { missed: null }, tries: [{ at: calledAt, outcome: "noAnswer" }] },
  });
});

test("a booked call is told by its time, and admitted if missed", () => {
  const kase = did(newCase(FRIDAY), FRIDAY, null, books);
  const over = on("23T11:00:01");
  const missed = { code: "call", by: null, missed: new Date(on("23T11:00:00")) };
  expect(progress(kase, on("21T12:00:00")).now).toEqual({ code: "bookedCall" });
  expect(progress(kase, over).now).toEqual(missed);
  expect(progress(did(kase, over, MAX, calls("voicemail")), over).now, "too late").toEqual(missed);
  const inTime = did(kase, on("23T10:20:00"), MAX, calls("voicemail"));
  expect(progress(inTime, over).now, "though Friday's was not kept").toMatchObject({ missed: null });
});

test("after a wrong number nothing is promised until it is corrected", () => {
  const wrong = did(newCase(FRIDAY), FRIDAY, MAX, calls("wrongNumber"));
  const said = { email: undefined, ground: "askedByPhone", reason: "They called" } as const;
  const corrected = did(wrong, on("20T11:00:00"), MAX, (kase, by) =>
    correctByMember(kase, { ...said, phone: "512 555 0142" }, by),
  );
  const later = on("20T20:30:00");
  const tries = [{ outcome: "wrongNumber" }];
  expect(progress(wrong, FRIDAY)).toMatchObject({ now: { by: null, missed: null }, tries });
  expect(progress(corrected, on("20T11:00:00"))).toMatchObject({ now: { by: BY, missed: null }, tries: [] });
  expect(progress(corrected, later).now, "it was a try").toMatchObject({ missed: null });
  expect(progress(did(corrected, later, MAX, calls("wrongNumber")), later), "wrong again").toMatchObject({ tries });
});

test("the applicant reads that we call at the time they asked for", () => {
  const kase = newCase(FRIDAY);
  const called = did(kase, FRIDAY, MAX, calls("reached"));
  const undone = did(called, FRIDAY + 1000, MAX, (each, by) => undoCall(each, each.events[0]?.id ?? 0, [], by));
  expect(progress(undone, FRIDAY)).toEqual(progress(kase, FRIDAY));
  const asked = did(undone, FRIDAY, MAX, calls("askedToCallAt", MONDAY_TEN));
  expect(progress(asked, FRIDAY)).toMatchObject({ now: { code: "call", by: MONDAY_TEN, missed: null }, tries: [] });
});

test("nobody is told that we talked unless there was a call", () => {
  const kase = did(newCase(FRIDAY), FRIDAY, MAX, moves("contacted"));
  const since = new Date(FRIDAY);
  expect(progress(kase, FRIDAY).now).toEqual({ code: "talked", since, inCall: false });
  expect(progress(did(newCase(FRIDAY), FRIDAY, MAX, calls("reached")), FRIDAY).now).toMatchObject({ inCall: true });
  const closed = did(kase, FRIDAY, MAX, moves("unreachable", "undecided"));
  expect([kase, closed].map((each) => progress(each, FRIDAY, { isAsked: true }).isAsked)).toEqual([true, false]);
});

test("a skipped step keeps its place while the case is open", () => {
  const asked = did(newCase(FRIDAY), FRIDAY, MAX, moves("docs_requested"));
  const states = (kase: Case) => progress(kase, FRIDAY).steps.map(({ state }) => state);
  expect(states(newCase(FRIDAY))).toEqual(["now", ...Array(5).fill("ahead")]);
  expect(states(asked)).toEqual(["done", "skipped", "skipped", "now", "ahead", "ahead"]);
  const closed = did(asked, FRIDAY, MAX, moves("withdrawn", "undecided"));
  expect(progress(closed, FRIDAY).steps.map(({ name }) => name)).toEqual(["received", "papers", "closed"]);
});

test("each stage is told with its papers and recipients, also when reopened", () => {
  const lender = { name: "Pecan", kind: "lender", at: new Date(FRIDAY) } as const;
  const recipients = [lender, { ...lender, name: "Hill", kind: "dealer" } as const];
  const since = new Date(FRIDAY);
  let kase = newCase(FRIDAY);
  const seen = (changes: Parameters<typeof did>[3]) => {
    kase = did(kase, FRIDAY, MAX, changes);
    const { now, steps } = progress(kase, FRIDAY, { recipients });
    return { now, steps: steps.flatMap(({ name, state }) => (state === "ahead" ? [] : `${name} ${state}`)) };
  };
  expect(seen(calls("reached")).steps).toEqual(["received done", "reading done", "talk now"]);
  expect(seen(moves("docs_requested")).now).toEqual({ code: "papers", since });
  expect(seen(moves("with_lender")).now).toEqual({ code: "lender", since, recipients: [lender] });
  expect(seen(moves("introduced")).now).toEqual({ code: "introduced", since, recipients });
  const all = ["received", "reading", "talk", "papers", "lender", "introduced"];
  expect(seen(moves("approved", "approved_in_30_days"))).toEqual({
    now: { code: "closed", since, ending: "financed", other: null },
    steps: [...all.map((name) => `${name} done`), "closed now"],
  });
  const back = seen((each, by) => reopen(each, { to: "contacted", reason: "They called" }, by));
  expect(back).toEqual({
    now: { code: "talked", since, inCall: true },
    steps: ["received done", "reading done", "talk now"],
  });
  const { steps, reopenedAt } = progress(kase, FRIDAY);
  expect(reopenedAt).toEqual(since);
  expect(steps.slice(3).map(({ state, at }) => [state, at])).toEqual(Array(3).fill(["ahead", null]));
});
