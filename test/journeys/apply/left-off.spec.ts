import type { Page } from "@playwright/test";
import { answerStep, heading, open, resume } from "../applicant.ts";
import { expect, test } from "../test.ts";

const link = (page: Page) => page.getByRole("link", { name: "Continue where you left off" });

test("/apply says how to stop and come back, and leads on from where one left off, moving nothing and without React", async ({
  page,
}) => {
  await test.step("/apply says how to stop and come back, and leads on from where one left off, by a page load or without", async () => {
    await open(page, "/apply");
    await expect(link(page)).toBeHidden();
    await expect(page.getByText("Check 'Keep my answers on this device for 7 days'")).toBeVisible();
    await expect(page.getByRole("link", { name: "Begin with Contact Info" })).toHaveAttribute("href", "/apply/contact");

    await open(page, "/apply/contact");
    await answerStep(page, "contact");
    await open(page, "/apply");
    await link(page).press("Enter");
    await expect(page).toHaveURL("/apply/employment");

    await open(page, "/apply/contact");
    await page.getByRole("link", { name: "Back" }).press("Enter");
    await expect(heading(page)).toHaveText(/Pre-qualify/);
    await expect(link(page)).toHaveAttribute("href", "/apply/employment");

    await open(page, "/apply/contact");
    await page.getByRole("button", { name: "Erase my answers" }).press("Enter");
    await page.getByRole("button", { name: "Yes, erase" }).press("Enter");
    await expect(page).toHaveURL("/apply");
    await expect(link(page)).toBeHidden();
  });

  await test.step("where one left off is found without moving the page, and without React", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await resume(page, "/apply/employment");
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await open(page, "/apply");
    await expect(link(page)).toHaveAttribute("href", "/apply/review");
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: "layout-shift",
            buffered: true,
          });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(moved).toBe(0);
    expect(await page.evaluate(() => document.querySelector("script#end")?.getAttribute("src"))).toContain("text-page");
  });
});
