import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { applicant, enter, unfold } from "./desk.ts";
import { expect, test } from "./test.ts";

async function typeOffer(page: Page, name: "Asked" | "Counter-offer", fields: Record<string, string>) {
  const offer = page.getByRole("group", { name, exact: true });
  for (const [label, text] of Object.entries(fields)) await offer.getByLabel(label).fill(text);
}

async function compare(page: Page) {
  await page.getByRole("button", { name: "Compare" }).press("Enter");
}

test("a case says what the applicant was shown of their budget, and the calculator agrees; with too little income it shows no figure", async ({
  page,
}) => {
  await test.step("a case says what the applicant was shown of their budget, and the calculator agrees", async () => {
    // 15% of $3,800 is $570, which pays off $25,977.06 in 60 months at 11.4%; ($25,977.06 + $1,000 - $332 fees) / 1.0625.
    const { id } = await applicant(page, { grossMonthlyIncome: 3800, cashDownPayment: 1000 });
    await enter(page, "demo-specialist", `/desk/case/${id}`);
    await unfold(page, "What this could mean a month");
    const main = page.locator("main");
    await expect(main).toContainText("$570 to $760 for payment and insurance.");
    await expect(main).toContainText(
      "$570 a month, 60 months at 11.40% APR, carries a used car of $25,077. An estimate, not an offer.",
    );
    await page.getByRole("link", { name: "Open in the calculator" }).click();
    await page.locator("#rate").fill("11.4");
    await expect(page.locator("#calculator output")).toHaveText(
      "$25,077.70 is the price for $570.00 a month, 60 months at 11.40% APR",
    );
  });

  await test.step("a case with too little income shows no figure, as the applicant saw none", async () => {
    const { id } = await applicant(page, { grossMonthlyIncome: 20, cashDownPayment: 0 });
    await enter(page, "demo-specialist", `/desk/case/${id}`);
    await unfold(page, "What this could mean a month");
    await expect(
      page.getByText("With this income and money down no figure would help. The applicant was shown none."),
    ).toBeVisible();
  });
});

test("a counter-offer is compared with what was asked, and kept as a note; what is no amount, rate or term is told at its field", async ({
  page,
}) => {
  await test.step("a counter-offer is compared with what was asked, and kept as a note", async () => {
    // As in the model's test: $20,000 financed, at 0% over 40 months or at 12% over 60.
    const { id } = await applicant(page, { cashDownPayment: 1582 });
    await enter(page, "demo-specialist", `/desk/case/${id}`);
    await unfold(page, "What this could mean a month");
    await page.getByText("Compare a counter-offer").click();
    await compare(page);
    await expect(page.getByText("Asked: Type a price to begin.")).toBeVisible();
    await typeOffer(page, "Asked", { "Price of the car": "$20,000", "Rate a year": "0", "Months to pay": "40" });
    await typeOffer(page, "Counter-offer", { "Rate a year": "12", "Months to pay": "60" });
    await expect(page.getByText("Type a price to begin.")).toHaveCount(0);
    await compare(page);
    const difference = "The counter-offer is $55.11 less a month, $6,693.40 more in all.";
    await expect(page.getByRole("status").filter({ hasText: difference })).toBeVisible();
    const row = (name: string) => page.getByRole("row", { name });
    await expect(row("Monthly payment")).toHaveText("Monthly payment$500.00$444.89");
    await expect(row("Annual percentage rate")).toContainText("0.00%12.00%");
    await expect(row("Finance charge")).toContainText("$0.00$6,693.40");
    await expect(row("Total cost")).toContainText("$21,582.00$28,275.40");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep it as a note" }).press("Enter");
    await expect(page.getByText(/noted: Asked: price \$20,000\.00/)).toContainText(difference);
    await typeOffer(page, "Counter-offer", { "Money down": "2582" });
    await expect(page.getByText(difference)).toHaveCount(1);
    await compare(page);
    await expect(page.getByText("The counter-offer is $77.36 less a month, $6,358.40 more in all.")).toBeVisible();
  });

  await test.step("what is no amount, rate or term is told at its field, and nothing is compared", async () => {
    await typeOffer(page, "Asked", { "Price of the car": "abc", "Rate a year": "9" });
    await typeOffer(page, "Counter-offer", { "Rate a year": "90", "Months to pay": "6.5" });
    await compare(page);
    const asked = page.getByRole("group", { name: "Asked", exact: true });
    const counter = page.getByRole("group", { name: "Counter-offer", exact: true });
    await expect(asked.getByLabel("Price of the car")).toBeFocused();
    await expect(asked.getByText("Type an amount from $1.00")).toHaveCount(1);
    await expect(counter.getByText("Type an amount")).toHaveCount(0);
    await expect(counter.getByText("Type a percentage from 0 to 40")).toBeVisible();
    await expect(counter.getByText("Choose 6 to 96 months.")).toBeVisible();
    await expect(page.getByText("Asked: Please check the marked fields first.")).toBeVisible();
    await expectAccessible(page);
  });
});
