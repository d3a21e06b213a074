import fc from "fast-check";
import { expect, test } from "vitest";
import { addBusinessHours, businessTimeBetween, nextPromise, promisesFor } from "../../db/model/business-hours.ts";

const HOUR_MS = 60 * 60 * 1000;
const central = (text: string) => new Date(text);

// Central is UTC-6 in winter and UTC-5 in summer. 2026-11-21 is a Saturday; clocks change on March 8 and November 1.
const deadlines: [applied: string, sameDay: string, within24Hours: string, why: string][] = [
  ["2026-11-18T10:00:00-06:00", "2026-11-18T20:00:00-06:00", "2026-11-20T10:00:00-06:00", "a Wednesday morning"],
  ["2026-11-18T06:00:00-06:00", "2026-11-18T20:00:00-06:00", "2026-11-19T20:00:00-06:00", "before opening"],
  ["2026-11-18T20:00:00-06:00", "2026-11-19T20:00:00-06:00", "2026-11-20T20:00:00-06:00", "at closing"],
  [
    "2026-11-20T19:00:00-06:00",
    "2026-11-20T20:00:00-06:00",
    "2026-11-23T19:00:00-06:00",
    "Friday evening, over Sunday",
  ],
  ["2026-11-21T21:00:00-06:00", "2026-11-23T20:00:00-06:00", "2026-11-24T20:00:00-06:00", "Saturday night"],
  ["2026-11-22T12:00:00-06:00", "2026-11-23T20:00:00-06:00", "2026-11-24T20:00:00-06:00", "Sunday"],
  ["2026-03-07T19:00:00-06:00", "2026-03-07T20:00:00-06:00", "2026-03-10T19:00:00-05:00", "the start of summer time"],
  ["2026-10-31T19:00:00-05:00", "2026-10-31T20:00:00-05:00", "2026-11-03T19:00:00-06:00", "the end of summer time"],
];

for (const [applied, sameDay, within24Hours, why] of deadlines) {
  test(`who applies ${applied} (${why}) is promised an answer by ${sameDay} and ${within24Hours}`, () => {
    expect(promisesFor(central(applied))).toEqual({
      sameDay: central(sameDay),
      within24Hours: central(within24Hours),
    });
  });
}

test("the next promise is the same day's, then the 24 hours', then none", () => {
  const applied = central("2026-11-18T10:00:00-06:00");
  expect(nextPromise(applied, central("2026-11-18T19:59:00-06:00"))?.name).toBe("same day");
  expect(nextPromise(applied, central("2026-11-18T20:00:00-06:00"))?.name).toBe("24 hours");
  expect(nextPromise(applied, central("2026-11-20T10:00:00-06:00"))).toBeNull();
});

test("waiting counts business hours only", () => {
  const waited = (from: string, to: string) => businessTimeBetween(central(from), central(to)) / HOUR_MS;
  expect(waited("2026-11-18T19:00:00-06:00", "2026-11-19T09:00:00-06:00")).toBe(2);
  expect(waited("2026-11-21T19:30:00-06:00", "2026-11-23T08:30:00-06:00")).toBe(1);
  expect(waited("2026-11-22T01:00:00-06:00", "2026-11-22T23:00:00-06:00")).toBe(0);
  expect(waited("2026-11-19T12:00:00-06:00", "2026-11-18T12:00:00-06:00")).toBe(0);
});

test("a deadline of n business hours has exactly n business hours before it, and is never outside them", () => {
  const anyTime = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 1, max: 100 }), (from, hours) => {
      const until = addBusinessHours(from, hours);
      expect(businessTimeBetween(from, until)).toBe(hours * HOUR_MS);
      const [day, hour] = until
        .toLocaleString("en-US", { timeZone: "America/Chicago", weekday: "short", hour: "numeric", hourCycle: "h23" })
        .split(", ");
      expect(day).not.toBe("Sun");
      expect(Number(hour)).toBeGreaterThanOrEqual(8);
      expect(Number(hour)).toBeLessThanOrEqual(20);
    }),
    { numRuns: 300 },
  );
});

test("the same day's promise always ends before the 24 hours'", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }), (at) => {
      const { sameDay, within24Hours } = promisesFor(at);
      expect(sameDay.getTime()).toBeGreaterThan(at.getTime());
      expect(within24Hours.getTime()).toBeGreaterThan(sameDay.getTime());
    }),
    { numRuns: 300 },
  );
});
