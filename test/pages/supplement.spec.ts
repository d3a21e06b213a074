import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { readHtml, wordsOf } from "./html.ts";

/** Whoever changes the supplement sets its date to that day (web/pages/legal/facts.ts) and writes here what this finds. */
const supplements = {
  en: { date: "November 29, 2026", sha256: "d3f315853dd27755420988f647b1f518306e0fbddd5cba861d110cad08367396" },
  es: { date: "29 de noviembre de 2026", sha256: "b0e8e560848a9c8c9efa005baa81737f4ae46af2b39b8f6f2a99fc462498f342" },
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
