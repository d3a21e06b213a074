import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { readHtml, wordsOf } from "./html.ts";

/** Whoever changes the supplement sets its date to that day (web/pages/legal/facts.ts) and writes here what this finds. */
const supplements = {
  en: { date: "November 29, 2026", sha256: "fbacfd9a7305c0279c9bb13be5698c2c7e60a168436e5e84c6302cb538358622" },
  es: { date: "29 de noviembre de 2026", sha256: "7e8911a705e2e2a2defcdfeb725615c334e55deb73af759ff112c78cd3dc32ad" },
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
