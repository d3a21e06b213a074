import { expect, test } from "vitest";
import type { Counted } from "../../../db/model/site/claim.ts";
import { managing } from "../desk.ts";
import { openPage, press, screen, textsOf, within } from "../screen.tsx";

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
  const states = within(table).getAllByRole("rowgroup").slice(1);
  const row = (words: string) => {
    const group = states.find(({ textContent }) => textContent?.includes(words)) as HTMLElement;
    const [state, ...claims] = textsOf(within(group).getAllByRole("row"));
    return `${state}: ${claims.find((claim) => claim?.includes(words))}`;
  };
  expect(states[0]?.textContent).toMatch(/^contradicted \d/);
  expect(row("50+ lender partners")).toMatch(/^contradicted \d+: .*active lenders in the directory: 12.*\/partners/);
  expect(row("2 to 4 hours")).toMatch(/^proven \d+: .*a median first contact of 3 h 20 min/);
  expect(row("91%")).toMatch(/^unproven \d+: .*outcomes of the forecast: 7. Too few to say: 350 are needed/);
  expect(row("since 1997")).toMatch(/^unproven \d+: .*nothing.*every page/);
  expect(row("Same Day")).toMatch(/^proven \d+: .*98% of first contacts in time/);
  await press(/^Not a matter of proof \(\d+\)/);
  expect(row("no credit pull")).toMatch(/^Not a matter of proof/);
});
