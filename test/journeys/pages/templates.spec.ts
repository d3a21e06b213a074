import type { Page } from "@playwright/test";
import { STEPS } from "../../../db/model/form/application.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { budget } from "../../bench/budget.ts";
import { weighingScripts } from "../../bench/weight.ts";
import { hydrated, pointAt } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expectReflow } from "../reflow.ts";
import { expect, test } from "../test.ts";

/** A layout shift that shows as 0.000. Smaller shifts are rounding while a page is still loading. */
const NOTHING_MOVES = 0.0005;

/** All other pages consist of the same parts as one of these. */
const TEMPLATES: Record<string, string[]> = {
  "pages that are read": ["/", "/how-it-works", "/texas", "/partners", "/stories"],
  "pages with questions, forms and chapters": [
    "/faq",
    "/contact",
    "/privacy",
    "/calculator",
    "/forecast",
    "/no-such-page",
  ],
  "the blog": ["/blog", "/blog/how-to-read-an-apr", "/blog/new"],
  "the first steps of the form": ["/apply", ...STEPS.slice(0, 2).map(paths.step)],
  "the other steps": STEPS.slice(2).map(paths.step),
  "what follows the steps": ["/apply/review", "/results", "/thank-you"],
};
const NEVER_KEPT = ["/no-such-page"];
const ONLY_IN_ENGLISH = ["/blog/how-to-read-an-apr", "/blog/new"];

for (const [kind, pages] of Object.entries(TEMPLATES)) {
  test(`${kind} paint from one request, never move, weigh little and are accessible`, async ({ context }) => {
    for (const path of pages) {
      await test.step(path, async () => {
        const page = await context.newPage();
        await expectGood(page, path, path === pages[0]);
        await page.close();
      });
    }
  });
}

/** Each page in English on a small screen, then in Spanish, which is longer, on a large one; in the dark it is looked at in every width. */
async function expectGood(page: Page, path: string, isFirst: boolean) {
  const allowed = budget[path] as (typeof budget)[string];
  const scriptBytes = weighingScripts(page);
  const rest = Promise.withResolvers<void>();
  await page.route("**", async (route) => {
    if (route.request().resourceType() !== "document") await rest.promise;
    await route.continue();
  });
  await page.addInitScript(noticeUnloads);
  await page.setViewportSize({ width: 360, height: 740 });
  const first = await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  rest.resolve();
  await hydrated(page);
  expect(await page.evaluate(layoutShift), "360 px wide").toBeLessThan(NOTHING_MOVES);
  const bytes = await scriptBytes();
  expect(bytes, `${bytes} bytes of scripts on ${path}`).toBeLessThanOrEqual(allowed.script);
  if (allowed.used) {
    await pointAt(page, page.locator("main form").first());
    expect(await scriptBytes(), "bytes of scripts once a form is used").toBeLessThanOrEqual(allowed.used);
    expect(await scriptBytes(), "the code has come").toBeGreaterThan(allowed.script);
    expect(await page.evaluate(layoutShift), "taken over").toBeLessThan(NOTHING_MOVES);
  }
  if (!NEVER_KEPT.includes(path)) {
    expect(first?.headers()["cache-control"], "kept alive for Back").not.toContain("no-store");
  }
  await expect(page.locator("html"), "kept alive for Back").not.toHaveAttribute("data-unloads");
  if (isFirst) await expectAccessible(page);
  await page.unrouteAll({ behavior: "wait" });

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(ONLY_IN_ENGLISH.includes(path) ? path : addressOf(path, "es"));
  await hydrated(page);
  expect(await page.evaluate(layoutShift), "1280 px wide, in Spanish").toBeLessThan(NOTHING_MOVES);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectFocusInView(page);
  await expectReflow(page);
}

/** Notices listeners for unloading, which keep a page out of the back/forward cache. */
function noticeUnloads() {
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
    if (/unload/.test(given[0])) document.documentElement.dataset.unloads = given[0];
    return listen.apply(this, given);
  };
}

/** The sum of all layout shifts since the page was opened, except those that follow the visitor's input. */
function layoutShift() {
  return new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) sum += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
  });
}

/** Focuses everything from the last link to the first and back, which could put focus under sticky parts. */
async function expectFocusInView(page: Page) {
  const hidden = await page.evaluate(() => {
    const header = document.querySelector("header") as HTMLElement;
    const bar = document.querySelector("#start-bar");
    const focusable = [
      ...document.querySelectorAll<HTMLElement>(
        ":is(main, footer) :is(a[href], button, input, select, textarea, summary)",
      ),
    ];
    return [...focusable.toReversed(), ...focusable].flatMap((element) => {
      element.focus();
      if (document.activeElement !== element) return [];
      const { top, bottom } = element.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const isCovered = bar && document.elementsFromPoint(innerWidth / 2, middle)[0]?.closest("#start-bar");
      return isCovered || middle < header.getBoundingClientRect().bottom || middle > innerHeight
        ? [element.textContent]
        : [];
    });
  });
  expect(hidden, "focused behind the header or the start bar, or out of view").toEqual([]);
}
