import fc from "fast-check";
import { expect, test } from "vitest";
import { addBusinessHours, businessTimeBetween, promisedBy } from "../../../db/model/time/business-hours.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";

const central = (text: string) => new Date(text);

// Central is UTC-6 in winter and UTC-5 in summer. 2026-11-21 is a Saturday; clocks change on March 8 and November 1.
const deadlines: [applied: string, by: string, why: string][] = [
  ["2026-11-18T10:00:00-06:00", "2026-11-18T20:00:00-06:00", "a Wednesday morning"],
  ["2026-11-18T06:00:00-06:00", "2026-11-18T20:00:00-06:00", "before opening"],
  ["2026-11-18T20:00:00-06:00", "2026-11-19T20:00:00-06:00", "at closing"],
  ["2026-11-20T19:00:00-06:00", "2026-11-20T20:00:00-06:00", "Friday evening"],
  ["2026-11-21T21:00:00-06:00", "2026-11-23T20:00:00-06:00", "Saturday night"],
  ["2026-11-22T12:00:00-06:00", "2026-11-23T20:00:00-06:00", "Sunday"],
  ["2026-11-26T10:00:00-06:00", "2026-11-26T20:00:00-06:00", "a public holiday"],
  ["2026-03-07T21:00:00-06:00", "2026-03-09T20:00:00-05:00", "the start of summer time"],
  ["2026-10-31T21:00:00-05:00", "2026-11-02T20:00:00-06:00", "the end of summer time"],
];

for (const [applied, by, why] of deadlines) {
  test(`who applies ${applied} (${why}) is promised an answer by ${by}`, () => {
    expect(promisedBy(central(applied))).toEqual(central(by));
  });
}

const anyTime = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });

test("an answer is promised for later than now, whenever somebody applies", () => {
  fc.assert(fc.property(anyTime, (applied) => promisedBy(applied) > applied));
});

test("waiting counts business hours only", () => {
  const waited = (from: string, to: string) => businessTimeBetween(central(from), central(to)) / HOUR_MS;
  expect(waited("2026-11-18T19:00:00-06:00", "2026-11-19T09:00:00-06:00")).toBe(2);
  expect(waited("2026-11-21T19:30:00-06:00", "2026-11-23T08:30:00-06:00")).toBe(1);
  expect(waited("2026-11-22T01:00:00-06:00", "2026-11-22T23:00:00-06:00")).toBe(0);
  expect(waited("2026-11-19T12:00:00-06:00", "2026-11-18T12:00:00-06:00")).toBe(0);
});

test("a deadline of n business hours has exactly n before it", () => {
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
