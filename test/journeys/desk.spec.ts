import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { mayCall } from "../../db/model/contact-hours.ts";
import type { Case } from "../../web/desk/api.ts";
import { heading } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { applicant, choose, chooseRecipient, enter, reloadUntil } from "./desk.ts";
import { expect, test } from "./test.ts";

/** The mail files of the local sender that contain this text. */
function mailAbout(text: string) {
  const folder = ".wrangler/tmp/email";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .filter((content) => content.includes(text));
}

test("a specialist signs in where they stand, finds an application by name and opens it by keyboard", async ({
  page,
}) => {
  const { fullName } = await applicant(page);
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

test("a caller's spoken reference finds the application, and a misheard one is said to be wrong", async ({ page }) => {
  const { ref, fullName } = await applicant(page);
  await page.goto(`/results?ref=${ref}`);
  const spoken = (await page.getByText(/^BAP-\w{4}-\w{2}$/).innerText()).toLowerCase().replaceAll("-", " ");
  await enter(page, "demo-specialist");
  const box = page.getByLabel("Name, phone, email, reference or application number");
  await box.fill(spoken.slice(0, -1) + (spoken.endsWith("x") ? "w" : "x"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("please ask the caller to read it again")).toBeVisible();
  await expectAccessible(page);
  await box.fill(spoken);
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: fullName }).getByRole("link").press("Enter");
  await expect(heading(page)).toHaveText(fullName);
  await expect(page.getByText(`The applicant says ${spoken.toUpperCase().replaceAll(" ", "-")}.`)).toBeVisible();
});

test("a search stands in no address, and is still there after going back or loading again", async ({ page }) => {
  const { fullName } = await applicant(page);
  await enter(page, "demo-specialist");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const box = page.getByLabel("Name, phone, email, reference or application number");
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
  await choose(page, "Owner", "Me");
  await expect(page.getByText("Searching all applications"), "filters are for the queue").toHaveCount(0);
});

test("strangers see the sign-in only, and the desk is kept and listed nowhere", async ({ page }) => {
  const response = await page.goto("/desk/queue");
  expect(response?.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  await expect(page.getByRole("heading", { name: "Sign in to the desk" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page);
});

test("an application is worked from claim to approved, with notes and a timeline", async ({ page }) => {
  const { id, fullName } = await applicant(page);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await expect(page.getByText("Claim this application first.").filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await page.getByLabel("Note", { exact: true }).fill("Prefers mornings");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByText("noted: Prefers mornings")).toBeVisible();
  for (const status of ["Contacted", "Documents requested", "With a lender", "Introduced"]) {
    await choose(page, "Next status", status);
    await page.getByRole("button", { name: "Change status" }).press("Enter");
    await expect(page.getByText(`to ${status.toLowerCase()}`)).toBeVisible();
  }
  await choose(page, "Next status", "Approved");
  await choose(page, "How did it end?", "A lender approved within 30 days of the application");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await expect(page.getByText("moved it from introduced to approved")).toBeVisible();
  await expect(page.getByLabel("Next status")).toHaveCount(0);
  await page.goto("/desk/queue?show=approved");
  await expect(page.getByRole("link", { name: fullName })).toBeVisible();
});

for (const [hour, isAllowed] of [
  ["2026-11-18T12:00:00-06:00", true],
  ["2026-11-18T03:00:00-06:00", false],
] as const) {
  test(`the number is there ${isAllowed ? "to be called when that is allowed" : "no more outside calling hours, but a reason is"}`, async ({
    page,
  }) => {
    const { id, phone } = await applicant(page, { zip: "79901" });
    const call = mayCall({ zip: "79901", consentTexts: true, contactStoppedAt: null }, new Date(hour));
    // What the Worker says at which hour is tested with a clock that is set (test/worker/desk-case).
    await page.route(`**/api/desk/case/${id}`, async (route) => {
      const response = await route.fetch();
      const found: Case = await response.json();
      const answers = { ...found.answers, phone: isAllowed ? phone : "••• ••• 23" };
      await route.fulfill({ response, json: { ...found, answers, contact: { ...found.contact, call } } });
    });
    await enter(page, "demo-specialist", `/desk/case/${id}`);
    await expect(page.getByRole("link", { name: /@example\.com/ })).toBeVisible();
    const number = page.getByRole("link", { name: phone });
    if (call.allowed) await expect(number).toHaveAttribute("href", `tel:${phone.replaceAll(" ", "")}`);
    else {
      await expect(page.getByText(call.reason)).toBeVisible();
      await expect(page.getByText("No calls now, from Nov 18, 10:00 AM")).toBeVisible();
      await expect(number).toHaveCount(0);
    }
  });
}

test("a dealer gets an ADF lead by mail, and the applicant sees who received what", async ({ page }) => {
  const { ref, id, fullName } = await applicant(page, { bankruptcyStatus: "Open" });
  await page.goto(`/results?ref=${ref}`);
  await expect(page.getByText("Nobody outside our team has received your information")).toBeVisible();
  await enter(page, "demo-manager", `/desk/case/${id}`);
  const dialog = await chooseRecipient(page, "Demo Motors San Antonio");
  await expect(dialog.getByText("What is sent, and nothing else")).toBeVisible();
  await expect(dialog).not.toContainText("Bankruptcy");
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "They said yes over the phone" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Send", exact: true }).press("Enter");
  await expect(dialog).toBeHidden();
  await reloadUntil(page, /Lead to a dealer \(ADF\): sent/);
  const [lead, ...more] = mailAbout(`<name part="full" type="individual">${fullName}</name>`);
  expect(more).toEqual([]);
  expect(lead).toMatch(/^<\?xml version="1.0" encoding="US-ASCII"\?>\n<\?adf version="1.0"\?>/);
  expect(lead).toContain("<vendorname>Demo Motors San Antonio</vendorname>");
  expect(lead).not.toMatch(/bankrupt|score|\b86\b/i);
  await page.goto(`/results?ref=${ref}`);
  await expect(page.getByText(/Demo Motors San Antonio received your name, contact details, /)).toBeVisible();
});

test("managers export applications as CSV, and it is in the audit log", async ({ page }) => {
  const { ref, id } = await applicant(page, { city: "=1+1" });
  await enter(page, "demo-manager", "/desk/manage");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download applications (CSV)" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain(id);
  expect(text).not.toContain(ref);
  expect(text).toContain(`"'=1+1"`);
  await page.getByRole("link", { name: "Read the audit log" }).click();
  await expect(page.getByText("demo-manager: export applications").first()).toBeVisible();
});

test("every page of the desk is accessible and fits a phone", async ({ page }) => {
  const { id } = await applicant(page);
  await enter(page, "demo-manager");
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [path, sign] of [
    ["/desk/queue", "Tyrone Demo"],
    [`/desk/case/${id}`, "Suitable lenders"],
    ["/desk/directory", "Demo Motors Austin"],
    ["/desk/letters", "After our call, Spanish"],
    ["/desk/messages", "Show"],
    ["/desk/forecast", "Not enough outcomes yet"],
    ["/desk/dashboard", "waiting for a first call"],
    ["/desk/audit", "the newest first"],
    ["/desk/import", "The columns"],
    ["/desk/manage", "demo-specialist"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign).first()).toBeAttached();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
  }
});
