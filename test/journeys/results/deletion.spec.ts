import { hydrated, send } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { codeFor, ownName } from "../mail.ts";
import { expect, test } from "../test.ts";

test("an applicant deletes the application with the mailed code", async ({ page, request }) => {
  const firstName = ownName();
  const ref = await send(request, { fullName: `${firstName} Lopez`, email: "maria@example.com" });
  await page.goto(`/results?ref=${ref}`);
  await hydrated(page);

  await page.getByText("Who has it, correct").click();
  await page.getByText("Delete my application", { exact: true }).click();
  const kept = page.getByText("What we must keep is the proof of what you agreed to");
  await expect(kept).toContainText("messages from the contact form 24 months after they came");
  await page.getByRole("button", { name: "Email me a code" }).press("Enter");
  const code = page.getByRole("textbox", { name: "Code from our email" });
  await expect(code).toBeFocused();

  await page.getByRole("button", { name: "Delete my application for good" }).press("Enter");
  await expect(code).toHaveAccessibleDescription(/Enter the 6 digits from our email/);
  const mailed = await codeFor(firstName);
  await code.fill(mailed === "000000" ? "000001" : "000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(/This isn.t the code in our newest email/);
  await expect(code).toBeFocused();
  await expectAccessible(page);

  await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await expect(code).not.toHaveAttribute("aria-invalid");
  await expect(code).toBeFocused();
  await code.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is deleted");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("What we must keep, and how long, is in our Privacy Policy.")).toBeVisible();
  await expectAccessible(page);
  expect((await request.get(`/api/applications/${ref}`)).status()).toBe(404);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Application Not Found");
});
