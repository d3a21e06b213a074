import type { Page } from "@playwright/test";
import { consent, heading, press, resume, toast } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

const SUBMIT = "**/api/applications/submit";

test("without a network nothing is lost, and one application is stored", async ({ page, context }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /toaster-/.test(name)));
  await context.setOffline(true);
  await press(page, "Submit Application");
  await expect(toast(page)).toContainText("Submission Error");
  const alert = page.locator("main").getByRole("alert");
  await expect(alert).toBeFocused();
  await context.setOffline(false);

  const stored: string[] = [];
  await page.route(
    SUBMIT,
    async (route) => {
      stored.push((await (await route.fetch()).json()).ref);
      await route.abort();
    },
    { times: 1 },
  );
  await press(page, "Try again");
  await expect.poll(() => stored.length).toBe(1);
  await expect(alert).toBeFocused();
  await press(page, "Try again");
  await expect(page).toHaveURL("/thank-you");
  const seeResults = page.getByRole("link", { name: "See your results" });
  await expect(seeResults).toHaveAttribute("href", `/results?ref=${stored[0]}`);
});

test("the review stays until the thanks, and then says it was sent", async ({ page }) => {
  await test.step("the review stays as it is until the thanks are there", async () => {
    const code = Promise.withResolvers<void>();
    await page.route("**/assets/thank-you-*.js", async (route) => {
      await code.promise;
      await route.continue();
    });
    await resume(page, "/apply/review");
    await consent(page);
    await press(page, "Submit Application");
    await expect(page).toHaveURL("/thank-you");
    await expect(page.getByText("Maria Lopez", { exact: true })).toBeVisible();
    await expect(page.getByText("Incomplete").filter({ visible: true })).toHaveCount(0);
    code.resolve();
    await expect(heading(page)).toHaveText("Thank You for Your Application!");
  });

  await test.step("Back from the thanks says that the application was sent, and nothing can be sent twice", async () => {
    await page.goBack();
    await expectSent(page);
    await expectAccessible(page);
    await page.reload();
    await expectSent(page);
    const results = await page.getByRole("link", { name: "See your results" }).getAttribute("href");
    await page.getByRole("link", { name: "What happens next" }).press("Enter");
    await expect(page).toHaveURL("/thank-you");
    await expect(page.getByRole("link", { name: "See your results" })).toHaveAttribute("href", results ?? "");
  });
});

async function expectSent(page: Page) {
  await expect(page.getByRole("heading", { name: "You sent your application on" })).toBeVisible();
  await expect(page.getByText("Incomplete").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit Application" })).toHaveCount(0);
}
