import { type APIRequestContext, expect, test } from "@playwright/test";
import { usd } from "../../db/model/money/amount.ts";
import { marketRates } from "../../db/model/money/market-rates.ts";
import { FEES, TAX_SHARE, TITLE_FEES, usualFees } from "../../db/model/money/texas-fees.ts";
import { claims } from "../../web/copy/claims/claims.ts";
import { metros } from "../../web/copy/texas/metros.ts";
import { readClaims } from "../../worker/run/deploy/claims.ts";
import { plain, readHtml, wordsOf } from "./html.ts";

/** web/copy/claims/claims.md against the served pages. */

const table = readClaims();

test("each claim stands on exactly the pages that the table names", async ({ request }) => {
  const texts = await textsOf(request);
  const named: Record<string, string[]> = {};
  for (const { says, where } of table) {
    const pages = where === "every page" ? [...texts.keys()] : where.split(" ");
    for (const words of quoted(says)) named[words] = [...new Set([...(named[words] ?? []), ...pages])].sort();
  }
  const found = Object.keys(named).map((words) => {
    const pages = [...texts].filter(([, text]) => stands(words, text)).map(([path]) => path);
    return [words, pages.sort()];
  });
  expect(Object.fromEntries(found)).toEqual(named);
});

test("each figure that pages are made of is in the table", () => {
  const all = table.flatMap(({ says }) => quoted(says)).join("\n");
  const fees = FEES.flatMap((fee) => [true, false].map((isNew) => usualFees[fee]({ isNew, isElectric: true })));
  const figures = [
    claims,
    marketRates.rates.map(({ percent }) => `${percent.toFixed(2)}%`),
    `${100 * TAX_SHARE}%`,
    [...fees, ...TITLE_FEES].map((cents) => usd(cents).replace(".00", "")),
    metros.map(({ areaCodes, population, dealers, lenderLocations }) => [
      areaCodes.join(", "),
      population,
      dealers,
      lenderLocations,
    ]),
  ];
  expect(leavesOf(figures).filter((figure) => /\d/.test(figure) && !all.includes(figure))).toEqual([]);
});

test("whatever is proven has a date and who says so", () => {
  for (const { says, proof, date, who } of table) {
    const isProven = proof !== "none yet";
    expect({ says, date: /^\d{4}-\d\d-\d\d$/.test(date), who: who !== "" }).toEqual({
      says,
      date: isProven,
      who: isProven,
    });
  }
});

test("each date named on a page is its source's in the table", () => {
  const ENDS = { first: "03-31", second: "06-30", third: "09-30", fourth: "12-31" };
  const dated = table.flatMap(({ says, date }) =>
    quoted(says).flatMap((words) => {
      const [, quarter, of] = /^(\w+) quarter of (\d{4})$/.exec(words) ?? [];
      const [, year] = /^as of (\d{4})$/.exec(words) ?? [];
      if (!of && !year) return [];
      return [{ words, date, expected: of ? `${of}-${ENDS[quarter as keyof typeof ENDS]}` : `${year}-01-01` }];
    }),
  );
  expect(dated.map(({ words }) => words).sort()).toEqual(["as of 2026", marketRates.date]);
  for (const { words, date, expected } of dated) expect([words, date]).toEqual([words, expected]);
});

/** The words of the pages that everybody can find, but articles, and of /thank-you: also what search engines show of them. */
async function textsOf(request: APIRequestContext) {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const english = new Set([...paths.filter((path) => !/^\/(es|blog)\b/.test(path)), "/thank-you"]);
  return new Map(
    await Promise.all(
      [...english].map(async (path) => {
        const { document } = await readHtml(request, path);
        const description = document.querySelector('meta[name="description"]')?.getAttribute("content");
        return [path, plain(`${description} ${wordsOf(document.body)}`)] as const;
      }),
    ),
  );
}

/** The words in backticks. */
function quoted(says: string) {
  return [...says.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
}

/** Whether these words stand in a text, and are no part of a longer figure. */
function stands(words: string, text: string) {
  return new RegExp(`(?<![\\w$.,-])${words.replace(/[.+$]/g, "\\$&")}(?!\\w)`, "i").test(text);
}

function leavesOf(value: unknown): string[] {
  return typeof value === "object" && value ? Object.values(value).flatMap(leavesOf) : [String(value)];
}
