import { shownTexts } from "../../../db/model/consent/consent.ts";
import { heading, hydrated, printSheet, send } from "../applicant.ts";
import { inMailTo, ownName } from "../mail.ts";
import { expect, test } from "../test.ts";

const consentRecord = {
  textIds: shownTexts().map(({ id }) => id),
  language: "en-US",
  shownAt: "2026-11-21T18:00:00.000Z",
  tickedAt: "2026-11-21T18:01:00.000Z",
};

test("the receipt has the consents in full, and the link's first opening", async ({ page, request }) => {
  const firstName = ownName();
  const ref = await send(request, { fullName: `${firstName} Diaz`, email: "rosa@example.com", consentRecord });
  await page.goto(`/results?ref=${ref}&view=receipt`);
  const main = page.locator("main");
  await expect(main).toContainText("Nothing so far.");
  const link = await inMailTo(firstName, /\/results\?ref=[\w-]+#mail-\w+/);
  for (let n = 0; n < 2; n++) {
    const reported = page.waitForResponse(`**/api/applications/${ref}/opened`);
    await page.goto("about:blank");
    await page.goto(link);
    expect((await reported).ok()).toBe(true);
    await expect(page, "the proof goes from the address").toHaveURL(`/results?ref=${ref}`);
  }
  await hydrated(page);
  await page.getByText("Who has it, correct").click();
  await page.getByRole("link", { name: "Open your receipt" }).press("Enter");
  await expect(heading(page)).toHaveText("What you agreed to");
  for (const { title, text } of shownTexts()) {
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(main).toContainText(text);
  }
  await expect(main).toContainText("These are the words you agreed to, unchanged.");
  await expect(main).toContainText("November 21, 2026 at 12:01 PM CST");
  const opened = page.getByRole("listitem").filter({ hasText: "The link in our email to rosa@example.com" });
  await expect(opened).toHaveCount(1);

  await printSheet(page);
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["Print this receipt", "Back to your results"])
    await expect(page.getByText(hidden)).toBeHidden();
  await expect(page.locator("header nav, footer").filter({ visible: true })).toHaveCount(0);
  await expect(main).toContainText(ref);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Back to your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
});
