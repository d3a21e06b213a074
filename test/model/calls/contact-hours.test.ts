import fc from "fast-check";
import { expect, test } from "vitest";
import { mayCall, mayEmail, zonesOf } from "../../../db/model/calls/contact-hours.ts";

const person = (zip: string) => ({ zip, consentTexts: true, consentElectronic: true, contactStoppedAt: null });
const at = (text: string) => new Date(text);
const isOpen = (zip: string, time: string) => mayCall(person(zip), at(time)).allowed;

const hours: [zip: string, time: string, open: boolean, why: string][] = [
  ["78205", "2026-11-18T08:59:00-06:00", false, "a minute before opening"],
  ["78205", "2026-11-18T09:00:00-06:00", true, "at opening"],
  ["78205", "2026-11-18T20:59:00-06:00", true, "a minute before closing"],
  ["78205", "2026-11-18T21:00:00-06:00", false, "at closing"],
  ["78205", "2026-11-21T09:00:00-06:00", true, "Saturday morning"],
  ["78205", "2026-11-22T11:59:00-06:00", false, "Sunday before noon"],
  ["78205", "2026-11-22T12:00:00-06:00", true, "Sunday at noon"],
  ["73301", "2026-11-18T09:00:00-06:00", true, "Austin's own ZIP codes"],
  ["75001-1234", "2026-11-18T09:00:00-06:00", true, "a nine-digit ZIP code"],
  ["78205", "2026-07-15T14:00:00Z", true, "9 AM in summer time"],
  ["78205", "2026-12-15T14:00:00Z", false, "8 AM in winter time"],
  ["79901", "2026-11-18T09:30:00-06:00", false, "El Paso, where it is 8:30"],
  ["79901", "2026-11-18T21:30:00-06:00", true, "El Paso, where it is 8:30 PM"],
  ["88510", "2026-11-18T09:30:00-06:00", false, "El Paso's other ZIP codes"],
  ["79821", "2026-11-18T09:30:00-06:00", false, "798xx: open in Central only"],
  ["79821", "2026-11-18T10:00:00-06:00", true, "798xx: open in both"],
  ["79821", "2026-11-18T21:30:00-06:00", false, "798xx: open in Mountain only"],
  ["10001", "2026-11-18T12:00:00-06:00", false, "outside Texas: Hawaii sleeps"],
  ["10001", "2026-11-18T13:00:00-06:00", true, "outside Texas: 2 PM Eastern, 9 AM Hawaii"],
  ["10001", "2026-11-18T20:00:00-06:00", false, "outside Texas: 9 PM Eastern"],
  ["73960", "2026-11-18T09:30:00-06:00", true, "Texhoma, Texas, whose ZIP code begins like Oklahoma's"],
  ["7820x", "2026-11-18T10:00:00-06:00", false, "what only begins like a ZIP code may be anywhere"],
  ["hello", "2026-11-18T10:00:00-06:00", false, "no ZIP code at all may be anywhere"],
];

for (const [zip, time, open, why] of hours) {
  test(`${zip} at ${time} is ${open ? "open" : "closed"}: ${why}`, () => expect(isOpen(zip, time)).toBe(open));
}

test("a blocked call names the reason and when the window opens", () => {
  expect(mayCall(person("79901"), at("2026-11-21T22:30:00-06:00"))).toEqual({
    allowed: false,
    reason: "Outside calling hours: Monday to Saturday 9 AM to 9 PM, Sunday noon to 9 PM, Mountain Time.",
    opensAt: at("2026-11-22T12:00:00-07:00"),
  });
});

test("a call or an e-mail takes its own consent, and no stop", () => {
  const noon = at("2026-11-18T12:00:00-06:00");
  const stopped = { ...person("78205"), contactStoppedAt: noon };
  expect(mayCall(stopped, noon)).toMatchObject({ allowed: false, opensAt: null });
  expect(mayEmail(stopped)).toMatchObject({ allowed: false });
  const noCalls = { ...person("78205"), consentTexts: false };
  expect(mayCall(noCalls, noon)).toMatchObject({ allowed: false, opensAt: null });
  expect(mayEmail(noCalls)).toEqual({ allowed: true });
  const again = { ...noCalls, consentElectronic: false, contactResumedAt: noon };
  expect([mayCall(again, noon).allowed, mayEmail(again).allowed], "after a new consent to both").toEqual([true, true]);
  const noEmail = { ...person("78205"), consentElectronic: false };
  expect(mayCall(noEmail, noon)).toEqual({ allowed: true });
  expect(mayEmail(noEmail)).toMatchObject({ allowed: false });
});

test("who marked a mail as spam may be called, but not e-mailed", () => {
  const complained = { ...person("78205"), hasComplained: true };
  expect(mayEmail(complained)).toMatchObject({ allowed: false, reason: expect.stringMatching(/spam.*Call/) });
  expect(mayCall(complained, at("2026-11-18T12:00:00-06:00"))).toEqual({ allowed: true });
});

test("the named opening is the first moment when a call is allowed", () => {
  const anyZip = fc.constantFrom("78205", "79901", "88511", "79830", "90210", "x");
  const anyTime = fc.date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(anyZip, anyTime, (zip, time) => {
      const verdict = mayCall(person(zip), time);
      if (verdict.allowed) return;
      const opensAt = verdict.opensAt as Date;
      expect(opensAt.getTime()).toBeGreaterThan(time.getTime());
      expect(mayCall(person(zip), opensAt).allowed).toBe(true);
      expect(mayCall(person(zip), new Date(opensAt.getTime() - 1)).allowed).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test("a person outside Texas is called only when every zone is open", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }), (time) => {
      if (!mayCall(person("10001"), time).allowed) return;
      for (const zip of ["78205", "79901", "79821"]) expect(mayCall(person(zip), time).allowed).toBe(true);
    }),
  );
  expect(zonesOf("10001")).toContain("Pacific/Honolulu");
});
