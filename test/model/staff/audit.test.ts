import { expect, test } from "vitest";
import { isToldBy } from "../../../db/model/staff/audit.ts";

const change = { userId: "u", action: "editDirectory", subjectId: "lender", at: "2026-11-26T18:00:01Z" };
const told = { ...change, isAllowed: true, change: { old: null, new: { name: "A Bank" } } };
const tried = { ...change, isAllowed: true, change: null, at: "2026-11-26T18:00:00Z" };

test("a try is told by the change that came of it, whether or not the try named what it was about", () => {
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
