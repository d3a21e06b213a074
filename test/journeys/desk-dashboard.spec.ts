import { exampleApplication } from "../../db/model/example.ts";
import { consent, hydrated } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { applicant, enter } from "./desk.ts";
import { expectReflow } from "./reflow.ts";
import { expect, test } from "./test.ts";

test("a manager sees what waits, who does what, what comes of applications and how right forecasts were; every chart is a table, too", async ({
  page,
}) => {
  await test.step("a manager sees what waits, who does what and what comes of applications; every chart is a table, too", async () => {
    await applicant(page);
    await enter(page, "demo-manager", "/desk/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Do we keep our word?");
    await expect(page.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("waiting for a first call", { exact: true })).toBeVisible();
    for (const name of ["Open cases", "How far applications got", "On which page applicants first came to us"]) {
      await expect(page.getByRole("img", { name })).toBeVisible();
    }
    const part = page.getByRole("figure").filter({ hasText: "How far applications got" });
    await part.getByText("The figures as a table").press("Enter");
    await expect(part.getByRole("row", { name: /^Submitted [1-9]\d* 100%$/ })).toBeVisible();
    await expect(part.getByRole("row")).toHaveCount(1 + 6);
    const members = page.getByRole("table", { name: "First contacts in 12 weeks" });
    await expect(members.getByRole("rowheader", { name: "demo-specialist" })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectReflow(page);
  });

  await test.step("the forecast page shows how many outcomes each range of scores has, long before they are enough", async () => {
    await page.goto("/desk/forecast");
    await expect(page.getByText("Not enough outcomes yet")).toBeVisible();
    await expect(page.getByRole("img", { name: "Outcomes by range of scores" })).toBeVisible();
    await page.getByText("The figures as a table").press("Enter");
    await expect(page.getByRole("row")).toHaveCount(1 + 10);
    await expectAccessible(page);
  });
});

test("the page on which a visit began stands in the dashboard, wherever it led before the form", async ({ page }) => {
  await page.goto("/es/texas");
  await page.goto("/apply/contact");
  expect(await page.evaluate(() => sessionStorage.openedFrom)).toBe("/es/texas");
  const sent = page.waitForRequest("**/api/applications/submit");
  const application = exampleApplication({ phone: "210 555 0188", email: "opened-from@example.com" });
  const draft = { answers: application, typed: {}, submitKey: null, keep: false, until: Date.now() + 600_000 };
  await page.evaluate((stored) => sessionStorage.setItem("application", stored), JSON.stringify(draft));
  await page.goto("/apply/review");
  await hydrated(page);
  await consent(page);
  await page.getByRole("button", { name: "Submit" }).press("Enter");
  expect((await sent).headers()["opened-from"]).toBe("/es/texas");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/Review/);
  await enter(page, "demo-manager", "/desk/dashboard");
  const part = page.getByRole("figure").filter({ hasText: "On which page applicants first came to us" });
  await part.getByText("The figures as a table").press("Enter");
  await expect(part.getByRole("row", { name: /^\/texas [1-9]/ })).toBeVisible();
});
