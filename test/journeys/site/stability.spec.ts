import type { Page } from "@playwright/test";
import { STEPS } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { early, heading, hydrated, store } from "../applicant.ts";
import { expect, test } from "../test.ts";

const applications = [
  { kind: "short stays, rent, a bank account and a car loan", width: 360, answers: exampleApplication() },
  {
    kind: "long stays, no rent, no bank account and no car loan",
    width: 1280,
    answers: exampleApplication({
      timeOnCurrentJobYears: 12,
      timeAtCurrentResidenceYears: 12,
      housingType: "Live with Family/Friend",
      hasActiveBank: false,
      autoFinanceHistory: "No Auto Loan History",
    }),
  },
];

test("restored answers move nothing once the first script has run", async ({ page }) => {
  for (const { kind, width, answers } of applications) {
    await page.setViewportSize({ width, height: 2400 });
    await store(page, "sessionStorage", "application", { answers, typed: {}, until: Number.MAX_SAFE_INTEGER });
    for (const path of [...STEPS.map((step) => `/apply/${step}`), "/es/apply/residence", "/es/apply/downpayment"]) {
      expect(await shiftsWhileRestoring(page, path, { isStep: true }), `${path}: ${kind}`).toEqual([]);
    }
    await page.setViewportSize({ width, height: 800 });
    expect(await shiftsWhileRestoring(page, "/apply/review"), `review: ${kind}`).toEqual([]);
    await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  }
});

test("what replaces a form that was sent moves nothing", async ({ page }) => {
  await store(page, "sessionStorage", "reference", { ref: "a-reference", at: "2026-11-21T18:00:00.000Z" });
  for (const [path, width] of [
    ["/apply/contact", 360],
    ["/apply/review", 1280],
    ["/thank-you", 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect(await shiftsWhileRestoring(page, path), path).toEqual([]);
    await expect(page.getByRole("link", { name: "See your results" })).toBeVisible();
  }
});

/** The layout shifts of a page whose code arrives after its first paint; on a step, of what comes after its first script. */
async function shiftsWhileRestoring(page: Page, path: string, { isStep = false } = {}) {
  const code = Promise.withResolvers<void>();
  const held = isStep ? /\/assets\/(?!(shell|plain|early-continue)-)[^/]*\.js$/ : "**/assets/*.js";
  await page.route(held, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(heading(page)).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  if (isStep) await early(page, "early-continue");
  const start = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return performance.now();
  });
  code.resolve();
  await hydrated(page);
  await page.unrouteAll({ behavior: "wait" });
  return page.evaluate(
    (start) =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries().filter(({ startTime }) => startTime >= start);
          const shifts = entries as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[];
          resolve(
            shifts.map(
              ({ value, sources }) => `${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40))}`,
            ),
          );
        }).observe({ type: "layout-shift", buffered: true });
        // No entry means no call. Two frames after a paint, none will come.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
    start,
  );
}
