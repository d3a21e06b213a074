import { afterEach, expect, test, vi } from "vitest";
import type { MyDay } from "../../../web/desk/api.ts";
import { refused } from "../answers.ts";
import { signedInAs } from "../desk.ts";
import { openPage, press, screen, waitFor } from "../screen.tsx";

afterEach(() => void vi.useRealTimers());

const free = (number: number): MyDay["free"][number] => ({
  ...{ id: `BB-${number}`, fullName: `Person ${number}`, language: "en", city: "Waco", status: "submitted" },
  ...{ createdAt: "2026-11-24T16:00:00.000Z", promisedSince: "2026-11-24T16:00:00.000Z" },
  ...{ dueAt: "2026-11-25T02:00:00.000Z", purchaseTimeline: "Immediately", scoresForecast: 82, owner: null },
  ...{ contactStoppedAt: null, firstContactAt: null, nextKind: null, nextAt: null, triedAt: null, appointment: null },
});

async function openDay(now: string, changes: Partial<MyDay> = {}, answers = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });
  const { asked } = await openPage("/desk/my-day", {
    ...signedInAs("specialist"),
    ...answers,
    "GET /api/desk/my-day": { due: [], later: [], isCut: false, free: [], freeCount: 0, overdue: 0, ...changes },
  });
  await screen.findByText("Nothing is due for you now.");
  return asked;
}

for (const [now, words] of [
  ["2026-11-24T19:59:00-06:00", null],
  ["2026-11-24T20:59:00-06:00", "We call again Wed 9 AM; the law allows calls now."],
  ["2026-11-25T08:59:00-06:00", "We call again today 9 AM."],
  ["2026-11-28T22:26:00-06:00", "We call again Mon 9 AM; the law allows Sun 12 PM."],
] as const) {
  test(`at ${now} the day says ${words ?? "nothing of hours for calls"}`, async () => {
    await openDay(now);
    expect(screen.queryAllByText(/We call again/).map(({ textContent }) => textContent)).toEqual(words ? [words] : []);
  });
}

test("one press claims the first free application and opens it", async () => {
  const applications = { free: [free(1), free(2)], freeCount: 2 };
  const claim = "POST /api/desk/case/BB-1/claim";
  await openDay("2026-11-24T12:00:00-06:00", applications, { [claim]: () => refused(409, "Dana was first.") });
  await press("Claim the first");
  await screen.findByText("Dana was first.");
  expect(location.pathname).toBe("/desk/my-day");
  const asked = await openDay("2026-11-24T12:00:00-06:00", applications, {
    [claim]: { ok: true, success: true },
    "GET /api/desk/case/BB-1": () => refused(404, "Gone"),
  });
  await press("Claim the first");
  await waitFor(() => expect(location.pathname).toBe("/desk/case/BB-1"));
  expect(asked.filter(({ name }) => name === claim)).toHaveLength(1);
});

test("several free cases are claimed at once, and lost ones are named", async () => {
  const asked = await openDay(
    "2026-11-24T12:00:00-06:00",
    { free: [free(1), free(2), free(3)], freeCount: 3 },
    {
      "POST /api/desk/claims": { ok: true, success: true, claimed: ["BB-1"], taken: [{ id: "BB-3", by: "Dana" }] },
      "GET /api/desk/case/BB-1": () => refused(404, "Gone"),
    },
  );
  for (const label of ["Claim Person 1", "Claim Person 3"]) screen.getByLabelText(label).click();
  await press("Claim 2");
  await waitFor(() => expect(document.activeElement?.id).toBe("claimed"));
  expect(document.activeElement?.textContent).toBe("You work on Person 1 now. Dana was first with Person 3.");
  expect(asked.find(({ name }) => name === "POST /api/desk/claims")?.body).toEqual({ ids: ["BB-1", "BB-3"] });
  screen.getByRole("link", { name: "Person 1" }).click();
  await waitFor(() => expect(sessionStorage.getItem("desk-list")).toBe("BB-1 BB-2 BB-3"));
});
