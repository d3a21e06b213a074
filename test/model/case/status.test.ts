import { expect, test } from "vitest";
import {
  isFirstContact,
  nextStatusesOf,
  outcomesFor,
  refusedMove,
  reopenedStatuses,
  STATUSES,
  type Status,
  stages,
  statusesBefore,
} from "../../../db/model/case/status.ts";

const open: Status[] = ["submitted", "in_review", "contacted", "docs_requested", "with_lender", "introduced"];

test("an open application goes on to any later status, and never back", () => {
  for (const [index, from] of open.entries()) {
    const reached = open.filter((to) => refusedMove(from, to) === null);
    expect(reached, from).toEqual(open.slice(index + 1));
    expect(statusesBefore(from)).toEqual(open.slice(0, index));
  }
  expect(refusedMove("with_lender", "contacted")).toBe(
    "An application that is with a lender cannot become contacted. Next can be: introduced, approved, not approved, withdrawn, unreachable.",
  );
});

test("approved and not approved need somebody who could approve first", () => {
  for (const [to, outcome] of [
    ["approved", "approved_in_30_days"],
    ["not_approved", "declined"],
  ] as const) {
    expect(STATUSES.filter((from) => !refusedMove(from, to, outcome))).toEqual(["with_lender", "introduced"]);
  }
});

test("what is closed moves nowhere, and the sentence says who reopens it", () => {
  for (const from of stages.closed) {
    for (const to of STATUSES) {
      expect(refusedMove(from, to, outcomesFor(to)[0])).toMatch(/Only a manager can reopen it|already/);
    }
  }
});

test("an application is reopened with an open status that it has had", () => {
  expect(reopenedStatuses(["submitted", "withdrawn"])).toEqual(["submitted"]);
  expect(reopenedStatuses(["submitted", "in_review", "unreachable"])).toEqual(["in_review", "submitted"]);
  expect(reopenedStatuses(["in_review", "contacted", "with_lender", "not_approved"])).toEqual([
    "with_lender",
    "contacted",
  ]);
});

test("a first contact is a move from waiting to working", () => {
  expect(isFirstContact("in_review", "docs_requested")).toBe(true);
  expect(isFirstContact("submitted", "in_review")).toBe(false);
  expect(isFirstContact("contacted", "with_lender")).toBe(false);
  expect(isFirstContact("in_review", "unreachable")).toBe(false);
});

test("closing asks for an outcome that fits; other moves take none", () => {
  expect(refusedMove("introduced", "approved")).toBe("Closing an application needs its outcome. Please choose one.");
  expect(refusedMove("introduced", "approved", "declined")).toMatch(/does not go with approved/);
  expect(refusedMove("submitted", "in_review", "declined")).toMatch(/Only closing/);
});

test("every open status can be ended", () => {
  for (const status of [...stages.waiting, ...stages.working]) {
    expect(nextStatusesOf(status).some((next) => outcomesFor(next).length > 0)).toBe(true);
  }
});
