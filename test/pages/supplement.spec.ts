import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { readHtml, wordsOf } from "./html.ts";

/** Whoever changes the supplement sets its date to that day (web/pages/legal/facts.ts) and writes here what this finds. */
const supplements = {
  en: { date: "November 29, 2026", sha256: "011d7255839e4fa2ed9363fcb7e0b9572ba27a6a3bf5fc0de8dac98530c088af" },
  es: { date: "29 de noviembre de 2026", sha256: "3788ccd1f91dcae6afac2b8ef85a413cb8e722c31f9d42540e4dd56ddbe05457" },
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
