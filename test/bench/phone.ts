import type { Browser, CDPSession, Page } from "@playwright/test";

/** A phone by its BenchmarkIndex (Lighthouse, docs/throttling.md), and what a page may take on it, largest paint / blank. */
export interface Phone {
  name: string;
  index: number;
  goals: { text: number; step: number; continue: number };
}

/** The first is what Chrome's developer tools call a low-tier phone; the other is the slowest of Lighthouse's middle tier. */
export const PHONES = {
  faster: { name: "Moto G Power (2022)", index: 264, goals: { text: 1.1, step: 1.1, continue: 1.45 } },
  slower: { name: "Moto G4 (2016)", index: 125, goals: { text: 1.2, step: 1.3, continue: 1.7 } },
} satisfies Record<string, Phone>;

const TRIALS = 5;
/** How far the index may be from the phone's, in parts of it. */
export const DRIFT = 0.1;
/** How often something is measured anew because the machine did something else meanwhile. */
const MOST_TRIES = 4;
const HALVINGS = 8;

/** Makes this machine's browser as slow as a phone: `slowdown` is for `slowDown`, `index` is what a page reached with it. */
export async function calibrate(browser: Browser, phone: Phone) {
  return onEmptyPage(browser, async (page, devtools) => {
    const indexAt = async (slowdown: number) => {
      await slowDown(devtools, slowdown);
      return benchmarkIndex(page);
    };
    const here = await indexAt(1);
    if (here < phone.index) return { slowdown: 1, index: here, here };
    // The index does not fall evenly with the slowdown.
    let [low, high] = [1, (4 * here) / phone.index];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = Math.sqrt(low * high);
      if ((await indexAt(middle)) > phone.index) low = middle;
      else high = middle;
    }
    const slowdown = Math.sqrt(low * high);
    return { slowdown, index: await indexAt(slowdown), here };
  });
}

/** A browser as slow as a phone; of all that was measured, how often it was that before and after. */
export interface SlowBrowser {
  browser: Browser;
  phone: Phone;
  slowdown: number;
  measured: { steady: number; disturbed: number };
}

/**
 * Does `work` while the browser is as slow as its phone. Machines become faster and slower by the minute: then it is calibrated
 * anew, and `work` done once more. What is disturbed every time counts as disturbed.
 */
export async function steadily<Result>(bench: SlowBrowser, work: () => Promise<Result>): Promise<Result> {
  const isPhone = async () =>
    Math.abs((await indexWith(bench.browser, bench.slowdown)) / bench.phone.index - 1) <= DRIFT;
  for (let tries = 1; ; tries++) {
    if (!(await isPhone())) bench.slowdown = (await calibrate(bench.browser, bench.phone)).slowdown;
    const result = await work();
    const isSteady = await isPhone();
    if (!isSteady && tries < MOST_TRIES) continue;
    bench.measured[isSteady ? "steady" : "disturbed"]++;
    return result;
  }
}

/** The index of a browser that is slowed down; to see whether it is still the phone that it was calibrated for. */
function indexWith(browser: Browser, slowdown: number) {
  return onEmptyPage(browser, async (page, devtools) => {
    await slowDown(devtools, slowdown);
    return benchmarkIndex(page);
  });
}

export async function slowDown(devtools: CDPSession, rate: number) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

async function onEmptyPage<Result>(browser: Browser, work: (page: Page, devtools: CDPSession) => Promise<Result>) {
  const page = await browser.newPage();
  try {
    const devtools = await page.context().newCDPSession(page);
    await page.evaluate(pieceOfScript);
    return await work(page, devtools);
  } finally {
    await page.close();
  }
}

async function benchmarkIndex(page: Page) {
  const trials: number[] = [];
  for (let trial = 0; trial < TRIALS; trial++) trials.push(await page.evaluate(pieceOfScript));
  return trials.sort((a, b) => a - b)[Math.floor(TRIALS / 2)] as number;
}

/**
 * In the page, BenchmarkIndex as Lighthouse defines it: a tenth of how often in a second a text of 10,000 letters is put
 * together, and of how often 100,000 numbers are copied; the mean of both.
 */
function pieceOfScript() {
  const TRIAL_MS = 100;
  const tenthOfRate = (work: () => void) => {
    const start = performance.now();
    let done = 0;
    // Not at every turn: asking for the time takes long itself.
    while (done % 10 !== 0 || performance.now() - start < TRIAL_MS) {
      work();
      done++;
    }
    return (done * 1000) / (performance.now() - start) / 10;
  };
  const texts = tenthOfRate(() => {
    let text = "";
    for (let letter = 0; letter < 10_000; letter++) text += "a";
    if (text.length !== 10_000) throw new Error("What nobody reads would not be put together");
  });
  let from = Array.from({ length: 100_000 }, (_, number) => number);
  let to = [...from];
  const copies = tenthOfRate(() => {
    for (let place = 0; place < from.length; place++) to[place] = from[place] as number;
    [from, to] = [to, from];
  });
  return (texts + copies) / 2;
}
