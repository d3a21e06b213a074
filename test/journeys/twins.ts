import { expect, type Page } from "@playwright/test";
import { addressOf } from "../../db/model/address.ts";
import { FIELDS, questions } from "../../db/model/application.ts";
import { brand } from "../../db/model/brand.ts";
import { exampleApplication } from "../../db/model/example.ts";
import type { Language } from "../../db/model/words.ts";
import { metros, regions } from "../../web/copy/metros.ts";
import { featuredStories, shorterStories } from "../../web/copy/stories.ts";

/** Wherever a page says the one in English, its twin says the other: labels, limits and what must not be taken for an offer. */
const LIMITS: [english: RegExp, spanish: RegExp][] = [
  [/illustrative example/i, /ejemplos? ilustrativos?/i],
  [/representative example/i, /ejemplo representativo/i],
  [/guidance, not a guarantee/i, /orientación, no una garantía/i],
  [/not an offer/i, /no una oferta/i],
  [/no credit pull/i, /(sin|no hay|ninguna) consulta de crédito/i],
  [/explicit consent/i, /consentimiento explícito/i],
  [/your rate depends on/i, /su tasa depende de/i],
];

/** What may stand in both languages. Of answers, only what is typed: choices are put into words. */
const example = exampleApplication();
const TYPED = FIELDS.filter((field) => ["text", "phone", "email"].includes(questions[field].kind));
const SAME = [
  ...[brand.name, "Facebook", "Instagram", "YouTube", "Experian", "TxDMV", "OCCC", "Texas", "Dallas"],
  ...[...metros.map(({ name }) => name), ...regions.flatMap(({ cities }) => cities)],
  ...[...featuredStories(), ...shorterStories()].flatMap(({ name, initials, city }) => [name, initials, city]),
  ...TYPED.map((field) => String(example[field])),
  // Names of forms and laws, and what is one word in both.
  ...["W-2", "APR", "E-SIGN", "TCPA", "Blog", "Error", "Legal", "Local", "No"],
].toSorted((a, b) => b.length - a.length);
const ADDRESSES = /https?:\S+|\S+@\S+|\b[0-9a-f-]{36}\b/g;
const FIGURES = /\$?\d+(?:[.,]\d+)*[%+M]?/g;

/** Our pages; not the feed, which is in English. */
const HAS_TWIN = /^\/(?!rss\.xml)/;
/** Only the Spanish page says what is in English. */
const ABOUT_ENGLISH = /est[áa]n? en inglés/;

/**
 * Arrives at a page in both languages and compares what they say, block after block: headings, notes, figures and limits at
 * the same places, no words left in English, links to the twin of what the English one leads to, and the same controls.
 * Leaves the Spanish page open.
 */
export async function expectTwins(page: Page, arrive: (language: Language) => Promise<void>) {
  const arriveAndRead = async (language: Language) => {
    await arrive(language);
    await page.waitForLoadState("networkidle");
    return read(page);
  };
  const english = await arriveAndRead("en");
  const spanish = await arriveAndRead("es");

  const said = spanish.said.filter(({ text }) => !ABOUT_ENGLISH.test(text));
  const pairs = english.said.map((block, index) => [block, said[index]] as const);
  const apart = pairs.find(([block, twin]) => !twin || shapeOf(block) !== shapeOf(twin));
  expect(apart, "the first block that is of another kind or has other figures").toBeUndefined();
  expect(said.length).toBe(english.said.length);
  const untold = pairs.filter(([{ text }, twin]) => text === twin?.text && !twin.isEnglish && hasWords(text));
  expect(untold.map(([{ text }]) => text)).toEqual([]);
  const unlimited = pairs.filter(([{ text }, twin]) =>
    LIMITS.some(([en, es]) => en.test(text) && !es.test(twin?.text ?? "")),
  );
  expect(unlimited, "without its limit in Spanish").toEqual([]);

  const leadTo = english.links.map(({ address }, index) =>
    spanish.links[index]?.isEnglish || !HAS_TWIN.test(address) ? address : addressOf(address, "es"),
  );
  expect(spanish.links.map(({ address }) => address)).toEqual(leadTo);
  expect(spanish.controls).toEqual(english.controls);
}

interface Block {
  /** The heading that it is in, or else its element. */
  place: string;
  text: string;
  /** Said to be English on a page in Spanish. */
  isEnglish: boolean;
}

function shapeOf({ place, text }: Block) {
  // A term of the courts stands in brackets after its Spanish, and says its number again.
  const figures = text.replace(/\(Chapter \d+\)/g, "").match(FIGURES) ?? [];
  return [place, ...figures.toSorted()].join(" ");
}

/** Besides names, addresses and figures. */
function hasWords(text: string) {
  const rest = SAME.reduce((left, name) => left.replaceAll(name, ""), text.replace(ADDRESSES, ""));
  return /\p{L}/u.test(rest.replace(FIGURES, ""));
}

/** All but posts, which authors write, and the links to the other language. */
function read(page: Page) {
  return page.evaluate(() => {
    const ours = (element: Element | null) => !element?.closest("article, script, style, noscript");
    const blockOf = (element: Element): Element =>
      ["inline", "contents"].includes(getComputedStyle(element).display) && element.parentElement
        ? blockOf(element.parentElement)
        : element;
    const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
    const isEnglish = (element: Element) => element.closest("[lang]")?.getAttribute("lang") === "en";

    const blocks = new Map<Element, string>();
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const { parentElement } = node;
      if (!parentElement || !ours(parentElement) || !plain(node.textContent)) continue;
      const block = blockOf(parentElement);
      blocks.set(block, (blocks.get(block) ?? "") + node.textContent);
    }
    const said = [...blocks].map(([block, text]) => ({
      place: (block.closest("h1, h2, h3, h4, h5, h6") ?? block).tagName,
      text: plain(text),
      isEnglish: isEnglish(block),
    }));
    for (const name of ["alt", "aria-label", "placeholder", "title"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const text = plain(element.getAttribute(name));
        if (text && ours(element))
          said.push({ place: `${element.tagName} ${name}`, text, isEnglish: isEnglish(element) });
      }
    }
    const description = document.querySelector("meta[name=description]")?.getAttribute("content");
    for (const text of [document.title, description ?? ""]) said.push({ place: "HEAD", text, isEnglish: false });

    const links = [
      ...document.querySelectorAll<HTMLElement>("a[href]:not([hreflang][lang]), form[action], [data-next]"),
    ]
      .filter(ours)
      .map((link) => ({
        address: link.getAttribute("href") ?? link.getAttribute("action") ?? link.dataset.next ?? "",
        isEnglish: link.getAttribute("hreflang") === "en",
      }));
    const controls = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea, button, option")]
      .filter(ours)
      .map(({ tagName, type, name, value }) => [tagName, type, name, value].join(" "));
    return { said, links, controls };
  });
}
