import * as visits from "./browser.ts";
import { budget } from "./budget.ts";
import { addressOf } from "./edge.ts";
import { type SlowBrowser, steadily } from "./phone.ts";
import { atMost, type Line, median, printTable, reference, spread, spreadWithin } from "./table.ts";
import { LIMITS } from "./variants.ts";

/** Every page that visitors read or fill in. */
export const PAGES = Object.keys(budget).filter((path) => path !== "/no-such-page");
/** Pages with an image as the largest part of the first screen. It takes another round trip. */
const WITH_IMAGE = ["/blog", "/blog/how-to-read-an-apr"];
const WITH_IMAGE_GOAL = 1.3;
const NO_SCRIPT_GOAL = 1.05;
const CONTINUE_GOAL = 1.6;
const FIRST_STEP = "/apply/contact";

interface Bench extends SlowBrowser {
  port: number;
  rounds: number;
}

/** Compares each page with its limits. Each round visits all four, in rotating order. */
export async function measurePages(bench: Bench, paths: string[]) {
  const limits = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  const rows: string[][] = [];
  for (const path of paths) {
    const pages = [];
    const ratios = Object.fromEntries(limits.map((limit) => [limit, [] as number[]]));
    const visit = (limit: string) => visits.firstVisit(bench, addressOf(path, bench.port, limit));
    for await (const [page, others] of rounds(bench, limits, visit)) {
      pages.push(page);
      for (const limit of limits) ratios[limit]?.push(page.paint / (others[limit]?.paint ?? Number.NaN));
    }
    const { blank = [], bare = [] } = ratios;
    const row = [
      path,
      median(pages.map(({ paint }) => paint)).toFixed(0),
      spread(blank),
      spreadWithin(bare, goalOf(path)),
      spreadWithin(ratios["no-script"] ?? [], WITH_IMAGE.includes(path) ? Number.POSITIVE_INFINITY : NO_SCRIPT_GOAL),
      spread(
        pages.map(({ longestTask }) => longestTask),
        0,
      ),
      median(pages.map(({ shift }) => shift)).toFixed(3),
    ];
    rows.push(row);
    console.log(`${bench.phone.name}: ${row.join(" | ")}`);
  }
  printTable(
    ["page", "largest paint, ms", "/ blank", "/ bare", "/ without script", "longest task, ms", "layout shift"],
    rows,
  );
}

/** Other waits of visitors, besides the first paint. */
export async function measureWaits(bench: Bench): Promise<Line[]> {
  const at = (path: string, variant?: string) => addressOf(path, bench.port, variant);
  const continues: number[] = [];
  const seconds: number[] = [];
  const repeats: number[] = [];
  const blankRepeats: number[] = [];
  const attached: number[] = [];
  const early: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    console.log(`${bench.phone.name}: waits, round ${round + 1} of ${bench.rounds}`);
    const blank = () => visits.largestPaint(bench, at("/", "blank"));
    const toContinue = () => visits.earlyContinue(bench, at(FIRST_STEP));
    continues.push(await steadily(bench, async () => (await toContinue()) / (await blank())));
    early.push((await steadily(bench, () => visits.typing(bench, at(FIRST_STEP), "commit"))).longest);
    const { react, longest } = await steadily(bench, () => visits.typing(bench, at(FIRST_STEP), "networkidle"));
    attached.push(react);
    idle.push(longest);
    const [repeat, blankRepeat, second] = await steadily(bench, async () => {
      const { cold, again } = await visits.visitTwice(bench, at("/faq"));
      const ofBlank = await visits.visitTwice(bench, at("/faq", "blank"));
      return [again / cold, ofBlank.again / cold, (await visits.secondPage(bench, at(""))) / cold] as const;
    });
    repeats.push(repeat);
    blankRepeats.push(blankRepeat);
    seconds.push(second);
  }
  return [
    atMost(`${FIRST_STEP}: Continue works / blank`, continues, CONTINUE_GOAL),
    reference(`${FIRST_STEP}: React has taken over, ms`, spread(attached, 0)),
    atMost(`${FIRST_STEP}: INP at once, ms`, early, 200),
    atMost(`${FIRST_STEP}: INP once idle, ms`, idle, 110),
    atMost("second page within the site / its cold load", seconds, 0.35),
    reference("repeat view of the blank page / the cold load of /faq", spread(blankRepeats)),
    atMost("repeat view / cold load, of /faq", repeats, median(blankRepeats) + 0.05),
  ];
}

/** The page ("") and others, visited one right after another. Each round starts with another one. */
async function* rounds<Found>(bench: Bench, others: string[], visit: (which: string) => Promise<Found>) {
  const all = ["", ...others];
  // The edge compresses a file at its first request.
  for (const which of all) await visit(which);
  for (let round = 0; round < bench.rounds; round++) {
    const found = await steadily(bench, async () => {
      const visited: Record<string, Found> = {};
      for (let turn = 0; turn < all.length; turn++) {
        const which = all[(round + turn) % all.length] as string;
        visited[which] = await visit(which);
      }
      return visited;
    });
    yield [found[""] as Found, found] as const;
  }
}

/** How much later than a plain page of as many bytes a page may be painted. */
function goalOf(path: string) {
  if (WITH_IMAGE.includes(path)) return WITH_IMAGE_GOAL;
  return path.startsWith("/apply/") ? 1.15 : 1.1;
}
