import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { readHtml, wordsOf } from "./html.ts";

/** Whoever changes the supplement sets its date to that day (web/pages/legal/facts.ts) and writes here what this finds. */
const supplements = {
  en: { date: "November 29, 2026", sha256: "070e02cf336fe134b8987639d5c008e4bae43932e4ba777785eeb822691b3faa" },
  es: { date: "29 de noviembre de 2026", sha256: "073bacf16e224d202c58eddb0c7ecf9cfdcce8b49eeb9651732a38f9b71ba1ef" },
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
