import { FIELDS, questions } from "../../db/model/form/application.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { metros, regions } from "../../web/copy/texas/metros.ts";
import { featuredStories, shorterStories } from "../../web/stories/examples.ts";
import { blockOf, plain, textsIn } from "./html.ts";

/** If a page says the one in English, its twin has to say the other: labels, limits and disclaimers. */
const LIMITS: [english: RegExp, spanish: RegExp][] = [
  [/illustrative example/i, /ejemplos? ilustrativos?/i],
  [/representative example/i, /ejemplo representativo/i],
  [/guidance, not a guarantee/i, /orientación, no una garantía/i],
  [/not an offer/i, /no una oferta/i],
  [/no credit pull/i, /(sin|no hay|ninguna) consulta de crédito/i],
  [/explicit consent/i, /consentimiento explícito/i],
  [/your rate depends on/i, /su tasa depende de/i],
];

/** Words allowed in both languages. Of answers, only typed ones, since choices are translated. */
const example = exampleApplication();
const TYPED = FIELDS.filter((field) => ["text", "phone", "email"].includes(questions[field].kind));
const SAME = [
  ...[brand.name, "Facebook", "Instagram", "YouTube", "Experian", "TxDMV", "OCCC", "Texas", "Dallas"],
  ...[...metros.map(({ name }) => name), ...regions.flatMap(({ cities }) => cities)],
  ...[...featuredStories(), ...shorterStories()].flatMap(({ name, city }) => [name, name.replace(/[^A-Z]/g, ""), city]),
  ...TYPED.map((field) => String(example[field])),
  // Names of forms and laws, and words that both languages share.
  ...["W-2", "APR", "E-SIGN", "TCPA", "Blog", "Error", "Legal", "Local", "No"],
].toSorted((a, b) => b.length - a.length);
const ADDRESSES = /https?:\S+|\S+@\S+|\b[0-9a-f-]{36,64}\b|BAP-\w{4}-\w{2}/g;
const FIGURES = /\$?\d+(?:[.,]\d+)*[%+M]?/g;

/** Our pages. Not the feed, which is in English. */
const HAS_TWIN = /^\/(?!rss\.xml)/;
/** Only the Spanish page says what is in English. */
const ABOUT_ENGLISH = /est[áa]n? en inglés|^En inglés$/;

/**
 * The differences between a page and its twin, block by block. None if both have the same headings, notes, figures,
 * limits and controls, links lead to twins, and no words are left in English.
 */
export function differencesOf(inEnglish: Document, inSpanish: Document) {
  const [english, spanish] = [read(inEnglish), read(inSpanish)];
  const said = spanish.said.filter(({ text }) => !ABOUT_ENGLISH.test(text));
  const pairs = english.said.map((block, index) => [block, said[index]] as const);
  const apart = pairs.find(([block, twin]) => !twin || shapeOf(block) !== shapeOf(twin));
  const untold = pairs.filter(([{ text }, twin]) => text === twin?.text && !twin.isEnglish && hasWords(text));
  const unlimited = pairs.filter(([{ text }, twin]) =>
    LIMITS.some(([en, es]) => en.test(text) && !es.test(twin?.text ?? "")),
  );
  const leadTo = english.links.map(({ address }, index) =>
    spanish.links[index]?.isEnglish || !HAS_TWIN.test(address) ? address : addressOf(address, "es"),
  );
  const [further, links, controls] = [
    said.slice(english.said.length),
    unequal(
      leadTo,
      spanish.links.map(({ address }) => address),
    ),
    unequal(english.controls, spanish.controls),
  ];
  return {
    ...(apart && { firstOfAnotherKindOrOtherFigures: apart }),
    ...(further.length > 0 && { onlyInSpanish: further }),
    ...(untold.length > 0 && { leftInEnglish: untold.map(([{ text }]) => text) }),
    ...(unlimited.length > 0 && { withoutLimitInSpanish: unlimited }),
    ...(links.length > 0 && { links }),
    ...(controls.length > 0 && { controls }),
  };
}

/** Pairs at the same place in two lists that differ. */
function unequal(ours: string[], theirs: string[]) {
  const places = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, place) => [
    ours[place],
    theirs[place],
  ]);
  return places.filter(([one, other]) => one !== other);
}

interface Block {
  /** Its heading, or else its element. */
  place: string;
  text: string;
  /** Marked as English on a Spanish page. */
  isEnglish: boolean;
}

function shapeOf({ place, text }: Block) {
  // A legal term is repeated in brackets after its Spanish, with its number.
  const figures = text.replace(/\(Chapter \d+\)/g, "").match(FIGURES) ?? [];
  return [place, ...figures.toSorted()].join(" ");
}

/** Besides names, addresses and figures. */
function hasWords(text: string) {
  const rest = SAME.reduce((left, name) => left.replaceAll(name, ""), text.replace(ADDRESSES, ""));
  return /\p{L}/u.test(rest.replace(FIGURES, ""));
}

/** Everything except posts, which authors write, toasts, which come late, and links to the other language. */
function read(document: Document) {
  const ours = (element: Element | null | undefined) =>
    !element?.closest("article, script, style, noscript, [aria-label$='(F8)']");
  const isEnglish = (element: Element) => element.closest("[lang]")?.getAttribute("lang") === "en";

  const blocks = new Map<Element, string>();
  for (const text of textsIn(document.body)) {
    if (!ours(text.parentElement) || !plain(text.data)) continue;
    const block = blockOf(text.parentElement as Element);
    blocks.set(block, (blocks.get(block) ?? "") + text.data);
  }
  const said = [...blocks].map(([block, text]) => ({
    place: (block.closest("h1, h2, h3, h4, h5, h6") ?? block).tagName,
    text: plain(text),
    isEnglish: isEnglish(block),
  }));
  for (const name of ["alt", "aria-label", "placeholder", "title"]) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = plain(element.getAttribute(name));
      if (text && ours(element))
        said.push({ place: `${element.tagName} ${name}`, text, isEnglish: isEnglish(element) });
    }
  }
  const description = document.querySelector("meta[name=description]")?.getAttribute("content");
  for (const text of [document.title, description ?? ""]) said.push({ place: "HEAD", text, isEnglish: false });

  const links = [...document.querySelectorAll("a[href]:not([hreflang][lang]), form[action], [data-next]")]
    .filter(ours)
    .map((link) => ({
      address:
        ["href", "action", "data-next"].map((name) => link.getAttribute(name)).find((address) => address !== null) ??
        "",
      isEnglish: link.getAttribute("hreflang") === "en",
    }));
  const controls = [...document.body.querySelectorAll("input, select, textarea, button, option")]
    .filter(ours)
    .map((control) =>
      [control.tagName, ...["type", "name", "value"].map((name) => control.getAttribute(name))].join(" "),
    );
  return { said, links, controls };
}
