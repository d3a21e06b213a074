import { answerStep, open, type } from "../applicant.ts";
import { expect, test } from "../test.ts";

test("a remark takes no press away, and comes once it ends", async ({ page }) => {
  await test.step("a press that ends elsewhere shows the remark then", async () => {
    await open(page, "/apply/contact");
    await type(page, "ZIP Code", "90210");
    await page.getByRole("heading", { level: 1 }).hover();
    await page.mouse.down();
    await page.mouse.move(5, 300);
    await page.mouse.up();
    await expect(page.getByText(/We serve Texas/)).toBeVisible();
  });

  await test.step("a remark on the last box takes no press away: Continue goes on, however long it is held", async () => {
    await page.evaluate(() => sessionStorage.clear());
    await open(page, "/apply/contact");
    await answerStep(page, "contact");
    await page.goBack();
    const remark = page.getByText(/We serve Texas/);
    const toContinue = page.getByRole("button", { name: "Continue to Employment" });
    await page.getByLabel("ZIP Code").fill("90210");
    await toContinue.scrollIntoViewIfNeeded();
    await toContinue.hover();
    await page.mouse.down();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await expect(remark).toHaveCount(0);
    await page.mouse.up();
    await expect(page).toHaveURL("/apply/employment");
  });
});
