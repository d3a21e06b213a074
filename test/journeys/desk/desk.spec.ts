import { referenceOf } from "../../../worker/reference.ts";
import { LOCAL_KEY } from "../../../worker/run/local-key.ts";
import { heading } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, choose, enter, openFilters, unfoldAll } from "../desk.ts";
import { expect, test } from "../test.ts";

test("a specialist signs in, and searches without a name in an address", async ({ page }) => {
  const { fullName } = await applicant(page);
  await test.step("strangers see the sign-in only, and the desk is kept and listed nowhere", async () => {
    const response = await page.goto("/desk/queue");
    expect(response?.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    await expect(page.getByRole("heading", { name: "Sign in to the desk" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("a specialist signs in where they stand, finds an application by name and opens it by keyboard", async () => {
    await enter(page, "demo-specialist");
    await expect(page.getByRole("table")).toBeVisible();
    await page.getByLabel("Name, phone, email, reference or application number").fill(fullName.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching all applications")).toBeVisible();
    const row = page.getByRole("row", { name: fullName });
    await expect(row).toContainText("Submitted");
    await expect(row).toContainText("86");
    await expect(page).toHaveURL("/desk/queue?show=waiting");
    await row.getByRole("link").press("Enter");
    await expect(heading(page)).toHaveText(fullName);
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${fullName} - Desk`));
    await expect(page.getByText("San Antonio").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Manage" })).toHaveCount(0);
  });

  await test.step("a search stands in no address, and is still there after going back or loading again", async () => {
    await enter(page, "demo-specialist");
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    const box = page.getByLabel("Name, phone, email, reference or application number");
    await openFilters(page);
    await choose(page, "Owner", "Nobody yet");
    await expect(page.getByRole("combobox", { name: "Owner" })).toHaveValue("nobody");
    await box.fill(fullName);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching all applications")).toBeVisible();
    await page.getByRole("link", { name: fullName }).click();
    await expect(heading(page)).toHaveText(fullName);
    await page.goBack();
    await expect(box).toHaveValue(fullName);
    await page.reload();
    await expect(page.getByRole("row", { name: fullName })).toBeVisible();
    await expect(page).toHaveURL("/desk/queue?show=waiting&owner=nobody");
    const [, word = ""] = fullName.split(" ");
    expect(addresses.filter((address) => address.includes(word))).toEqual([]);
    await page.getByRole("button", { name: "Back to the queue" }).click();
    await expect(box).toHaveValue("");

    await box.fill(fullName);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching all applications")).toBeVisible();
    await expect(box, "what is searched for can be changed at once").toBeFocused();
    await openFilters(page);
    await choose(page, "Owner", "Me");
    await expect(page.getByText("Searching all applications"), "filters are for the queue").toHaveCount(0);
  });
});

test("an invented applicant's page opens by the reference in our mails", async ({ page }) => {
  await enter(page, "demo-manager");
  const found = await page.request.post("/api/desk/queue/search", { data: { q: "Maria Demo" } });
  const { id } = (await found.json()).applications[0];
  const ref = await referenceOf({ HASH_KEY: LOCAL_KEY }, id);
  expect(await (await page.request.get(`/api/applications/${ref}`)).json()).toMatchObject({ fullName: "Maria Demo" });
});

test("every page of the desk, unfolded, is accessible and fits phones", async ({ page }) => {
  const { id } = await applicant(page);
  await enter(page, "demo-manager");
  expect((await page.request.post(`/api/desk/case/${id}/claim`, { data: {} })).status(), "for the audit log").toBe(200);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [path, sign] of [
    ["/desk/queue", "Tyrone Demo"],
    [`/desk/case/${id}`, "Suggested lenders"],
    ["/desk/directory", "Demo Motors Austin"],
    ["/desk/letters", "After our call"],
    ["/desk/messages", "Answered"],
    ["/desk/dashboard", "waiting for a first call"],
    ["/desk/audit", "the newest first"],
    ["/desk/import", "How the file has to be"],
    ["/desk/status", "Jobs"],
    ["/desk/manage", "demo-specialist"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign).first()).toBeAttached();
    await unfoldAll(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
  }
});
