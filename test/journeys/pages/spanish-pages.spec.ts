import type { Page } from "@playwright/test";
import { shownTexts } from "../../../db/model/consent/consent.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import type { Language } from "../../../db/model/words.ts";
import { documentOf } from "../../pages/html.ts";
import { differencesOf } from "../../pages/twins.ts";
import { open, send, store } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { ownPhone } from "../own.ts";
import { expectReflow } from "../reflow.ts";
import { expect, test } from "../test.ts";

/** Compares pages in use with their English twins. Unused pages: test/pages/twins.spec.ts. */

async function expectTwins(page: Page, arrive: (language: Language) => Promise<void>) {
  await arrive("en");
  const english = await page.content();
  await arrive("es");
  expect(differencesOf(documentOf(english), documentOf(await page.content()))).toEqual({});
}

test("results, receipt and thanks say the same in both languages", async ({ page }) => {
  const at = new Date().toISOString();
  const textIds = shownTexts().map(({ id }) => id);
  const ref = await send(page.request, {
    phone: ownPhone(),
    bankruptcyStatus: "Open",
    consentRecord: { textIds, language: "en-US", shownAt: at, tickedAt: at },
  });
  const results = `/results?ref=${ref}`;
  await store(page, "sessionStorage", "reference", { ref, at });
  // Code of these parts loads after the page; of folded ones, once they open.
  for (const [path, first, ...later] of [
    [results, "#call", "#prices table", "#correction button", "#deletion button"],
    [`${results}&view=receipt`, "main blockquote"],
    ["/thank-you", "#call"],
  ] as [string, string, ...string[]][]) {
    await expectTwins(page, async (language) => {
      await open(page, addressOf(path, language));
      await expect(page.locator(first).first()).toBeVisible();
      await page.locator("main details").evaluateAll((parts) => {
        for (const part of parts as HTMLDetailsElement[]) part.open = true;
      });
      for (const part of later) await expect(page.locator(part).first()).toBeVisible();
      await expect(page.getByText(/^(Loading|Cargando)\.\.\.$/)).toHaveCount(0);
    });
    await expectAccessible(page);
    await expectReflow(page);
  }
});
