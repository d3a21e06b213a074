import type { Page } from "@playwright/test";
import { consent, open, press, resume, toast } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

const SUBMIT = "**/api/applications/submit";

test("one toast shows at a time, for 5 seconds", async ({ page }) => {
  await page.clock.install({ time: "2026-07-04T10:00:00" });
  await resume(page, "/apply/review");
  await consent(page);
  await page.route(SUBMIT, (route) => route.abort());
  await press(page, "Submit Application");
  await expect(toast(page)).toContainText("Submission Error");
  // A moment later, the alert on the page takes focus.
  const alert = page.locator("main").getByRole("alert");
  await expect(alert).toBeFocused();
  await page.route(SUBMIT, (route) => route.fulfill({ body: "" }));
  await tryAgain(page);
  await expect(toast(page)).toHaveCount(1);

  await page.keyboard.press("F8");
  const viewport = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("list");
  await expect(viewport).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast(page).getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page)).toHaveCount(0);

  await tryAgain(page);
  await swipe(page, 40);
  await expect(toast(page)).toBeVisible();
  await swipe(page, 60);
  await expect(toast(page)).toHaveCount(0);

  await page.clock.pauseAt("2026-07-04T11:00:00");
  await expect(toast(page)).toHaveCount(0);
  await press(page, "Try again");
  await page.clock.runFor(100);
  await expect(toast(page)).toContainText("Server Error");
  await page.clock.runFor(4800);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page)).toHaveCount(0);
  await expect(alert).toBeVisible();
});

test("a failure with something to press stays as long as one needs", async ({ page }) => {
  await page.clock.install({ time: "2026-07-04T10:00:00" });
  await open(page, "/contact");
  await page.getByLabel("Name").fill("Maria Lopez");
  await page.getByLabel("Message").fill("May I apply with an open Chapter 13?");
  await page.route("**/api/contact", (route) => route.abort());
  await press(page, "Send Message");
  await expect(toast(page)).toContainText("Everything you typed is still here.");
  await page.clock.runFor(10 * 60_000);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(toast(page).getByRole("button", { name: "Try again" })).toBeInViewport({ ratio: 1 });
    if (width === 360) await expectAccessible(page);
  }
  await page.route("**/api/contact", (route) => route.fulfill({ json: { ok: true, success: true } }));
  await press(page, "Try again");
  await expect(toast(page)).toContainText("Message Sent");
  await page.clock.runFor(6000);
  await expect(toast(page)).toHaveCount(0);
});

test("a word is explained on focus and under the pointer, until Escape", async ({ page }) => {
  await page.clock.install({ time: "2026-07-04T10:00:00" });
  // Scrolling closes a tooltip. On a screen this tall, nothing scrolls.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const help = "Whose name will be on the vehicle’s title";
  await open(page, "/apply/downpayment");
  const button = page.getByRole("button", { name: "Help: Title Holder" });
  const tooltip = page.getByRole("tooltip");
  await button.focus();
  await expect(tooltip).toContainText(help);
  await expect(button).toHaveAccessibleDescription(new RegExp(help));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(tooltip).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveCount(0);

  await page.clock.pauseAt("2026-07-04T11:00:00");
  await button.hover();
  await expect(button).toHaveAttribute("data-state", "closed");
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip).toBeVisible();
  await button.click();
  await expect(tooltip).toHaveCount(0);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("the same help stands in words, and no tooltip is fetched", async ({ page }) => {
    const files: string[] = [];
    page.on("request", (request) => files.push(request.url()));
    await open(page, "/apply/downpayment");
    await expect(page.getByText("Whose name will be on the vehicle’s title")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Help/ })).toHaveCount(0);
    await expect(page.getByRole("group", { name: "Title Holder" })).toHaveAccessibleDescription(/Whose name/);
    await expectAccessible(page);
    expect(files.join()).not.toContain("tooltip-");
  });
});

/** Leaves only the newest toast on screen. */
async function tryAgain(page: Page) {
  await press(page, "Try again");
  await expect(toast(page)).toContainText("Server Error");
  await expect(page.locator("main").getByRole("alert")).toBeFocused();
}

async function box(page: Page) {
  const found = await toast(page).boundingBox();
  if (!found) throw new Error("There is no toast");
  return found;
}

async function swipe(page: Page, distance: number) {
  const { x, y, height } = await box(page);
  await page.mouse.move(x + 20, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 20 + distance, y + height / 2, { steps: 5 });
  await page.mouse.up();
}
