import { expect, test } from "vitest";
import { eventsOf, isToldBy } from "../../../db/model/staff/audit.ts";

const change = { userId: "u", action: "editDirectory", subjectId: "lender", at: "2026-11-26T18:00:01Z" };
const told = { ...change, isAllowed: true, change: { old: null, new: { name: "A Bank" } } };
const tried = { ...change, isAllowed: true, change: null, at: "2026-11-26T18:00:00Z" };

test("a try is told by the change that came of it", () => {
  expect(isToldBy(tried, told)).toBe(true);
  expect(isToldBy({ ...tried, subjectId: null }, told)).toBe(true);
});

test.each([
  ["it was refused", { isAllowed: false }],
  ["it is a change itself", { change: told.change }],
  ["it was about something else", { subjectId: "dealer" }],
  ["somebody else tried", { userId: "v" }],
  ["something else was tried", { action: "editLetters" }],
  ["it was long before", { at: "2026-11-26T17:59:00Z" }],
])("a try has an entry of its own if %s", (_, differs) => {
  expect(isToldBy({ ...tried, ...differs }, told)).toBe(false);
});

test("a try after which nothing changed has an entry of its own", () => {
  expect(isToldBy(tried, { ...tried, at: "2026-11-26T18:00:01Z" })).toBe(false);
  expect(isToldBy(tried, undefined)).toBe(false);
});

test("what happened stands at the member's newest try before it", () => {
  const of = (second: number, changes: object) => ({ ...tried, at: `2026-11-26T18:00:0${second}Z`, ...changes });
  const entries = [
    of(5, { action: "readCase" }),
    of(4, { isAllowed: false }),
    of(3, {}),
    of(3, { userId: "v" }),
    of(3, { subjectId: "other" }),
    of(1, {}),
  ];
  const event = (at: string) => ({ at, userId: "u", applicationId: "lender" });
  const [first, second] = [event("2026-11-26T18:00:02Z"), event("2026-11-26T18:00:06Z")];
  const events = [event("2026-11-26T18:00:00Z"), first, second, event("2026-11-26T18:01:00Z")];
  expect(eventsOf(entries, events)).toEqual([[], [], [second], [], [], [first]]);
});
