import { type Browser, chromium, type Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/example.ts";
import { budget } from "./budget.ts";
import { atMost, type Line, median, reference } from "./table.ts";

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
const LONG_WAIT = 60_000;

/** What the first step asks for. */
const { fullName, phone, email, city, zip } = exampleApplication();
const CONTACT = { fullName, phone, email, city, zip };

/** Every page that visitors read or fill in. */
const PAGES = Object.keys(budget).filter((path) => path !== "/no-such-page");
/** A post has an image, which comes after its title. */
const POST = "/blog/how-to-read-an-apr";
/** Pages of text, which have nothing to do once they are painted. */
const STATIC_PAGES = ["/", "/texas", "/faq", "/privacy"];

/** What visitors wait for, as ratios to a blank page of the same server. */
export async function measurePages(site: string, blankPath: string, executablePath?: string): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath });
  const blank: number[] = [];
  const paints = new Map<string, number[]>(PAGES.map((path) => [path, []]));
  const titles: number[] = [];
  const continues: number[] = [];
  const seconds: number[] = [];
  const repeats: number[] = [];
  const blankRepeats: number[] = [];
  const interactions: number[] = [];
  const tasks: number[] = [];
  /** How many times as long as a blank page, asked for just before. */
  const comparedWithBlank = async (measure: () => Promise<number>) => {
    const base = await largestPaint(browser, `${site}${blankPath}`);
    blank.push(base);
    return (await measure()) / base;
  };
  try {
    // The edge compresses a file when it is asked for the first time.
    for (const path of [blankPath, ...PAGES]) await largestPaint(browser, site + path);
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`pages: round ${round + 1} of ${ROUNDS}`);
      for (const path of PAGES) {
        paints.get(path)?.push(await comparedWithBlank(() => largestPaint(browser, site + path)));
      }
      titles.push(await comparedWithBlank(() => firstPaint(browser, site + POST)));
      continues.push(await comparedWithBlank(() => earlyContinue(browser, `${site}/apply/contact`)));
      for (const path of STATIC_PAGES) tasks.push(await longestTask(browser, site + path));
      interactions.push(await openingAnAnswer(browser, site));
      const { cold, again } = await visitTwice(browser, `${site}/faq`);
      repeats.push(again / cold);
      blankRepeats.push((await visitTwice(browser, site + blankPath)).again / cold);
      seconds.push((await secondPage(browser, site)) / cold);
    }
  } finally {
    await browser.close();
  }
  return [
    reference("blank page: largest paint", `1.00 (${Math.round(median(blank))} ms)`),
    ...PAGES.map((path) => atMost(`${path}: largest paint / blank`, median(paints.get(path) ?? []), 1.1)),
    atMost(`${POST}: title is painted / blank`, median(titles), 1.1),
    atMost("/apply/contact: Continue works / blank", median(continues), 1.6),
    atMost("second page within the site / its cold load", median(seconds), 0.35),
    atMost("repeat view / cold load", median(repeats), 0.35),
    reference("repeat view of the blank page / the same cold load", median(blankRepeats).toFixed(2)),
    atMost("opening an answer on /faq, ms / 50 ms", median(interactions) / 50, 1),
    atMost("longest task of a page of text, ms / 50 ms", median(tasks) / 50, 1),
  ];
}

/** A visitor who has never been here, on a slow phone. */
async function newVisitor<Result>(browser: Browser, visit: (page: Page) => Promise<Result>) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    // Otherwise the inspector parses React once more for the stack of each error that it makes while it loads.
    await devtools.send("Runtime.enable");
    await devtools.send("Runtime.setMaxCallStackSizeToCapture", { size: 0 });
    await page.addInitScript(observe);
    page.setDefaultTimeout(LONG_WAIT);
    return await visit(page);
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

function firstPaint(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "load" });
    return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
  });
}

/** The longest time that the page's code kept the browser from answering, in ms; 0 when none was over 50. */
function longestTask(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "networkidle" });
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let longest = 0;
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
          }).observe({ type: "longtask", buffered: true });
          setTimeout(() => resolve(longest), 500);
        }),
    );
  });
}

/** The moment when Continue leads on, for a visitor who has filled in the step and presses as soon as that is kept (web/start/early.ts). */
function earlyContinue(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    // All of it in the page: the test's own way there would take longer than what is measured.
    await page.addInitScript((answers) => {
      let isKept = false;
      addEventListener("submit", (event) => setTimeout(() => (isKept ||= event.defaultPrevented)), true);
      const presses = setInterval(() => {
        const form = document.querySelector<HTMLFormElement>("main form[data-next]");
        if (!form) return;
        if (isKept) return clearInterval(presses);
        for (const [name, value] of Object.entries(answers)) {
          (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
        }
        form.querySelector<HTMLElement>("[type=submit]")?.click();
      }, 20);
      navigation.addEventListener("navigate", ({ destination }) => {
        if (destination.url.endsWith("/apply/employment")) sessionStorage.setItem("ledOn", String(performance.now()));
      });
    }, CONTACT);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForURL("**/apply/employment", { waitUntil: "commit" });
    return page.evaluate(() => Number(sessionStorage.getItem("ledOn")));
  });
}

/** A page for the first time, then again. */
function visitTwice(browser: Browser, address: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(address, { waitUntil: "networkidle" });
    const cold = await paintOf(page);
    await page.goto(address, { waitUntil: "load" });
    return { cold, again: await paintOf(page) };
  });
}

/** How long the first answer of the FAQ takes to open. */
function openingAnAnswer(browser: Browser, site: string) {
  return newVisitor(browser, async (page) => {
    await page.goto(`${site}/faq`, { waitUntil: "networkidle" });
    const question = page.locator("main summary").first();
    await question.hover();
    await page.waitForTimeout(500);
    await question.click();
    await page.waitForTimeout(500);
    return page.evaluate(() => Number(document.documentElement.dataset.interaction ?? 0));
  });
}

/** From the home page on to the FAQ, pointing before clicking: the largest paint after the click. */
function secondPage(browser: Browser, site: string) {
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

/** In the page: the longest interaction so far (Interaction to Next Paint); pointing at something is none. */
function observe() {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement;
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) dataset.interaction = String(Math.max(Number(dataset.interaction ?? 0), duration));
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
