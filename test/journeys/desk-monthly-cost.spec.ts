import { expectAccessible } from "./axe.ts";
import { applicant, enter, unfold } from "./desk.ts";
import { expect, test } from "./test.ts";

test("a case says what the applicant was shown of their budget, and the calculator agrees; a counter-offer is compared with what was asked, and kept as a note", async ({
  page,
}) => {
  // 15% of $3,800 is $570, which pays off $25,977.06 in 60 months at 11.4%; ($25,977.06 + $1,000 - $332 fees) / 1.0625.
  const { id } = await applicant(page, { grossMonthlyIncome: 3800, cashDownPayment: 1000 });
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await unfold(page, "What this could mean a month");
  const main = page.locator("main");
  await expect(main).toContainText("$570 to $760 for payment and insurance.");
  await expect(main).toContainText(
    "$570 a month, 60 months at 11.40% APR, carries a used car of $25,077. An estimate, not an offer.",
  );

  await page.getByText("Compare a counter-offer").click();
  // As in the model's test: $20,000 financed, at 0% over 40 months or at 12% over 60.
  for (const [offer, label, text] of [
    ["Asked", "Price of the car", "$20,000"],
    ["Asked", "Money down", "1582"],
    ["Asked", "Rate a year", "0"],
    ["Asked", "Months to pay", "40"],
    ["Counter-offer", "Rate a year", "12"],
    ["Counter-offer", "Months to pay", "60"],
  ] as const) {
    await page.getByRole("group", { name: offer, exact: true }).getByLabel(label).fill(text);
  }
  await page.getByRole("button", { name: "Compare" }).press("Enter");
  const difference = "The counter-offer is $55.11 less a month, $6,693.40 more in all.";
  await expect(page.getByRole("status").filter({ hasText: difference })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep it as a note" }).press("Enter");
  await expect(page.getByText(/noted: Asked: price \$20,000\.00/)).toContainText(difference);
  await page.getByRole("group", { name: "Counter-offer" }).getByLabel("Rate a year").fill("90");
  await page.getByRole("button", { name: "Compare" }).press("Enter");
  await expect(page.getByText("Type a percentage from 0 to 40")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Open in the calculator" }).click();
  await page.locator("#rate").fill("11.4");
  await expect(page.locator("#calculator output")).toHaveText(
    "$25,077.70 is the price for $570.00 a month, 60 months at 11.40% APR",
  );
});
