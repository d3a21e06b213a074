import type { Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/form/example.ts";
import { DRAFT } from "../../web/apply/draft/storage-name.ts";
import { type SlowBrowser, slowDown } from "./phone.ts";

const LONG_WAIT = 60_000;

const answers = exampleApplication();
/** The answers for the first step. */
const { fullName, phone, email, city, zip } = answers;
const CONTACT = { fullName, phone, email, city, zip };

/** A visitor on a slow phone who has never been here. */
async function newVisitor<Result>({ browser, slowdown }: SlowBrowser, visit: (page: Page) => Promise<Result>) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await slowDown(devtools, slowdown);
    // Otherwise the inspector parses React again for the stack of each error that it makes while it loads.
    await devtools.send("Runtime.enable");
    await devtools.send("Runtime.setMaxCallStackSizeToCapture", { size: 0 });
    await page.addInitScript(observe);
    page.setDefaultTimeout(LONG_WAIT);
    return await visit(page);
  } finally {
    await context.close();
  }
}

export function largestPaint(browser: SlowBrowser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "load" });
    return paintOf(page);
  });
}

/** The page of a visitor who has answered everything. */
const REVIEW = "/apply/review";
const DRAFTED = JSON.stringify({ answers, typed: {}, until: Number.MAX_SAFE_INTEGER });

/** A first visit until the page is idle: its largest paint, and its longest task (0 if none was over 50), in ms. */
export interface Visit {
  paint: number;
  longestTask: number;
  shift: number;
}

export function firstVisit(browser: SlowBrowser, address: string): Promise<Visit> {
  return newVisitor(browser, async (page) => {
    if (new URL(address).pathname === REVIEW) {
      await page.addInitScript(([name, draft]) => sessionStorage.setItem(name, draft), [DRAFT, DRAFTED] as const);
    }
    await page.goto(address, { waitUntil: "networkidle" });
    await page.waitForTimeout(500);
    const { longestTask = "0", shift = "0" } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    return { paint: await paintOf(page), longestTask: Number(longestTask), shift: Number(shift) };
  });
}

/** When Continue leads on, for a visitor who presses it once early presses are kept (web/start/script/early.ts). */
export function earlyContinue(browser: SlowBrowser, address: string) {
  return newVisitor(browser, async (page) => {
    // Runs inside the page, because commands of the test would take longer than what we measure.
    await page.addInitScript((answers) => {
      let isKept = false;
      addEventListener("submit", (event) => setTimeout(() => (isKept ||= event.defaultPrevented)), true);
      const presses = setInterval(() => {
        const form = document.querySelector<HTMLFormElement>("main form");
        if (!form) return;
        if (isKept) return clearInterval(presses);
        // Otherwise a press that no script handles would load the page again.
        form.method = "dialog";
        for (const [name, value] of Object.entries(answers)) {
          (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
        }
        form.querySelector<HTMLElement>("[type=submit]")?.click();
      }, 20);
      navigation.addEventListener("navigate", ({ destination }) => {
        if (destination.url.endsWith("/apply/employment"))
          sessionStorage.setItem("answered", String(performance.now()));
      });
    }, CONTACT);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForURL("**/apply/employment", { waitUntil: "commit" });
    return page.evaluate(() => Number(sessionStorage.getItem("answered")));
  });
}

/** When React has taken over, and how long the slowest press takes to show (INP): typing from then on, and Continue with the rest missing. */
export function typing(browser: SlowBrowser, address: string, waitUntil: "commit" | "networkidle") {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil });
    const noted = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    do await page.locator("main form input").first().press("a", { delay: 70 });
    while (!(await noted()).react);
    await page.locator("form[data-next] [type=submit]").first().click();
    await page.waitForTimeout(1000);
    const { react, interaction } = await noted();
    return { react: Number(react), longest: Number(interaction) };
  });
}

/** Visits a page for the first time, and then again. */
export function visitTwice(browser: SlowBrowser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "networkidle" });
    const cold = await paintOf(page);
    await page.goto(address, { waitUntil: "load" });
    return { cold, again: await paintOf(page) };
  });
}

/** From the home page to the FAQ, pointing before clicking: the largest paint after the click. */
export function secondPage(browser: SlowBrowser, site: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(`${site}/`, { waitUntil: "networkidle" });
    const link = page.locator("footer").getByRole("link", { name: "FAQ" });
    await link.scrollIntoViewIfNeeded();
    await link.hover();
    await page.waitForTimeout(400);
    await link.click({ noWaitAfter: true });
    await page.waitForURL(`${site}/faq`, { waitUntil: "load" });
    return paintOf(page);
  });
}

function paintOf(page: Page) {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
}

/** In the page: keeps the longest interaction (INP, pointing left out), the longest task, and all layout shift. */
function observe() {
  const keepLongest = (name: string, duration: number) => {
    const { dataset } = document.documentElement;
    dataset[name] = String(Math.max(Number(dataset[name] ?? 0), duration));
  };
  addEventListener("hydrated", () => keepLongest("react", performance.now()));
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) keepLongest("interaction", duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) keepLongest("longestTask", duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement;
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      dataset.shift = String(Number(dataset.shift ?? 0) + shift.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
}
