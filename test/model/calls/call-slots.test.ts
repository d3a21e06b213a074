import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changesOfPlaces,
  isSlot,
  placeOf,
  presetPlaces,
  slotForStaff,
  slotInWords,
  slotsFor,
  soonestCall,
} from "../../../db/model/calls/call-slots.ts";
import { mayCall } from "../../../db/model/calls/contact-hours.ts";
import { plannedCall } from "../../../db/model/case/promise.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";

const SAN_ANTONIO = "78205";
const EL_PASO = "79936";
const EITHER_ZONE = "79830";
const NEW_YORK = "10001";
/** A Sunday at noon, before a full week. */
const SUNDAY = new Date("2026-11-22T12:00:00-06:00");

/** 'Monday, Nov 23: 9 AM to 8 PM Central Time' for each day, and its number of slots. */
function daysOf(zip: string, now: Date) {
  const days = Map.groupBy(
    slotsFor(zip, now).map((at) => slotInWords(at, zip)),
    ({ day }) => day,
  );
  return [...days].map(
    ([day, slots]) => `${day}: ${slots[0]?.from} to ${slots.at(-1)?.to} ${slots[0]?.zone}, ${slots.length} slots`,
  );
}

test("San Antonio has calls from 9 AM to 8 PM except Sunday", () => {
  expect(daysOf(SAN_ANTONIO, SUNDAY)).toEqual([
    "Monday, Nov 23: 9 AM to 8 PM Central Time, 11 slots",
    "Tuesday, Nov 24: 9 AM to 8 PM Central Time, 11 slots",
    "Wednesday, Nov 25: 9 AM to 8 PM Central Time, 11 slots",
    "Thursday, Nov 26: 9 AM to 8 PM Central Time, 11 slots",
    "Friday, Nov 27: 9 AM to 8 PM Central Time, 11 slots",
    "Saturday, Nov 28: 9 AM to 8 PM Central Time, 11 slots",
  ]);
});

for (const [zip, where, words] of [
  [EL_PASO, "El Paso, in its own time", "Monday, Nov 23: 9 AM to 7 PM Mountain Time, 10 slots"],
  [
    EITHER_ZONE,
    "a ZIP code that may be in either zone, in Central Time",
    "Monday, Nov 23: 10 AM to 8 PM Central Time, 10 slots",
  ],
  [NEW_YORK, "outside of Texas, where all zones must be open", "Monday, Nov 23: 1 PM to 8 PM Central Time, 7 slots"],
] as const) {
  test(`a weekday in ${where}: ${words}`, () => {
    expect(daysOf(zip, SUNDAY)[0]).toBe(words);
  });
}

test("in summer even fewer hours are lawful in all zones", () => {
  expect(daysOf(NEW_YORK, new Date("2026-07-05T12:00:00-05:00"))[0]).toBe(
    "Monday, Jul 6: 2 PM to 8 PM Central Time, 6 slots",
  );
});

for (const [now, days, why] of [
  [
    "2026-03-07T15:30:00-06:00",
    ["Saturday, Mar 7: 5 PM to 8 PM Central Time, 3 slots", "Monday, Mar 9: 9 AM to 8 PM Central Time, 11 slots"],
    "to summer time",
  ],
  [
    "2026-10-31T15:30:00-05:00",
    ["Saturday, Oct 31: 5 PM to 8 PM Central Time, 3 slots", "Monday, Nov 2: 9 AM to 8 PM Central Time, 11 slots"],
    "back",
  ],
] as const) {
  test(`the days around the change of clocks ${why} have their own hours`, () => {
    expect(daysOf(SAN_ANTONIO, new Date(now)).slice(0, 2)).toEqual(days);
    const [monday] = slotsFor(SAN_ANTONIO, new Date(now)).slice(3);
    expect(monday?.toISOString()).toBe(why === "back" ? "2026-11-02T15:00:00.000Z" : "2026-03-09T14:00:00.000Z");
  });
}

