import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { atMost, type Line, median, pairedRatio, reference } from "./table.ts";

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
const LONG_WAIT = 60_000;

const PAGES = [
  "/",
  "/texas",
  "/stories",
  "/faq",
  "/privacy",
  "/apply",
  "/blog",
  "/blog/how-to-read-an-apr",
  "/apply/contact",
  "/apply/employment",
  "/apply/banking-credit",
  "/apply/downpayment",
  "/apply/review",
];

/** What visitors wait for, as ratios to a blank page of the same server. */
export async function measurePages(site: string, blankPath: string, executablePath?: string): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath });
  const blank: number[] = [];
  const paints = new Map<string, number[]>(PAGES.map((path) => [path, []]));
  const continues: number[] = [];
  const seconds: number[] = [];
  const repeats: number[] = [];
  const interactions: number[] = [];
  try {
    await largestPaint(browser, `${site}${blankPath}`);
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`pages: round ${round + 1} of ${ROUNDS}`);
      blank.push(await largestPaint(browser, `${site}${blankPath}`));
      for (const path of PAGES) paints.get(path)?.push(await largestPaint(browser, site + path));
      continues.push(await earlyContinue(browser, `${site}/apply/contact`));
      const visit = await secondPage(browser, site);
      seconds.push(visit.second / visit.cold);
      repeats.push(visit.repeat / visit.cold);
      interactions.push(visit.interaction);
    }
  } finally {
    await browser.close();
  }
  return [
    reference("blank page: largest paint", `1.00 (${Math.round(median(blank))} ms)`),
    ...PAGES.map((path) => atMost(`${path}: largest paint / blank`, pairedRatio(paints.get(path) ?? [], blank), 1.1)),
    atMost("/apply/contact: Continue works / blank", pairedRatio(continues, blank), 1.6),
    atMost("second page within the site / its cold load", median(seconds), 0.35),
    atMost("repeat view / cold load", median(repeats), 0.35),
    atMost("opening an answer on /faq, ms / 50 ms", median(interactions) / 50, 1),
  ];
}

/** A visitor who has never been here, on a slow phone. */
async function newVisitor<Result>(browser: Browser, visit: (page: Page, context: BrowserContext) => Promise<Result>) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    page.setDefaultTimeout(LONG_WAIT);
    return await visit(page, context);
  } finally {
    await context.close();
  }
}

function largestPaint(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "load" });
    return paintOf(page);
  });
}

/** The moment when a Continue that was pressed as soon as it is kept (web/apply/early.ts) has done its work. */
function earlyContinue(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector("main form [role=alert], main [role=alert]")) {
          observer.disconnect();
          document.documentElement.dataset.continued = String(performance.now());
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /early-/.test(name)));
    await page.getByRole("button", { name: "Continue to Employment" }).click();
    await page.waitForSelector("html[data-continued]", { state: "attached" });
    return Number(await page.locator("html").getAttribute("data-continued"));
  });
}

/** From the home page on to the FAQ, pointing before clicking; then there once more, and a first answer opened. */
function secondPage(browser: Browser, site: string) {
  return newVisitor(browser, async (page, context) => {
    await page.goto(`${site}/faq`, { waitUntil: "networkidle" });
    const cold = await paintOf(page);
    await page.goto(`${site}/faq`, { waitUntil: "load" });
    const repeat = await paintOf(page);
    await page.waitForLoadState("networkidle");
    await page.locator("main summary").first().click();
    await page.waitForTimeout(500);
    const interaction = await page.evaluate(() => Number(document.documentElement.dataset.interaction ?? 0));
    await context.clearCookies();

    const second = await newVisitor(browser, async (other) => {
      await other.goto(`${site}/`, { waitUntil: "networkidle" });
      const link = other.locator("footer").getByRole("link", { name: "FAQ" });
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      await other.waitForTimeout(400);
      return other.evaluate(async () => {
        const link = document.querySelector<HTMLAnchorElement>('footer a[href="/faq"]');
        const before = document.querySelector("h1");
        const start = performance.now();
        link?.click();
        while (document.querySelector("h1") === before) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return performance.now() - start;
      });
    });
    return { cold, repeat, interaction, second };
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

/** In the page: the longest interaction so far. */
function observe() {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement;
    for (const { duration } of list.getEntries()) {
      dataset.interaction = String(Math.max(Number(dataset.interaction ?? 0), duration));
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
