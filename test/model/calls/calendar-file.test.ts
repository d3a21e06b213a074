import { expect, test } from "vitest";
import { type CalendarEvent, calendarFile } from "../../../db/model/calls/calendar-file.ts";

const call: CalendarEvent = {
  uid: "call-1@example.com",
  sequence: 2,
  isCancelled: false,
  startsAt: new Date("2026-11-23T15:00:00Z"),
  endsAt: new Date("2026-11-23T16:00:00Z"),
  stampedAt: new Date("2026-11-22T18:04:05.678Z"),
  summary: "Call",
  description: "Text",
  organizer: { name: "Bluebonnet", email: "hello@example.com" },
};

function lines(changes: Partial<CalendarEvent>) {
  return calendarFile({ ...call, ...changes }).split("\r\n");
}

test("a calendar file has one event with its times in UTC", () => {
  expect(lines({})).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Bluebonnet//Calls//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:call-1@example.com",
    "SEQUENCE:2",
    "DTSTAMP:20261122T180405Z",
    "DTSTART:20261123T150000Z",
    "DTEND:20261123T160000Z",
    "SUMMARY:Call",
    "DESCRIPTION:Text",
    'ORGANIZER;CN="Bluebonnet":mailto:hello@example.com',
    "STATUS:CONFIRMED",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
  expect(calendarFile(call).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("a cancelled event says so twice", () => {
  expect(lines({ isCancelled: true })).toEqual(expect.arrayContaining(["METHOD:CANCEL", "STATUS:CANCELLED"]));
});

test("what has a meaning in the format is escaped", () => {
  expect(lines({ summary: "a\\b; c, d\r\ne\nf", organizer: { name: 'A "B"', email: "a@b.co" } })).toEqual(
    expect.arrayContaining(["SUMMARY:a\\\\b\\; c\\, d\\ne\\nf", "ORGANIZER;CN=\"A 'B'\":mailto:a@b.co"]),
  );
});

test("a long line is folded after 75 octets, never within a character", () => {
  const description = "Llámame a las 9 🚗, por favor ".repeat(12).trim();
  const file = calendarFile({ ...call, description });
  for (const line of file.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file).not.toContain("\ufffd");
  expect(file.replaceAll("\r\n ", "")).toContain(`DESCRIPTION:${description.replaceAll(",", "\\,")}\r\n`);
});
