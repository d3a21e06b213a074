import { expect, test } from "vitest";
import { type OwnCase, placeOf } from "../../../db/model/queue/my-day.ts";

const NOW = new Date("2026-11-23T10:00:00-06:00");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const CLOSE = new Date("2026-11-23T20:00:00-06:00");

function place(changes: Partial<OwnCase>) {
  const facts: OwnCase = {
    zip: "78701",
    status: "contacted",
    contactStoppedAt: null,
    dueAt: CLOSE,
    firstContactAt: minutes(-60),
    nextKind: null,
    nextNote: null,
    nextAt: null,
    appointment: null,
    triedAt: null,
    answer: null,
    ...changes,
  };
  const { section, what, isLate, why } = placeOf(facts, NOW);
  return `${section}: ${what}${isLate ? ", late" : ""} (${why})`;
}

const waiting = { status: "submitted", firstContactAt: null } as const;
const call = (at: Date) => ({ nextKind: "call", nextAt: at, nextNote: "Call again" }) as const;

test("an answer that we owe is a next step from the start, and late from its time on", () => {
  const owed = (at: Date) => ({ nextKind: "answer", nextAt: at, nextNote: "They wrote to us" }) as const;
  expect(place(owed(CLOSE))).toBe("next: Answer (They wrote to us)");
  expect(place(owed(minutes(-1)))).toBe("next: Answer, late (They wrote to us)");
  expect(place({ ...waiting, ...owed(CLOSE) }), "our first call is due today, too").toMatch(/^promises: Answer /);
  const tomorrow = new Date(CLOSE.getTime() + 24 * 60 * 60_000);
  expect(place({ ...waiting, ...owed(tomorrow) })).toMatch(/^promises: First call /);
});

test("a call that was asked for is due within the hour", () => {
  const soon = { startsAt: minutes(60), dueAt: minutes(60) };
  expect(place({ ...waiting, ...call(NOW), appointment: soon })).toBe("calls: Call (They booked this hour)");
  expect(place({ ...waiting, appointment: { startsAt: null, dueAt: NOW } })).toMatch(/^calls: Call .*As soon as/);
  const later = { startsAt: minutes(120), dueAt: minutes(120) };
  expect(place({ ...waiting, appointment: later })).toBe("later: Call (They booked this hour)");
  expect(place({ ...call(minutes(180)), appointment: { startsAt: null, dueAt: minutes(120) } })).toBe(
    "later: Call (As soon as possible)",
  );
});

test("a promise that ends today is due until somebody was reached", () => {
  expect(place(waiting)).toBe("promises: First call ()");
  expect(place({ ...waiting, dueAt: new Date("2026-11-24T20:00:00-06:00") })).toMatch(/^later: First call/);
  expect(place({ ...waiting, dueAt: minutes(-1) })).toBe("promises: First call, late ()");
  expect(place({ ...waiting, firstContactAt: NOW })).toMatch(/^later: First call/);
  expect(place({ ...waiting, ...call(minutes(120)) })).toBe("later: Call again ()");
  expect(place({ ...waiting, ...call(new Date("2026-11-24T10:00:00-06:00")) })).toMatch(/^promises: /);
  expect(place({ ...waiting, dueAt: minutes(-1), ...call(minutes(120)) })).toMatch(/^later: /);
});

test("what is planned is due at its time", () => {
  expect(place(call(NOW))).toBe("next: Call again ()");
  expect(place(call(minutes(1)))).toBe("later: Call again ()");
  expect(place({})).toBe("next: No next step ()");
  const answer = { recipientName: "Pecan", state: "yes", at: NOW } as const;
  expect(place({ answer })).toBe("answers: Send to Pecan: they said yes (They answered)");
  expect(place({ answer, ...call(NOW) })).toMatch(/^next: /);
  expect(place({ answer: { ...answer, state: "no" }, ...call(minutes(9)) })).toMatch(/^answers: They said no to Pecan/);
});
