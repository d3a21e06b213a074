import { expect, test } from "vitest";
import { firstContactTime, hoursAndMinutes, median } from "../../../db/model/queue/first-contact.ts";

function hours(promisedSince: string, contactedAt: string) {
  const { businessMinutes, clockMinutes, isInTime } = firstContactTime(new Date(promisedSince), new Date(contactedAt));
  return [businessMinutes / 60, clockMinutes / 60, isInTime];
}

test("Friday 7 PM to Monday 9 AM is 14 business hours", () => {
  expect(hours("2026-11-20T19:00:00-06:00", "2026-11-23T09:00:00-06:00")).toEqual([14, 62, false]);
});

test("a change of clocks on Sunday changes no business hours", () => {
  expect(hours("2026-03-06T19:00:00-06:00", "2026-03-09T09:00:00-05:00")).toEqual([14, 61, false]);
  expect(hours("2026-10-30T19:00:00-05:00", "2026-11-02T09:00:00-06:00")).toEqual([14, 63, false]);
});

test("after hours the promise ends on the next business day", () => {
  expect(hours("2026-11-21T21:00:00-06:00", "2026-11-23T20:00:00-06:00")).toEqual([12, 47, true]);
  expect(hours("2026-11-21T21:00:00-06:00", "2026-11-23T07:59:00-06:00")[0]).toBe(0);
});

test("times are said in hours and minutes, many by their median", () => {
  expect([0, 59, 60, 200, 14 * 60].map(hoursAndMinutes)).toEqual(["0 min", "59 min", "1 h", "3 h 20 min", "14 h"]);
  expect([[], [9, 1], [100, 7, 1], [1, 5, 100, 100]].map(median)).toEqual([null, 5, 7, 52.5]);
});
