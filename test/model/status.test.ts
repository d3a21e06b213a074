import { expect, test } from "vitest";
import { nextStatusesOf, outcomesFor, refusedMove, STATUSES, type Status, stages } from "../../db/model/status.ts";

test("an application goes step by step from submitted to approved", () => {
  const way: Status[] = ["submitted", "in_review", "contacted", "docs_requested", "with_lender", "introduced"];
  for (const [index, to] of way.slice(1).entries()) expect(refusedMove(way[index] as Status, to)).toBeNull();
  expect(refusedMove("introduced", "approved", "approved_in_30_days")).toBeNull();
});

test("skipping a step is refused and the sentence names what may come next", () => {
  expect(refusedMove("submitted", "with_lender")).toBe(
    "An application that is submitted cannot become with a lender. Next can be: in review, withdrawn.",
  );
});

test("approved needs a lender first", () => {
  const ways = STATUSES.filter((from) => !refusedMove(from, "approved", "approved_in_30_days"));
  expect(ways).toEqual(["introduced"]);
});

test("what is closed stays closed", () => {
  for (const from of stages.closed) {
    for (const to of STATUSES) expect(refusedMove(from, to, outcomesFor(to)[0])).toMatch(/closed|already/);
  }
});

test("closing asks for an outcome that fits; other moves take none", () => {
  expect(refusedMove("introduced", "approved")).toBe("Closing an application needs its outcome. Please choose one.");
  expect(refusedMove("introduced", "approved", "declined")).toMatch(/does not go with approved/);
  expect(refusedMove("submitted", "in_review", "declined")).toMatch(/Only closing/);
});

test("every status is in one stage, and every open one can be ended", () => {
  expect(Object.values(stages).flat().sort()).toEqual([...STATUSES].sort());
  for (const status of [...stages.waiting, ...stages.working]) {
    expect(nextStatusesOf(status).some((next) => outcomesFor(next).length > 0)).toBe(true);
  }
});
