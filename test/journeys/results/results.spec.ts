import type { Page } from "@playwright/test";
import { consent, heading, hydrated, open, press, printSheet, resume, send, sheetsOf } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

test("/results tells the retired nothing of jobs, and what income could mean", async ({ page }) => {
  const help = page.getByRole("heading", { name: "What would help" }).locator("+ ul");

  const ofRetired = await send(page.request, { ...retired, cashDownPayment: 3000, timeAtCurrentResidenceYears: 12 });
  await open(page, `/results?ref=${ofRetired}`);
  const main = page.locator("main");
  await expect(main).toContainText("Your answers are what many lenders look for.");
  await expect(main).not.toContainText(/\bjobs?\b|pay stub/i);
  await expect(help.getByRole("listitem")).toHaveText([/^More money down/]);

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/results?ref=${await send(page.request)}`);
  const card = budgetCard(page);
  await card.getByText("$570 to $760").click();
  await expect(card).toContainText("For a car payment and insurance together, out of your $3,800 before taxes.");
  await expect(card).toContainText("$1,100 a month. With both paid, $1,940 to $2,130 before taxes is left");
  await expect(card).toContainText("That’s a rule of thumb, not a promise.");
  await card.getByText("See the car price that fits").click();
  const row = card.getByRole("row", { name: "601-660" });
  await expect(row).toContainText("9.77%");
  for (const note of ["third quarter of 2025", "not an offer", "$1,000 down and 60 payments", "Rate (APR)"]) {
    await expect(card).toContainText(note);
  }
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const price = await row.getByRole("cell").last().innerText();
  await card.getByRole("link", { name: "Open the calculator" }).press("Enter");
  await expect(page).toHaveURL("/calculator?want=price&payment=570&down=1000&months=60");
  const result = page.locator("#calculator output");
  await expect(result).toHaveText(/is the price for \$570 a month, 60 months at 12.00% APR$/);
  await page.getByLabel("Interest rate", { exact: true }).fill("9.77");
  await page.locator("summary", { hasText: "Trade-in" }).click();
  await page.getByRole("radio", { name: "New" }).check();
  await expect(result).toContainText(price);
});

test("the checklist keeps its ticks in this tab, and prints alone", async ({ page }) => {
  await test.step("what we need has a checklist by the answers, whose ticks stay in this tab", async () => {
    const ref = await send(page.request, { employmentType: "Self-Employed/1099" });
    await open(page, `/results?ref=${ref}`);
    const checklist = page.locator("#papers");
    await checklist.getByText("documents to have handy").click();
    const returns = checklist.getByRole("checkbox", { name: "Your last two years of tax returns" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await returns.press("Space");
    await expect(returns).toBeChecked();
    expect(asked).toEqual([]);
    await page.reload();
    await checklist.getByText("documents to have handy").click();
    await expect(returns).toBeChecked();
    await expect(checklist.getByRole("checkbox", { checked: true })).toHaveCount(1);
  });

  await page.emulateMedia({ media: "screen" });
  await test.step("the checklist can be printed alone", async () => {
    await open(page, `/results?ref=${await send(page.request)}`);
    await countPrints(page);
    await page.getByText("documents to have handy").click();
    await press(page, "Print this checklist");
    expect(await prints(page)).toBe(1);
    await printSheet(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "documents to have handy" })).toBeVisible();
    await expect(page.getByText(/^Maria Lopez · BAP-/)).toBeVisible();
    for (const part of [heading(page), page.getByRole("heading", { name: "Your data" })]) {
      await expect(part).toBeHidden();
    }
    expect(await pages(page)).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(heading(page)).toBeVisible();
  });
});

test("who leaves the results leaves nothing that Back could show", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await page.getByRole("link", { name: "See your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  await page.getByText("documents to have handy").click();
  await page.getByRole("checkbox").first().press("Space");
  await page.getByRole("link", { name: "Skip to the main content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByText("Who has it, correct").click();
  await page.getByRole("link", { name: "Open your receipt" }).press("Enter");
  await expect(heading(page)).toHaveText("What you agreed to");
  await page.getByRole("link", { name: "Back to your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  const ref = new URL(page.url()).searchParams.get("ref") ?? "";
  await page.getByText("Who has it, correct").click();
  await press(page, "Leave this page");
  await expect(page).toHaveURL("/");
  await expect(heading(page)).toHaveText(/Get PreQualified/);
  await hydrated(page);
  const held = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.referrer]));
  expect(await held()).not.toMatch(new RegExp(`${ref}|payStub`));
  await page.goBack();
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByText("Looking for your results?")).toBeVisible();
  await expect(page.getByText(ref)).toHaveCount(0);
  expect(await held()).not.toContain(ref);
  await page.goForward();
  await expect(page).toHaveURL("/");
});

function budgetCard(page: Page) {
  return page.locator("#budget");
}

const retired = {
  employmentType: "Unemployed/Benefits",
  timeOnCurrentJobYears: undefined,
  timeOnCurrentJobMonths: undefined,
  grossMonthlyIncome: 2400,
  housingType: "Own/Mortgage",
  monthlyRentMortgage: 0,
  autoFinanceHistory: "Paid Off",
};
/** How many sheets of Letter paper the present page takes. */
async function pages(page: Page) {
  await printSheet(page);
  const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
  return sheetsOf(await page.pdf({ format: "Letter", margin }));
}

/** Chromium without a screen has no print dialog. */
async function countPrints(page: Page) {
  await page.evaluate(() => {
    window.print = () => document.body.appendChild(document.createComment("printed"));
  });
}

async function prints(page: Page) {
  return page.evaluate(() => [...document.body.childNodes].filter(({ nodeValue }) => nodeValue === "printed").length);
}
