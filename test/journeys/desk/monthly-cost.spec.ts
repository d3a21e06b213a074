import { expectAccessible } from "../axe.ts";
import { applicant, enter, unfold } from "../desk.ts";
import { expect, test } from "../test.ts";

test("a case says what the applicant was shown of their budget, and the calculator agrees", async ({ page }) => {
  // 15% of $3,800 is $570, which pays off $25,977.06 in 60 months at 11.4%; ($25,977.06 + $1,000 - $332 fees) / 1.0625.
  const { id } = await applicant(page, { grossMonthlyIncome: 3800, cashDownPayment: 1000 });
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await unfold(page, "What this could mean a month");
  const main = page.locator("main");
  await expect(main).toContainText("$570 to $760 for payment and insurance.");
  await expect(main).toContainText(
    "$570 a month, 60 months at 11.40% APR, carries a used car of $25,077. An estimate, not an offer.",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole("link", { name: "Open in the calculator" }).click();
  await page.locator("#rate").fill("11.4");
  await expect(page.locator("#calculator output")).toHaveText(
    "$25,077.70 is the price for $570.00 a month, 60 months at 11.40% APR",
  );
});
