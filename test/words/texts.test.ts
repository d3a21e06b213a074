import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { allTexts, codeOfText, problemsOfText } from "../../web/words/texts.ts";

const ENGLISH = `---
title: Terms
---

## Your part {#part}

Write to [us](/contact) within {ANSWERS_KEPT_DAYS} days, **today**.

- One
- Two, from {policyDate}

{SpanishNote}

{ESignDisclosure}

{shared.md}
`;
const SPANISH = `---
title: Términos
---

## Su parte {#part}

**Hoy**, antes de {ANSWERS_KEPT_DAYS} días, [escríbanos](/contact).

- Uno
- Dos, del {policyDate}

{SpanishNote}

{ESignDisclosure}

{shared.md}
`;

test("every long text says the same in both languages, line by line", () => {
  expect(allTexts()).toHaveLength(6);
  expect(allTexts().flatMap((text) => problemsOfText(text))).toEqual([]);
  expect(problemsIn(SPANISH)).toEqual([]);
});

test.each([
  ["a paragraph is missing", /^\*\*Hoy.*\n\n/m, "", 7],
  ["an item is missing", "- Uno\n", "", 9],
  ["a heading has another address", "{#part}", "{#parte}", 5],
  ["a link leads elsewhere", "(/contact)", "(/apply)", 7],
  ["a fact is written out", "{ANSWERS_KEPT_DAYS}", "siete", 7],
  ["a figure is told that the English has not", "Uno", "Uno de 2", 9],
  ["another part stands there", "{SpanishNote}", "{CallUs}", 12],
  ["a line is left in English", "Uno", "One", 9],
] as const)("a Spanish text does not pass where %s", (_, from, to, line) => {
  expect(problemsIn(SPANISH.replace(from, to))).toContainEqual({
    file: "web/terms.es.md",
    line,
    problem: expect.any(String),
  });
});

test.each([
  ["{policyDay}", "{policyDay} stands for nothing"],
  ["{policyDate", "{policyDate stands for nothing"],
])("neither the check nor the build takes '%s' for a fact", (written, problem) => {
  const [english, spanish] = [ENGLISH, SPANISH].map((text) => text.replace("{policyDate}", written)) as [
    string,
    string,
  ];
  expect(problemsIn(spanish, english).map((each) => each.problem)).toEqual(
    Array(2).fill(expect.stringContaining(problem)),
  );
  expect(() => codeOfText("web/terms.md", "en", reader(spanish, english))).toThrow(problem);
});

test.each([
  ["a heading without an address", "## Your part {#part}", "## Your part", "a heading ends with its address"],
  ["a paragraph of two lines", "Write to", "Write\nto", "a paragraph is one line"],
])("%s does not pass", (_, from, to, problem) => {
  expect(() => codeOfText("web/terms.md", "en", reader(SPANISH, ENGLISH.replace(from, to)))).toThrow(problem);
});

test("a text becomes elements with its facts, in the language asked for", () => {
  const wanted = {
    en: `Terms|part|Your part|<p>Write to <i>/contact us</i> within 7 days, <strong>today</strong>.</p><ul><li>One</li><li>Two, from May</li></ul><hr/><b></b><div class="wrap-anywhere"><details class="fold"><summary><h3>More \` \\ $</h3></summary><div id="more" class="prose pb-8"><p>All of it</p></div></details></div>`,
    es: `Términos|part|Su parte|<p><strong>Hoy</strong>, antes de 7 días, <i>/contact escríbanos</i>.</p><ul><li>Uno</li><li>Dos, del May</li></ul><hr/><b></b><div class="wrap-anywhere"><details class="fold"><summary><h3>Más $7</h3></summary><div id="more" class="prose pb-8"><p>Todo</p></div></details></div>`,
  };
  for (const language of ["en", "es"] as const) {
    expect(shown(language, language)).toBe(wanted[language]);
    expect(shown("both", language)).toBe(wanted[language]);
  }
  expect(codeOfText("web/terms.md", "es", reader())).not.toContain("Your part");
});

function reader(spanish = SPANISH, english = ENGLISH) {
  const files: Record<string, string> = {
    "web/terms.md": english,
    "web/terms.es.md": spanish,
    "web/shared.md": "### More \\` \\\\ $ {#more}\n\nAll of it\n",
    "web/shared.es.md": "### Más ${ANSWERS_KEPT_DAYS} {#more}\n\nTodo\n",
  };
  return (file: string) => files[file] as string;
}

function problemsIn(spanish: string, english?: string) {
  return problemsOfText("web/terms.md", reader(spanish, english));
}

function shown(into: "en" | "es" | "both", language: "en" | "es") {
  const script = codeOfText("web/terms.md", into, reader())
    .replace(/^import .*\n/gm, "")
    .replace("export default", "return");
  const names = {
    ...{ createElement, Fragment, language: () => language },
    Link: ({ to, children }: { to: string; children?: string }) => createElement("i", null, `${to} `, children),
    ...{ ANSWERS_KEPT_DAYS: 7, policyDate: () => "May" },
    ...{ SpanishNote: () => createElement("hr"), ESignDisclosure: () => createElement("b") },
  };
  const { title, chapters } = new Function(...Object.keys(names), script)(...Object.values(names))();
  const [chapter] = chapters;
  return [title, chapter.id, chapter.title, renderToStaticMarkup(chapter.content)].join("|");
}
