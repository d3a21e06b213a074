import type { Browser, CDPSession, Page } from "@playwright/test";

/** A phone by its BenchmarkIndex (Lighthouse, docs/throttling.md). */
export interface Phone {
  name: string;
  index: number;
}

/** A low-tier phone of Chrome's developer tools, and the slowest of Lighthouse's middle tier. */
export const PHONES = {
  faster: { name: "Moto G Power (2022)", index: 264 },
  slower: { name: "Moto G4 (2016)", index: 125 },
} satisfies Record<string, Phone>;

const TRIALS = 5;
/** How far the index may be from the phone's, as a share. */
export const DRIFT = 0.1;
/** How often to measure again if the machine was busy with something else. */
const MOST_TRIES = 4;
const HALVINGS = 8;

/** Makes this browser as slow as a phone: `slowdown` is for `slowDown`, `index` is the one that it reached. */
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

/** A browser as slow as a phone, and how often it was so both before and after a measurement. */
export interface SlowBrowser {
  browser: Browser;
  phone: Phone;
  slowdown: number;
  measured: { steady: number; disturbed: number };
}

/** Does `work` while the browser is as slow as its phone: again if it was not, and after some tries anyway. */
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

/** The index of a slowed browser, to check that it still is as slow as its phone. */
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

/** In the page: BenchmarkIndex as Lighthouse defines it, from building strings and copying arrays. */
function pieceOfScript() {
  const TRIAL_MS = 100;
  const tenthOfRate = (work: () => void) => {
    const start = performance.now();
    let done = 0;
    // Not on every turn, because reading the time is slow.
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
