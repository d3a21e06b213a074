import { createElement, Fragment, useId } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { transformSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { askLanguageOf, type Language, language, plural, t } from "../../db/model/words.ts";
import { readCatalog } from "../../web/words/catalog.ts";
import { messagesIn } from "../../web/words/messages.ts";
import { replaceMessages } from "../../web/words/replace.ts";

const MARKED = 'import { language, plural, t } from "../db/model/words.ts";';

test("words stand in the order of their language, around the same elements", () => {
  const page = '({ name }) => <p>Write to us with the <a href="/contact">contact <b>form</b></a>, {name}.</p>';
  expectIn(page, { name: "Ana" }, "{name}, use <0>el <1>formulario</1> de contacto</0>.", {
    en: '<p>Write to us with the <a href="/contact">contact <b>form</b></a>, Ana.</p>',
    es: '<p>Ana, use <a href="/contact">el <b>formulario</b> de contacto</a>.</p>',
  });
});

test("an icon and a control stand beside a sentence, spaced", () => {
  expectIn("() => <p><i /> Your answers</p>", {}, "Sus respuestas", {
    en: "<p><i></i> Your answers</p>",
    es: "<p><i></i> Sus respuestas</p>",
  });
  const page = "({ on }) => <label>Keep my <b>answers</b> {on && <input />}</label>";
  expectIn(page, { on: true }, "Guardar <0>mis respuestas</0>", {
    en: "<label>Keep my <b>answers</b> <input/></label>",
    es: "<label>Guardar <b>mis respuestas</b> <input/></label>",
  });
});

test("what is inside a sentence without being part of it stays", () => {
  const page =
    '({ all }) => <p>First complete <i title="A list">{all.map((each) => <u key={each}>{each}</u>)}</i>, then go on.</p>';
  expectIn(
    page,
    { all: ["a", "b"] },
    { "First complete <0/>, then go on.": "Siga después de <0/>.", "A list": "Una lista" },
    {
      en: '<p>First complete <i title="A list"><u>a</u><u>b</u></i>, then go on.</p>',
      es: '<p>Siga después de <i title="Una lista"><u>a</u><u>b</u></i>.</p>',
    },
  );
});

test("a marked string takes values by their names, and messages within them", () => {
  const page = "({ n }) => <p>{t`Recorded as ${{ amount: n * 2 }}, ${{ how: t`twice` }}`}</p>";
  expectIn(
    page,
    { n: 4 },
    { "Recorded as {amount}, {how}": "{how}: se anota {amount}", twice: "dos veces" },
    {
      en: "<p>Recorded as 8, twice</p>",
      es: "<p>dos veces: se anota 8</p>",
    },
  );
});

test("a plural follows the number, by the rules of the language", () => {
  const page = "({ n }) => <p>{plural(n, { one: t`${n} day`, other: t`${n} days` })}</p>";
  const spanish = { "{n} day": "{n} día", "{n} days": "{n} días" };
  expectIn(page, { n: 1 }, spanish, { en: "<p>1 day</p>", es: "<p>1 día</p>" });
  expectIn(page, { n: 0 }, spanish, { en: "<p>0 days</p>", es: "<p>0 días</p>" });
});

test("one English word may be two words", () => {
  const catalog = 'msgid "Rent"\nmsgstr "Rentar"\n\nmsgctxt "of a home"\nmsgid "Rent"\nmsgstr "Renta"\n';
  const page = '() => <p>{t.as("of a home")`Rent`}: {t`Rent`}</p>';
  expect(inBrowser(page, {}, catalog, "es")).toBe("<p>Renta: Rentar</p>");
});

test("no translation can break out of its place", () => {
  const page = '({ x }) => <p title="Title">{t`Three ${x}`}{t`Four`}<i>Five {x}</i></p>';
  for (const safe of ["`$alert(1)`", "\"'\\", "line\nbreak\u2028", "$& $1"]) {
    const spanish = { Title: safe, "Three {x}": `${safe}{x}`, Four: safe, "Five {x}": `{x}${safe}` };
    const wanted = createElement("p", { title: safe }, `${safe}7`, safe, createElement("i", null, 7, safe));
    expect(inBrowser(page, { x: 7 }, spanish, "es")).toBe(renderToStaticMarkup(wanted));
    expect(renderToStaticMarkup(run(page, { x: 7 }, spanish, "both", "es"))).toBe(renderToStaticMarkup(wanted));
  }
});

test("ids of React are the same wherever a page is rendered", () => {
  const page =
    "() => <div><Id /><p>See <Id>the page</Id> or <a>call <Id>us</Id></a>.</p><p><i /> Or <Id>write</Id> <i /></p><Id /></div>";
  const spanish = {
    "See <0>the page</0> or <1>call <2>us</2></1>.": "<1><2>Llámenos</2> o</1> vea <0>la página</0>.",
    "Or <0>write</0>": "<0>Escriba</0>",
  };
  for (const each of ["en", "es"] as const) {
    expect(renderToString(run(page, {}, spanish, each, each))).toBe(
      renderToString(run(page, {}, spanish, "both", each)),
    );
  }
});

test("English in the browser's code stays the same to the byte", () => {
  const code =
    'export const Page = () => (\n  <p title="A title">\n    Some <b>words</b>,\n    and more.\n  </p>\n);\n';
  expect(written(code, {}, "en")).toBe(code);
});

test.each([
  ["read before any language is known", "const label = t`About`;"],
  ["needs a name", "const label = () => t`About ${a + b}`;"],
  ["called name", "const label = () => t`${a.name} and ${b.name}`;"],
  ["cannot stand in a message", "const label = () => t`Less < more`;"],
  ["begins or ends with a space", "const label = () => t`About `;"],
])("%s: %s", (problem, code) => {
  expect(messagesIn("web/page.tsx", `${MARKED}\n${code}`, true).problems).toMatchObject([
    { line: 2, problem: expect.stringContaining(problem) },
  ]);
});

/** Checks what a page shows in the browser and from the server, in both languages. */
function expectIn(
  page: string,
  props: object,
  spanish: string | Record<string, string>,
  wanted: Record<Language, string>,
) {
  for (const each of ["en", "es"] as const) {
    expect(inBrowser(page, props, spanish, each), `browser, ${each}`).toBe(wanted[each]);
    expect(renderToStaticMarkup(run(page, props, spanish, "both", each)), `server, ${each}`).toBe(wanted[each]);
  }
}

function inBrowser(page: string, props: object, spanish: string | Record<string, string>, into: Language) {
  return renderToStaticMarkup(run(page, props, spanish, into, into));
}

/** The page as a React element, built for one language or both, and rendered in one. */
function run(
  page: string,
  props: object,
  spanish: string | Record<string, string>,
  into: Language | "both",
  active: Language,
) {
  const code = written(`const Page = ${page};`, spanish, into).replace(/^import .*?;(?=import|const)/, "");
  const jsx = { runtime: "classic" as const, pragma: "h", pragmaFrag: "F" };
  const { code: script } = transformSync("page.tsx", code.replaceAll(MARKED, ""), { jsx });
  askLanguageOf(() => active);
  const names = { h: createElement, F: Fragment, t, plural, language, __language: language, Id };
  return createElement(new Function(...Object.keys(names), `${script}; return Page;`)(...Object.values(names)), props);
}

function Id({ children }: { children?: string }) {
  return createElement("b", { id: useId() }, children);
}

function written(code: string, spanish: string | Record<string, string>, into: Language | "both") {
  const source = /\bt[.`]|plural/.test(code) ? MARKED + code : code;
  const found = messagesIn("web/page.tsx", source, true);
  expect(found.problems).toEqual([]);
  return replaceMessages(source, found, catalogOf(found.messages[0]?.id ?? "", spanish), into);
}

/** A catalog with these words. A single string is for the first message. */
function catalogOf(first: string, spanish: string | Record<string, string>) {
  if (typeof spanish === "string" && spanish.startsWith("msgid")) return readCatalog(spanish);
  const words = typeof spanish === "string" ? { [first]: spanish } : spanish;
  const entries = Object.entries(words).map(
    ([english, translated]) => `msgid ${JSON.stringify(english)}\nmsgstr ${JSON.stringify(translated)}\n`,
  );
  return readCatalog(entries.join("\n"));
}
