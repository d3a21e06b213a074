import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allMessages, CATALOG, problemsOf, readCatalog } from "../../web/words/catalog.ts";
import { handlingOf } from "../../web/words/files.ts";
import { messagesIn } from "../../web/words/messages.ts";

const page = `import { t } from "../db/model/words.ts";
const Page = ({ name }) => (
  <p title="Home">
    Write to <a>{name}</a>.
  </p>
);`;
const home = 'msgid "Home"\nmsgstr "Inicio"\n';

test("every message is translated, and each translation is used", () => {
  expect(problemsOf(allMessages(), readCatalog())).toEqual([]);
});

test("a message that is removed from the catalog is missed", () => {
  const whole = readFileSync(CATALOG, "utf8");
  const less = whole.replace('msgid "Skip to the main content"', 'msgid "Skip it"');
  expect(less).not.toBe(whole);
  expect(problemsOf(allMessages(), readCatalog(less))).toEqual([
    {
      file: "web/layout/layout.tsx",
      line: expect.any(Number),
      problem: "has no Spanish: 'Skip to the main content'",
    },
    { file: CATALOG, line: 0, problem: "not used any more: 'Skip it'" },
  ]);
});

test.each([
  ["Escriba a <0>{name}</0>.", null],
  ["<0>{name}</0>: escríbale.", null],
  ["", "has no Spanish"],
  ["Escríbanos.", "its Spanish lacks {name}"],
  ["Escriba a {name}.", "its Spanish lacks <0>"],
  ["Escriba a <0>{name}</0>, {street}.", "its Spanish has {street}, the English has not"],
  ["Escriba a <0>{name}</0>, <1>hoy</1>.", "its Spanish has another <1>"],
  ["Escriba a <0>{name}.", "its Spanish does not close <0>"],
  ["<0>{name}</0> y <0>{name}</0>.", "its Spanish has <0> twice"],
  ["Escriba a <0>{name}</0> <b>hoy</b>.", "its Spanish has a stray character in ' <b>hoy</b>.'"],
  ["Escriba a <0>{name}</0>, Capítulo 7.", "its Spanish has other figures"],
])("of 'Write to <0>{name}</0>.', '%s': %s", (spanish, problem) => {
  const wanted = problem ? [{ file: "web/page.tsx", line: 4, problem: `${problem}: 'Write to <0>{name}</0>.'` }] : [];
  expect(problemsIn(`${home}\n${entry(spanish)}`)).toEqual(wanted);
});

test("a fuzzy translation is not shown and does not pass", () => {
  const catalog = `${home}\n#, fuzzy\n${entry("Escriba a <0>{name}</0>.")}`;
  expect(problemsIn(catalog)[0]?.problem).toMatch(/^its Spanish is marked fuzzy/);
  expect(readCatalog(catalog).translationOf({ id: "Write to <0>{name}</0>.", context: "" })).toBeUndefined();
});

test("what our own people read is not taken for a message", () => {
  expect(
    [
      "web/layout/layout.tsx",
      "web/desk/queue/queue.tsx",
      "web/blog/writing/post-form.tsx",
      "worker/http/body.ts",
      "test/run.ts",
    ].map(handlingOf),
  ).toEqual(["text", "marked", "marked", "marked", "none"]);
});

function problemsIn(catalog: string) {
  return problemsOf([{ file: "web/page.tsx", ...messagesIn("web/page.tsx", page, true) }], readCatalog(catalog));
}

function entry(spanish: string) {
  return `msgid "Write to <0>{name}</0>."\nmsgstr ${JSON.stringify(spanish)}\n`;
}
