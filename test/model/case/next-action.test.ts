import { expect, test } from "vitest";
import type { CALL_OUTCOMES } from "../../../db/model/calls/call-outcome.ts";
import { mayBeCalledThroughout } from "../../../db/model/calls/contact-hours.ts";
import { nextActionOf, presetAfter, refusedCallAt, refusedPlan } from "../../../db/model/case/next-action.ts";
import type { Status } from "../../../db/model/case/status.ts";

const AUSTIN = "78701";
const EL_PASO = "79936";
const texas = (local: string, offset = "-06:00") => new Date(`${local}:00${offset}`);
const MONDAY_TEN = texas("2026-11-23T10:00");

/** In 2026, clocks change on March 8 and November 1, days 66 and 304 of the year. */
function isNearClockChange(hour: number) {
  const day = Math.floor(hour / 24);
  return [65, 66, 303, 304].includes(day);
}

function presetAt(outcome: (typeof CALL_OUTCOMES)[number], now: Date, zip = AUSTIN) {
  const preset = presetAfter(outcome, zip, now);
  return preset && `${preset.kind} ${new Date(preset.at).toISOString()}`;
}

test("what usually comes after a call is planned in business hours", () => {
  expect(presetAt("noAnswer", MONDAY_TEN)).toBe("call 2026-11-23T18:00:00.000Z");
  expect(presetAt("voicemail", MONDAY_TEN)).toBe("call 2026-11-23T20:00:00.000Z");
  expect(presetAt("wrongNumber", MONDAY_TEN)).toBe("write 2026-11-23T17:00:00.000Z");
  expect(presetAt("reached", MONDAY_TEN)).toBe("other 2026-11-24T16:00:00.000Z");
  expect(presetAt("askedToStop", MONDAY_TEN)).toBeNull();
  // Saturday at 7 PM: one hour is left, the rest is on Monday, when calls are lawful from 9 AM.
  expect(presetAt("noAnswer", texas("2026-11-21T19:00"))).toBe("call 2026-11-23T15:00:00.000Z");
  expect(presetAt("wrongNumber", texas("2026-11-21T19:30"))).toBe("write 2026-11-23T14:30:00.000Z");
});

test("a call planned by itself is lawful in every zone all year", () => {
  for (const zip of [AUSTIN, EL_PASO, "79821", "10001"]) {
    // Covers every hour of the day, and the days when clocks change.
    for (let hour = 0; hour < 366 * 24; hour += isNearClockChange(hour) ? 1 : 31) {
      const now = new Date(texas("2026-01-01T00:00").getTime() + hour * 3_600_000);
      for (const outcome of ["noAnswer", "voicemail"] as const) {
        const at = new Date(presetAfter(outcome, zip, now)?.at ?? 0);
        expect(at > now, now.toISOString()).toBe(true);
        expect(mayBeCalledThroughout(zip, at, new Date(at.getTime() + 60_000)), `${zip} ${at.toISOString()}`).toBe(
          true,
        );
      }
    }
  }
});

test("applicants can ask for a call at lawful hours within 30 days", () => {
  expect(refusedCallAt(texas("2026-11-23T18:30"), AUSTIN, MONDAY_TEN)).toBeNull();
  expect(refusedCallAt(MONDAY_TEN, AUSTIN, MONDAY_TEN)).toMatch(/is over/);
  expect(refusedCallAt(texas("2026-12-24T10:00"), AUSTIN, MONDAY_TEN)).toMatch(/next 30 days/);
  expect(refusedCallAt(texas("2026-12-23T10:00"), AUSTIN, MONDAY_TEN)).toBeNull();
  expect(refusedCallAt(texas("2026-11-23T21:00"), AUSTIN, MONDAY_TEN)).toMatch(/may not call at Mon, Nov 23, 9 PM/);
  expect(refusedCallAt(texas("2026-11-23T21:30"), EL_PASO, MONDAY_TEN)).toBeNull();
  expect(refusedCallAt(texas("2026-11-24T09:30"), EL_PASO, MONDAY_TEN)).toMatch(
    /9:30 AM Central \(8:30 AM where they are\)/,
  );
  expect(refusedCallAt(texas("2026-11-29T11:00"), AUSTIN, MONDAY_TEN)).toMatch(/Sunday noon/);
});

test("anything but a call may be planned at any hour", () => {
  const plan = (kind: "call" | "write", local: string) => refusedPlan({ kind, at: texas(local) }, AUSTIN, MONDAY_TEN);
  expect(plan("write", "2026-11-23T22:00")).toBeNull();
  expect(plan("call", "2026-11-23T22:00")).toMatch(/may not call/);
  expect(plan("write", "2026-11-23T09:00")).toMatch(/is over/);
  expect(plan("write", "2027-05-23T09:00")).toMatch(/180 days/);
});

test("every open case has something that comes next, unless it was stopped", () => {
  const dueAt = texas("2026-11-23T20:00");
  const next = (status: Status, stored = {}) =>
    nextActionOf(
      { status, contactStoppedAt: null, nextKind: null, nextNote: null, nextAt: null, dueAt, ...stored },
      MONDAY_TEN,
    );
  expect(next("in_review")).toMatchObject({ kind: "call", note: "First call", at: dueAt.getTime(), isImplied: true });
  expect(next("with_lender")).toMatchObject({ note: "No next step", at: MONDAY_TEN.getTime() });
  expect(next("contacted", { nextKind: "papers", nextAt: dueAt })).toEqual({
    kind: "papers",
    note: "",
    at: dueAt.getTime(),
    isImplied: false,
  });
  expect(next("withdrawn", { nextKind: "papers", nextAt: dueAt })).toBeNull();
  expect(next("submitted", { contactStoppedAt: MONDAY_TEN })).toBeNull();
});
