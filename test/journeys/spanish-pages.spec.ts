import type { Page } from "@playwright/test";
import { addressOf } from "../../db/model/address.ts";
import { fieldsOf, questions, STEPS, type Step } from "../../db/model/application.ts";
import { shownTexts } from "../../db/model/consent.ts";
import { exampleApplication } from "../../db/model/example.ts";
import { paths } from "../../db/model/paths.ts";
import type { Kind } from "../../db/model/question.ts";
import { budget } from "../bench/budget.ts";
import { continueButton, open, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { ownPhone } from "./own.ts";
import { expectReflow } from "./reflow.ts";
import { es } from "./spanish-words.ts";
import { expect, test } from "./test.ts";
import { expectTwins } from "./twins.ts";

/** Every page that comes in Spanish, beside its English twin, as it opens and in its other states. */

const pages = [
  ...Object.keys(budget).filter((path) => !path.startsWith("/blog/")),
  ...["/blog?q=nothing+like+it", "/newsletter?token=x", "/unsubscribe?token=x"],
  "/calculator?price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72&loanFee=500",
  "/calculator?want=price&payment=450&down=2000&rate=13&months=60&vehicle=new&electric=yes",
];

for (const path of pages) {
  test(`${path} says the same in both languages, and everybody can use the Spanish one`, async ({ page }) => {
    await expectTwins(page, async (language) => {
      await (path.startsWith("/apply/") ? resume : open)(page, addressOf(path, language));
    });
    await expectFit(page);
  });
}

test("the review without answers, and refused without consents, says the same in both languages", async ({ page }) => {
  await expectTwins(page, (language) => open(page, addressOf("/apply/review", language)));
  await expectTwins(page, async (language) => {
    await resume(page, addressOf("/apply/review", language));
    await page.locator("form:has(#certifyAccurate) button[type=submit]").press("Enter");
    await expect(page.locator("main").getByRole("alert")).toBeFocused();
  });
  await expectFit(page);
});

test("the contact form refused says the same in both languages", async ({ page }) => {
  await expectTwins(page, async (language) => {
    await open(page, addressOf("/contact", language));
    await page.locator("main form button[type=submit]").press("Enter");
    await expect(page.locator("main").getByRole("alert")).toBeFocused();
  });
  await expectFit(page);
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
    await expectFit(page);
  }
  const sent = JSON.stringify({ ref, at });
  await page.evaluate((stored) => sessionStorage.setItem("reference", stored), sent);
  await expectTwins(page, (language) => open(page, addressOf("/thank-you", language)));
  await expectFit(page);
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
    await expectFit(page);
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

/** On a desk and on a phone; then narrow, and in large text. */
async function expectFit(page: Page) {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await expectReflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}
