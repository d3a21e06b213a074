import { resume, send } from "../applicant.ts";
import { ownWord } from "../own.ts";
import { expectInSight, LONG_WORDS } from "../reflow.ts";
import { expect, test } from "../test.ts";

test("review, thanks and results stay in sight, however long the words are", async ({ page, request }) => {
  test.slow();
  for (const word of Object.values(LONG_WORDS)) {
    const short = [...word].slice(0, 40).join("");
    const email = `${ownWord()}${"x".repeat(50)}@${"y".repeat(60)}.example.com`;
    const changes = { fullName: short, city: short, bankName: short, email, bankTenureYears: 2 };
    await resume(page, "/apply/review", {}, changes);
    await expect(page.getByText("Your consent")).toBeVisible();
    await expectInSight(page, "/apply/review");
    const ref = await send(request, changes);
    await page.goto(`/results?ref=${ref}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.locator("details").evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true;
    });
    await expectInSight(page, "/results");
    await page.evaluate((sent) => sessionStorage.setItem("reference", JSON.stringify(sent)), { ref, at: new Date() });
    await page.evaluate(() => sessionStorage.removeItem("application"));
    await page.goto("/thank-you");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectInSight(page, "/thank-you");
  }
});