test("calls can be booked from an hour on, up to seven days", () => {
  const at = (time: string) => new Date(`2026-11-23T${time}:00-06:00`);
  expect(slotsFor(SAN_ANTONIO, at("14:00"))[0]).toEqual(at("15:00"));
  expect(slotsFor(SAN_ANTONIO, at("14:01"))[0]).toEqual(at("16:00"));
  expect(slotsFor(SAN_ANTONIO, at("14:00")).at(-1)).toEqual(new Date("2026-11-30T13:00:00-06:00"));
});

for (const [now, soonest, why] of [
  ["2026-11-23T10:20:00-06:00", "2026-11-23T10:20:00-06:00", "within an hour that suits"],
  ["2026-11-23T07:00:00-06:00", "2026-11-23T09:00:00-06:00", "early on a Monday"],
  ["2026-11-21T20:30:00-06:00", "2026-11-23T09:00:00-06:00", "on Saturday night"],
] as const) {
  test(`as soon as possible means ${soonest} when asked ${why}`, () => {
    expect(soonestCall(SAN_ANTONIO, new Date(now))).toEqual(new Date(soonest));
  });
}

test("every slot is lawful and in business hours at each minute", () => {
  const zips = fc.constantFrom(SAN_ANTONIO, EL_PASO, EITHER_ZONE, NEW_YORK, "88510", "nowhere");
  const times = fc.date({ min: new Date("2025-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(zips, times, fc.integer({ min: 0, max: HOUR_MS - 1 }), (zip, now, within) => {
      for (const slot of slotsFor(zip, now)) {
        const moment = new Date(slot.getTime() + within);
        expect(slot.getTime() % HOUR_MS).toBe(0);
        expect(mayCall({ zip, consentTexts: true, contactStoppedAt: null }, moment)).toEqual({ allowed: true });
        const { day, hour } = placeOf(slot);
        expect(presetPlaces[day]?.[hour], slot.toISOString()).toBe(2);
        const clock = moment.toLocaleString("en-US", {
          timeZone: "America/Chicago",
          weekday: "short",
          hour: "2-digit",
          hourCycle: "h23",
        });
        expect(clock).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat), (0[89]|1\d)$/);
      }
    }),
    { numRuns: 60 },
  );
});

for (const [zip, words] of [
  [SAN_ANTONIO, "Mon, Nov 23, 3 PM Central"],
  [EL_PASO, "Mon, Nov 23, 3 PM Central (2 PM where they are)"],
  [EITHER_ZONE, "Mon, Nov 23, 3 PM Central (2 PM if they are on Mountain Time)"],
  [NEW_YORK, "Mon, Nov 23, 3 PM Central (their ZIP code is not in Texas)"],
] as const) {
  test(`staff read of a call to ${zip}: ${words}`, () => {
    const at = new Date("2026-11-23T15:00:00-06:00");
    expect(slotForStaff(at, zip)).toBe(words);
    expect(plannedCall(at, zip, SUNDAY)).toBe(words.replace(", Nov 23,", "").replace(" Central", ""));
  });
}

test("a change of how many calls can begin is told by hours", () => {
  const after = presetPlaces.map((hours, day) => hours.map((places, hour) => (day === 5 && hour > 9 ? 0 : places)));
  expect(changesOfPlaces(presetPlaces, after)).toEqual({
    old: { "calls on saturday at 6 pm": 2, "calls on saturday at 7 pm": 2 },
    new: { "calls on saturday at 6 pm": 0, "calls on saturday at 7 pm": 0 },
  });
});

test("a time is a slot exactly if it can be booked", () => {
  for (const zip of [SAN_ANTONIO, EL_PASO, EITHER_ZONE, NEW_YORK]) {
    const slots = slotsFor(zip, SUNDAY).map((at) => at.getTime());
    for (let at = SUNDAY.getTime() - HOUR_MS; at < SUNDAY.getTime() + 8 * 24 * HOUR_MS; at += HOUR_MS / 2) {
      expect(isSlot(new Date(at), zip, SUNDAY), new Date(at).toISOString()).toBe(slots.includes(at));
    }
  }
});
