import { expectAccessible } from "../../axe.ts";
import { applicant, enter } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expectReflow } from "../../reflow.ts";
import { expect, test } from "../../test.ts";

test("a manager reads who did what in a case or a day", async ({ page }) => {
  await test.step("a manager reads who did what in a case, and gets from an entry to its case", async () => {
    const { fullName, id } = await applicant(page);
    await enter(page, "demo-specialist", `/desk/case/${id}`);
    await page.getByRole("button", { name: "Claim" }).press("Enter");
    await expect(page.getByRole("button", { name: "Claim" })).toHaveCount(0);
    await page.context().clearCookies();
    await enter(page, "demo-manager", `/desk/audit?about=${id}`);
    await expect(page.getByRole("status").filter({ hasText: `Only about ${fullName}.` })).toBeVisible();
    await expect(page.getByRole("row", { name: /demo-specialist Claimed it/i })).toHaveCount(1);
    await expect(page.getByRole("row", { name: /demo-specialist Opened the case/i })).toHaveCount(1);
    await page.getByRole("link", { name: fullName, exact: true }).first().press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(fullName);
  });

  await test.step("the log of a time without entries says so, and a specialist is told that it is for managers", async () => {
    await page.goto("/desk/audit");
    await expect(page.getByRole("link", { name: "Clear all filters" })).toHaveCount(0);
    await page.getByLabel("Day").fill("2020-01-01");
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect(page.getByText("Nothing found.")).toBeVisible();
    await page.getByRole("link", { name: "Clear all filters" }).press("Enter");
    await expect(page.getByText(/\d+ entries, the newest first\./)).toBeVisible();
    const others = page.getByRole("link", { name: /^All by / });
    await others.first().press("Enter");
    await expect(page).toHaveURL(/member=/);
    await expect(others, "a member's own entries lead to no others").toHaveCount(0);
  });
});

test("a directory change stands at its entry and in the log", async ({ page }) => {
  const name = `Motors ${ownWord()}`;
  const dealer = { name, metro: "Austin", leadAddress: "leads@example.com", isActive: true };
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, "demo-manager", "/desk/directory");
  expect((await page.request.post("/api/desk/directory/dealers", { data: dealer })).status()).toBe(201);
  await page.reload();
  await page.getByRole("button", { name: `Edit ${name}` }).press("Enter");
  await page.getByLabel("Contact person").fill("Lee Park");
  await page.getByLabel("Phone").fill("512 555 0100");
  await page.getByLabel("Notes").fill("Ask before noon.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).press("Enter");
  const entry = page.getByRole("row").filter({ has: page.getByRole("heading", { name }) });
  await expect(entry).toContainText("Lee Park, (512) 555-0100");
  await expect(entry).toContainText("Ask before noon.");
  await page.getByRole("button", { name: `Edit ${name}` }).press("Enter");
  const window = page.getByRole("dialog");
  await expect(window).toContainText("Contact person: nothing → became Lee Park");
  await expect(window).toContainText("demo-manager added it");

  await page.goto("/desk/audit");
  const byManager = page.getByRole("row", { name: /demo-manager (added|changed)/i }).filter({ hasText: name });
  const changed = byManager.filter({ hasText: "became" });
  await expect(changed).toContainText("Phone: nothing → became 512 555 0100");
  const added = byManager.filter({ hasText: "What was added" });
  await expect(added.getByText("Austin")).toBeHidden();
  await added.getByText("What was added").press("Enter");
  await expect(added.getByText("Austin")).toBeVisible();
  await changed.getByRole("link", { name: `dealer ${name}` }).press("Enter");
  await expect(page.getByRole("heading", { name, level: 3 })).toBeFocused();
  await page.goto("/desk/audit");
  await expect(changed).toBeVisible();
  await expectReflow(page);
});
