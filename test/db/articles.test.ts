import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tryRender } from "../../db/model/blog/markdown.ts";
import { monthlyPayment, totalOfPayments } from "../../db/model/money/loan.ts";

const FOLDER = new URL("../../db/articles/", import.meta.url);
const articles = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
const translations = articles.flatMap((name) => {
  const [, original] = /^translationOf: (.*)$/m.exec(textOf(name)) ?? [];
  return original ? [[name, `${original}.md`]] : [];
});

function textOf(name: string) {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

/** The parts that an article and its translation share. The English name of a chapter may appear once, in brackets. */
function skeletonOf(name: string) {
  const [, head = "", content = ""] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(textOf(name).replace(/ \(Chapter \d+\)/g, "")) ?? [];
  const count = (pattern: RegExp) => content.match(pattern)?.length ?? 0;
  return {
    figures: content.match(/\$?\d[\d.,/-]*\d%?|\$?\d%?/g)?.toSorted(),
    links: [...content.matchAll(/\]\(([^)]*)\)/g)].map(([, address = ""]) => address.replace(/^\/es(?=\/)/, "")),
    blocks: content
      .trim()
      .split("\n\n")
      .map((block) => /^(#+|-|\d+\.|\||>|\*(?!\*))? ?/.exec(block)?.[1]),
    rows: [/^- /gm, /^\d+\. /gm, /^\|/gm].map(count),
    bold: count(/\*\*[^*]+\*\*/g),
    hero: /^hero: .*$/m.exec(head)?.[0],
  };
}

test("every article may be written, and so may twenty in one", () => {
  const texts = articles.map(textOf);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of [...texts, texts.join("\n\n").repeat(3).slice(0, 100_000)]) {
    expect(tryRender(text).problem).toBeUndefined();
  }
});

/** '$22,500 financed at 3.99% APR, 72 payments of $351.91, total of payments $25,337.52', in either language. */
const LOAN =
  /\$([\d,]+) (?:financed\s+at|financiados al) ([\d.]+)% APR, (\d+)\s+(?:payments\s+of|pagos de) \$([\d,.]+\d), (?:total of payments|total de pagos) \$([\d,.]+\d)/g;

test("every published example of a loan is what the model computes", () => {
  const beside = readFileSync(new URL("../../web/copy/claims/representative-example.tsx", import.meta.url), "utf8");
  const loans = [beside, ...articles.map(textOf)].flatMap((text) => [...text.replace(/\s+/g, " ").matchAll(LOAN)]);
  expect(loans).toHaveLength(10);
  const cents = (dollars = "") => Math.round(100 * Number(dollars.replaceAll(",", "")));
  for (const [said, financed, rate, months, payment, total] of loans) {
    const loan = { principal: cents(financed), rate: Number(rate), months: Number(months) };
    expect([monthlyPayment(loan), totalOfPayments(loan)], said).toEqual([cents(payment), cents(total)]);
  }
});

test("three articles are translated", () => {
  expect(translations).toHaveLength(3);
});

test.each(translations)("%s has every figure, link, heading, list and note of %s", (translation, original) => {
  expect(skeletonOf(translation)).toEqual(skeletonOf(original));
});
