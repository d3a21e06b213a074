import { expect, test } from "vitest";
import type { Counted } from "../../../db/model/site/claim.ts";
import { managing } from "../desk.ts";
import { openPage, screen, textsOf, within } from "../screen.tsx";

const counted: Counted = {
  lenders: { "Major banks": 12 },
  dealers: {},
  contacts: { count: 40, inTime: 39, businessMedian: 200 },
  satisfaction: { answered: 0, recommending: 0 },
  forecast: { outcomes: 7, needed: 350, measures: null },
};

test("managers see each claim, where it stands, what proves it, and what was counted, with what is contradicted first", async () => {
  await openPage("/desk/claims", { ...managing, "GET /api/desk/claims": counted });
  const table = await screen.findByRole("table", { name: "Claims" });
  const rows = textsOf(within(table).getAllByRole("row"));
  const row = (words: string) => rows.find((each) => each?.includes(words));
  expect(rows[1]).toContain("contradicted");
  expect(row("50+ lender partners")).toMatch(/contradictedactive lenders in the directory: 12.*\/partners/);
  expect(row("2 to 4 hours")).toMatch(/provena median first contact of 3 h 20 min/);
  expect(row("91%")).toMatch(/unproven7 outcomes of the forecast: too few to say, 350 are needed/);
  expect(row("since 1997")).toMatch(/unprovennothing.*every page/);
  expect(row("Same Day")).toMatch(/proven98% of first contacts in time/);
  expect(row("no credit pull")).toMatch(/not a matter of proof/);
});
