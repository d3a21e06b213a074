import type { Page } from "@playwright/test";
import { fieldsOf, STEPS } from "../../db/model/application.ts";
import { exampleApplication } from "../../db/model/example.ts";
import { answerStep, heading, open, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

const link = (page: Page) => page.getByRole("link", { name: "Continue where you left off" });

test("/apply says how to stop and come back, and leads on from where one left off, by a page load or without", async ({
  page,
}) => {
  await open(page, "/apply");
  await expect(link(page)).toBeHidden();
  await expect(page.getByText("Check 'Keep my answers on this device for 7 days'")).toBeVisible();
  await expect(page.getByText("You can stop and come back.")).toHaveCount(0);

  await open(page, "/apply/contact");
  await answerStep(page, "contact");
  await answerStep(page, "employment");
  await open(page, "/apply");
  await expectAccessible(page);
  await link(page).press("Enter");
  await expect(page).toHaveURL("/apply/residence");

  await open(page, "/apply/contact");
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(heading(page)).toHaveText(/Pre-qualify/);
  await expect(link(page)).toHaveAttribute("href", "/apply/residence");

  await open(page, "/apply/contact");
  await page.getByRole("button", { name: "Erase my answers" }).press("Enter");
  await page.getByRole("button", { name: "Yes, erase" }).press("Enter");
  await expect(page).toHaveURL("/apply");
  await expect(link(page)).toBeHidden();
});

test("the step that /apply leads to is the first that was left unfinished", async ({ page }) => {
  const whole = exampleApplication();
  await page.goto("/apply");
  for (const [index, next] of [...STEPS.slice(1), "review"].entries()) {
    const fields = STEPS.slice(0, index + 1).flatMap(fieldsOf);
    const answers = Object.fromEntries(fields.map((field) => [field, whole[field]]));
    const draft = JSON.stringify({ answers, typed: {}, until: Number.MAX_SAFE_INTEGER });
    await page.evaluate((stored) => sessionStorage.setItem("application", stored), draft);
    await page.reload();
    await expect(link(page)).toHaveAttribute("href", `/apply/${next}`);
  }
});

test("what is typed but not continued is worth coming back to; nothing, garbage and what is too old are not", async ({
  page,
}) => {
  await page.goto("/apply");
  const until = Number.MAX_SAFE_INTEGER;
  for (const [stored, isFound] of [
    [JSON.stringify({ answers: {}, typed: { city: "Austin" }, until }), true],
    [JSON.stringify({ answers: {}, typed: {}, until }), false],
    [JSON.stringify({ answers: {}, typed: { city: "" }, until }), false],
    [JSON.stringify({ answers: { fullName: "Maria Lopez" }, typed: {}, until: 1 }), false],
    ["{", false],
    ["null", false],
    ['"text"', false],
    [JSON.stringify({ until }), false],
  ] as const) {
    await page.evaluate((text) => localStorage.setItem("application", text), stored);
    await page.reload({ waitUntil: "networkidle" });
    await expect(link(page), stored).toBeVisible({ visible: isFound });
    if (isFound) await expect(link(page)).toHaveAttribute("href", "/apply/contact");
  }
});

test("where one left off is found without moving the page, and without React", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await resume(page, "/apply/employment");
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/apply", { waitUntil: "networkidle" });
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
