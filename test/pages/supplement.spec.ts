import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { readHtml, wordsOf } from "./html.ts";

/** Whoever changes the supplement sets its date to that day (web/pages/legal/facts.ts) and writes here what this finds. */
const supplements = {
  en: { date: "November 29, 2026", sha256: "210d481d2e87f62b54507dea81ec755485bb82588d7df68bd9c5ef1eb31087a0" },
  es: { date: "29 de noviembre de 2026", sha256: "9135832c81e1759dd08b175477049b3063605d6cee5f840d49710f3f3f1da9e4" },
} as const;

test("the privacy policy's supplement has the date of its last change", async ({ request }) => {
  const found: Record<string, { date: string; sha256: string }> = {};
  for (const language of ["en", "es"] as const) {
    const { document } = await readHtml(request, addressOf("/privacy", language));
    const words = wordsOf(document.querySelector("#supplement")?.parentElement ?? null);
    const [, date = ""] = /^(?:Supplement of|Suplemento del) (.+?): /.exec(words) ?? [];
    found[language] = { date, sha256: createHash("sha256").update(words.replaceAll(date, "")).digest("hex") };
  }
  expect(found, "a changed text has a new date").toEqual(supplements);
});
