import type { Page } from "@playwright/test";
import { consent, open, press, resume, toast } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("a toast leaves after 5 seconds, and the alert on the page stays", async ({ page }) => {
  await page.clock.install({ time: "2026-07-04T10:00:00" });
  await failToSubmit(page, "2026-07-04T11:00:00");
  await page.clock.runFor(4900);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page)).toHaveCount(0);
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
});

test("one toast is shown at a time, at a place for its screen; F8 moves to it, and its button or a swipe of 50 px takes it away", async ({
  page,
}) => {
  await test.step("only one toast is shown at a time, the newest", async () => {
    await failToSubmit(page);
    await expect(toast(page)).toContainText("Submission Error");
    await page.route("**/api/applications/submit", (route) => route.fulfill({ body: "" }));
    await press(page, "Try again");
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText("Server Error");
  });

  await test.step("F8 moves to the toasts, and the close button takes one away", async () => {
    await failToSubmit(page);
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
  });

  await test.step("a swipe to the right takes a toast away from 50 px on", async () => {
    await failToSubmit(page);
    await swipe(page, 40);
    await expect(toast(page)).toBeVisible();
    await swipe(page, 60);
    await expect(toast(page)).toHaveCount(0);
  });

  await test.step("toasts appear on top on a phone, and at the bottom right, at most 420 px wide, from there on", async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await failToSubmit(page);
    expect((await box(page)).y).toBeLessThan(100);
    await page.setViewportSize({ width: 1280, height: 800 });
    const { x, y, width, height } = await box(page);
    expect(width).toBeLessThanOrEqual(420);
    expect(x + width).toBeGreaterThan(1240);
    expect(y + height).toBeGreaterThan(760);
  });
});

test("a word is explained on focus, and Escape or leaving hides it", async ({ page }) => {
  // Scrolling closes a tooltip; on so tall a screen nothing scrolls.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const help = "Open means the court hasn't closed your case yet.";
  await open(page, "/apply/banking-credit");
  const button = page.getByRole("button", { name: "Help: Bankruptcy Status" });
  await button.focus();
  await expect(page.getByRole("tooltip")).toContainText(help);
  await expect(button).toHaveAccessibleDescription(new RegExp(help));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("tooltip")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test("a tooltip opens after 700 ms under the pointer and closes on a click", async ({ page }) => {
  await page.clock.install({ time: "2026-07-04T10:00:00" });
  await open(page, "/apply/banking-credit");
  const button = page.getByRole("button", { name: "Help: ID Type" });
  await page.clock.pauseAt("2026-07-04T11:00:00");
  await button.hover();
  await expect(button).toHaveAttribute("data-state", "closed");
  await page.clock.runFor(690);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(page.getByRole("tooltip")).toBeVisible();
  await button.click();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("the same help stands on the page in words, and no tooltip is fetched", async ({ page }) => {
    const files: string[] = [];
    page.on("request", (request) => files.push(request.url()));
    await open(page, "/apply/banking-credit");
    await expect(page.getByText("Open means the court hasn't closed your case yet.")).toBeVisible();
    await expect(page.getByText("The photo ID you can show at signing.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Help/ })).toHaveCount(0);
    await expect(page.getByRole("group", { name: "ID Type" })).toHaveAccessibleDescription(/The photo ID/);
    await open(page, "/apply/downpayment");
    await expect(page.getByText("Whose name will be on the vehicle's title")).toBeVisible();
    await expectAccessible(page);
    expect(files.join()).not.toContain("tooltip-");
  });
});

/** Leaves a toast on screen. With `pausedAt` the page's installed clock stands still from before it. */
async function failToSubmit(page: Page, pausedAt?: string) {
  await resume(page, "/apply/review");
  await consent(page);
  await page.route("**/api/applications/submit", (route) => route.abort());
  if (pausedAt) await page.clock.pauseAt(pausedAt);
  await press(page, "Submit Application");
  await expect(toast(page)).toBeVisible();
  // A moment later the alert on the page takes the focus.
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
