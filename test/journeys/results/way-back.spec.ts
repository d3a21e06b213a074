import { addressOf } from "../../../db/model/site/address.ts";
import type { Language } from "../../../db/model/words.ts";
import { es } from "../../spanish-words.ts";
import { consent, heading, hydrated, open, press, resume, send } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { inMailTo, mailsAbout, ownName } from "../mail.ts";
import { ownPhone } from "../own.ts";
import { expect, test } from "../test.ts";

/** Ways back for whoever mistyped the address or has lost the link. */

const LANGUAGES: [Language, (english: string) => string][] = [
  ["en", (english) => english],
  ["es", es],
];

for (const [language, say] of LANGUAGES) {
  test(`a mistyped address is corrected at once where it was sent (${language})`, async ({ page, browser }) => {
    const name = ownName();
    const [wrong, right] = [`${name}@typo.example`, `${name}@example.com`];
    const typed = { fullName: `${name} Lopez`, email: wrong, phone: ownPhone() };
    await resume(page, addressOf("/apply/review", language), {}, typed);
    await consent(page);
    await press(page, say("Submit Application"));
    await expect(page).toHaveURL(addressOf("/thank-you", language));
    await expect(page.getByText(wrong)).toBeVisible();
    await press(page, say("Correct it"));
    const email = page.getByRole("textbox", { name: say("Email Address") });
    await email.fill("not an address");
    await email.press("Enter");
    await expect(email).toHaveAccessibleDescription(say("Valid email is required"));
    await email.fill(right);
    await expectAccessible(page);
    await email.press("Enter");
    const saved = say("Saved. We’ll use these details from now on, and we’re emailing you a note about it.");
    await expect(page.getByRole("status").filter({ hasText: saved })).toBeFocused();
    await inMailTo(name, new RegExp(right));
    await expect(() => expect(mailsAbout(say("Your email address was replaced")).length).toBeGreaterThan(0)).toPass();
    const seeResults = page.getByRole("link", { name: say("See your results") });
    const results = (await seeResults.getAttribute("href")) ?? "";

    const elsewhere = await (await browser.newContext()).newPage();
    await open(elsewhere, results);
    await elsewhere.getByRole("link", { name: say("Correct it") }).press("Enter");
    const fold = elsewhere.locator("#correction");
    await expect(fold.getByRole("textbox")).toHaveCount(0);
    await press(elsewhere, say("Email me a code"));
    await expect(fold.getByText(right)).toBeVisible();
    await expect(fold.locator("a[href$='/contact']"), "for those who get no mail").toBeVisible();
    await elsewhere.context().close();
  });
}

for (const [language, say, from] of [
  [...(LANGUAGES[0] as (typeof LANGUAGES)[0]), "/results"],
  [...(LANGUAGES[1] as (typeof LANGUAGES)[0]), "/thank-you"],
] as const) {
  test(`a lost link is mailed again from ${from} (${language}), to nobody else`, async ({ page }) => {
    const name = ownName();
    const answers = { fullName: `${name} Lopez`, email: `${name}@example.com`, phone: ownPhone() };
    const ref = await send(page.request, answers);
    await inMailTo(name, /We received your application|#mail-/);
    const ask = async (email: string) => {
      const box = page.getByRole("textbox", { name: say("Email Address") });
      await page.goto(addressOf(from, language));
      await hydrated(page);
      await box.fill(email);
      await press(page, say("Email me my link again"));
      const told = "If an open application has this email, its link is on its way. Please check your spam folder, too.";
      await expect(page.getByRole("status").filter({ hasText: say(told) })).toBeVisible();
      await expect(page).toHaveURL(addressOf(from, language));
    };
    const stranger = ownName();
    await ask(`${stranger}@example.com`);
    await ask(answers.email);
    await expectAccessible(page);
    const mailed = await inMailTo(name, /See your application from .*:\r?\n\S+/);
    await open(page, mailed.slice(mailed.indexOf("/results")));
    await expect(heading(page)).toHaveText("Application Received — We're On It");
    await expect(page).toHaveURL(`/results?ref=${ref}`);
    expect(mailsAbout(stranger)).toEqual([]);
  });
}
