import type { Page } from "@playwright/test";
import { addressOf } from "../../db/model/address.ts";
import { fieldsOf, questions, STEPS, type Step } from "../../db/model/application.ts";
import { shownTexts } from "../../db/model/consent.ts";
import { exampleApplication } from "../../db/model/example.ts";
import { paths } from "../../db/model/paths.ts";
import type { Kind } from "../../db/model/question.ts";
import type { Language } from "../../db/model/words.ts";
import { documentOf } from "../pages/html.ts";
import { expectTwins as expectSame } from "../pages/twins.ts";
import { continueButton, open, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { ownPhone } from "./own.ts";
import { es } from "./spanish-words.ts";
import { expect, test } from "./test.ts";

/** What pages say once they are used, beside their English twins. As they come: test/pages/twins.spec.ts. */

async function expectTwins(page: Page, arrive: (language: Language) => Promise<void>) {
  await arrive("en");
  const english = await page.content();
  await arrive("es");
  expectSame(documentOf(english), documentOf(await page.content()));
}

test("the review without answers, and refused without consents, says the same in both languages", async ({ page }) => {
  await expectTwins(page, (language) => open(page, addressOf("/apply/review", language)));
  await expectTwins(page, async (language) => {
    await resume(page, addressOf("/apply/review", language));
    await page.locator("form:has(#certifyAccurate) button[type=submit]").press("Enter");
    await expect(page.locator("main").getByRole("alert")).toBeFocused();
  });
});

test("the contact form refused says the same in both languages", async ({ page }) => {
  await expectTwins(page, async (language) => {
    await open(page, addressOf("/contact", language));
    await page.locator("main form button[type=submit]").press("Enter");
    await expect(page.locator("main").getByRole("alert")).toBeFocused();
  });
});

test("results with all that opens, the receipt and the thanks say the same in both languages", async ({ page }) => {
  const at = new Date().toISOString();
  const textIds = shownTexts().map(({ id }) => id);
  const data = exampleApplication({
    phone: ownPhone(),
    bankruptcyStatus: "Open",
    consentRecord: { textIds, language: "en-US", shownAt: at, tickedAt: at },
  });
  const { ref } = await (await page.request.post("/api/applications/submit", { data })).json();
  const results = `/results?ref=${ref}`;
  for (const [path, last] of [
    [results, "#call"],
    [`${results}&view=receipt`, "main blockquote"],
  ] as const) {
    await expectTwins(page, async (language) => {
      await open(page, addressOf(path, language));
      await expect(page.locator(last).first()).toBeVisible();
      await page.locator("main details").evaluateAll((parts) => {
        for (const part of parts as HTMLDetailsElement[]) part.open = true;
      });
      // Their code comes once they are open.
      await expect(page.locator("#correction button, #deletion button")).toHaveCount(path === results ? 2 : 0);
    });
  }
  const sent = JSON.stringify({ ref, at });
  await page.evaluate((stored) => sessionStorage.setItem("reference", stored), sent);
  await expectTwins(page, (language) => open(page, addressOf("/thank-you", language)));
});

/** What each kind of text box refuses, in two ways. */
const REFUSED: Partial<Record<Kind, [string, string]>> = {
  text: ["x".repeat(101), "Ana\u0007"],
  phone: ["1".repeat(31), "1"],
  email: [`${"x".repeat(250)}@example.com`, "ana@x"],
  money: ["10000000", "-1"],
  years: ["81", "-1"],
  months: ["12", "-1"],
};

for (const step of STEPS) {
  test(`every message of the step ${step} comes in Spanish, at its field and in the summary, and nothing stays English`, async ({
    page,
  }) => {
    const refused = new Set<string>();
    for (const round of ["empty", 0, 1] as const) {
      const messages: Record<string, string[]> = {};
      await expectTwins(page, async (language) => {
        await open(page, addressOf(paths.step(step), language));
        if (round !== "empty") await answerBadly(page, step, round);
        await continueButton(page).press("Enter");
        const summary = page.locator("main").getByRole("alert");
        await expect(summary).toBeFocused();
        const links = summary.getByRole("link");
        messages[language] = await links.allTextContents();
        for (const link of await links.all()) {
          const place = (await link.getAttribute("href")) ?? "";
          refused.add(place.replace("#field-", ""));
          const message = ((await link.textContent()) ?? "").replace("$", "\\$");
          await expect(page.locator(place)).toHaveAccessibleDescription(new RegExp(message));
        }
      });
      expect(messages.es).toEqual(messages.en?.map(es));
      await expect(page).toHaveTitle(/^Error: /);
      await expectAccessible(page);
    }
    // The others are chosen beforehand or may be left open.
    const canBeRefused = fieldsOf(step).filter(
      (field) => REFUSED[questions[field].kind] || (questions[field].kind === "choice" && !questions[field].isOptional),
    );
    expect([...refused].toSorted()).toEqual(canBeRefused.toSorted());
  });
}

/** The first of all choices, since they ask the most, and what no box takes. */
async function answerBadly(page: Page, step: Step, round: 0 | 1) {
  for (const field of fieldsOf(step)) {
    const { kind } = questions[field];
    const box = page.locator(`#field-${field}`);
    if (kind === "choice") await page.locator(`input[name=${field}]`).first().check();
    else if (REFUSED[kind] && (await box.isVisible())) await box.fill(REFUSED[kind][round]);
  }
}
