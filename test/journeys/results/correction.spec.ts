import type { APIRequestContext } from "@playwright/test";
import { phoneInWords } from "../../../db/model/phone.ts";
import { hydrated, send } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { codeFor, ownName } from "../mail.ts";
import { ownPhone } from "../own.ts";
import { expect, test } from "../test.ts";

/** A new person, so that stops in other journeys do not apply. */
async function applyAsSomebodyNew(request: APIRequestContext) {
  const firstName = ownName();
  const phone = ownPhone();
  const ref = await send(request, { fullName: `${firstName} Lopez`, email: `${firstName}@example.com`, phone });
  return { firstName, phone, ref };
}

test("an applicant corrects phone and email with the mailed code", async ({ page, request }) => {
  const { firstName, phone: mistyped, ref } = await applyAsSomebodyNew(request);
  await page.goto(`/results?ref=${ref}`);
  await hydrated(page);

  await page.getByText("Who has it, correct").click();
  await page.getByText("Correct my phone or email", { exact: true }).press("Enter");
  await page.getByRole("button", { name: "Email me a code" }).press("Enter");
  const code = page.getByRole("textbox", { name: "Code from our email" });
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(new RegExp(`on its way to ${firstName}@example.com`));
  const phone = page.getByRole("textbox", { name: "Phone Number" });
  const email = page.getByRole("textbox", { name: "Email Address" });
  await expect(phone).toHaveValue(mistyped);

  await phone.fill("210 5550");
  await email.fill("maria.lopez@gmial.com");
  await email.press("Tab");
  await expect(page.getByText("That has 7 digits. A US number has 10.")).toBeVisible();
  await page.getByRole("button", { name: "Did you mean maria.lopez@gmail.com?" }).press("Enter");
  await expect(email).toHaveValue("maria.lopez@gmail.com");
  await expect(email).toBeFocused();

  const mailed = await codeFor(firstName);
  await code.fill(mailed);
  await code.press("Enter");
  await expect(phone).toHaveAccessibleDescription(/Valid phone number is required/);
  await phone.fill("(512) 555-0144");
  await code.fill(mailed === "000000" ? "000001" : "000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(/This isn.t the code in our newest email/);
  await expect(code).toBeFocused();
  await expectAccessible(page);

  await code.fill(mailed);
  await code.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeFocused();
  for (const [label, value] of [
    ["Phone", "(512) 555-0144"],
    ["Email", "maria.lopez@gmail.com"],
  ] as const) {
    await expect(page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("+ dd")).toHaveText(value);
  }

  await page.goto(`/results?ref=${ref}&view=receipt`);
  const later = page.getByRole("listitem").filter({ hasText: "corrected your" });
  await expect(later).toContainText([
    `You corrected your phone number, which was ${phoneInWords(mistyped)}.`,
    `You corrected your email address, which was ${firstName}@example.com.`,
  ]);
});
