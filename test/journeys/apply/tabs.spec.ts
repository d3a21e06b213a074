import type { BrowserContext, Page } from "@playwright/test";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { choose, consent, heading, open, press, saveOrErase, type } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** Two tabs of one browser that keeps answers on the device. */

const KEEP = "Keep my answers on this device for 7 days (not on a shared computer)";

test("tabs with kept answers follow each other and lose nothing", async ({ context }) => {
  await test.step("tabs with kept answers follow each other, and the older one overwrites nothing", async () => {
    const [older, newer] = await twoTabs(context, "/apply/contact");
    await type(older, "Full Name", "Maria");
    await expect(newer.getByLabel("Full Name")).toHaveValue("Maria");
    await newer.getByLabel("Full Name").fill("Maria Lopez");
    await newer.getByLabel("Birth Year").selectOption("1985");
    await expect(older.getByLabel("Full Name")).toHaveValue("Maria Lopez");
    await expect(older.getByLabel("Birth Year")).toHaveValue("1985");
    await type(older, "City", "Austin");
    await expect(newer.getByLabel("City")).toHaveValue("Austin");
    await older.reload();
    await expect(older.getByLabel("Full Name")).toHaveValue("Maria Lopez");
    await expect(older.getByLabel("Birth Year")).toHaveValue("1985");
  });

  await test.step("tabs on different steps lose nothing of each other", async () => {
    const [older, newer] = await twoTabs(context, "/apply/contact", "/apply/employment");
    await choose(newer, "Employment Type", "W-2");
    await type(newer, "Gross Monthly Income", "4200");
    await type(older, "Full Name", "Maria Lopez");
    await open(newer, "/apply/contact");
    await expect(newer.getByLabel("Full Name")).toHaveValue("Maria Lopez");
    await open(older, "/apply/employment");
    await expect(older.getByRole("radio", { name: "W-2" })).toBeChecked();
    await expect(older.getByLabel("Gross Monthly Income")).toHaveValue("4200");
  });
});

test("what was erased or stored in one tab is so in another", async ({ context }) => {
  await test.step("what was erased in one tab is gone from the other, and does not come back as one goes on typing", async () => {
    const [older, newer] = await twoTabs(context, "/apply/contact");
    await type(older, "Full Name", "Maria Lopez");
    await expect(newer.getByLabel("Full Name")).toHaveValue("Maria Lopez");
    await saveOrErase(newer);
    await press(newer, "Erase my answers");
    await press(newer, "Yes, erase");
    await expect(older.getByLabel("Full Name")).toHaveValue("");
    await expect(older.getByLabel(KEEP)).not.toBeChecked();
    await type(older, "City", "Austin");
    const stored = await older.evaluate(() =>
      [...Object.values(sessionStorage), ...Object.values(localStorage)].join(),
    );
    expect(stored).toContain("Austin");
    expect(stored).not.toContain("Maria");
    await older.reload();
    await expect(older.getByLabel("City")).toHaveValue("Austin");
    await expect(older.getByLabel("Full Name")).toHaveValue("");
    await open(newer, "/apply/contact");
    await expect(newer.getByLabel("City")).toHaveValue("");
  });

  await test.step("a page that Back brings alive again shows what another tab has stored since", async () => {
    const [older, newer] = await twoTabs(context, "/apply/contact");
    await type(older, "Full Name", "Maria");
    await older.evaluate(() => location.assign("/about"));
    await expect(older).toHaveURL("/about");
    await newer.getByLabel("Full Name").fill("Rosa Diaz");
    await older.goBack();
    await expect(older.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
    await type(older, "City", "Austin");
    await expect(newer.getByLabel("City")).toHaveValue("Austin");
    await expect(newer.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
  });
});

test("the review follows what another tab changes or sends", async ({ context }) => {
  await test.step("the review follows an answer changed in another tab, and its next submit is a new one", async () => {
    const [review, step] = await twoTabs(context, "/apply/review", "/apply/employment", exampleApplication());
    const keys: (string | undefined)[] = [];
    await review.route("**/api/applications/submit", (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      return route.abort();
    });
    await consent(review);
    await press(review, "Submit Application");
    await expect(review.getByRole("heading", { name: "Submission Error" })).toBeVisible();
    await step.getByLabel("Gross Monthly Income").fill("5000");
    await press(step, "Save and return to review");
    await expect(review.getByText("$5,000 a month", { exact: true })).toBeVisible();
    await press(review, "Try again");
    await expect.poll(() => keys.length).toBe(2);
    expect(new Set(keys).size).toBe(2);
  });

  await test.step("answers that were sent in one tab do not come back in the other", async () => {
    const [step, review] = await twoTabs(context, "/apply/contact", "/apply/review", exampleApplication());
    const name = String(exampleApplication().fullName);
    await expect(step.getByLabel("Full Name")).toHaveValue(name);
    await consent(review);
    await press(review, "Submit Application");
    await expect(heading(review)).toHaveText("Thank You for Your Application!");
    await expect(step.getByLabel("Full Name")).toHaveValue("");
    await type(step, "City", "Austin");
    const stored = await step.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].join());
    expect(stored).toContain("Austin");
    expect(stored).not.toContain(name);
  });
});

/** Opens two tabs, the older one first, in a browser with these kept answers. */
async function twoTabs(context: BrowserContext, path: string, otherPath = path, answers = {}): Promise<[Page, Page]> {
  const draft = { answers, typed: {}, keep: true, until: Number.MAX_SAFE_INTEGER };
  const [older, newer] = [await newTab(context), await context.newPage()];
  await older.evaluate((text) => localStorage.setItem("application", text), JSON.stringify(draft));
  await open(older, path);
  await open(newer, otherPath);
  return [older, newer];
}

/** The only tab of a browser that keeps nothing. */
async function newTab(context: BrowserContext) {
  const tab = await context.newPage();
  for (const page of context.pages()) if (page !== tab) await page.close();
  await tab.goto("/robots.txt");
  await tab.evaluate(() => localStorage.clear());
  return tab;
}
