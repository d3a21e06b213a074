import type { Page } from "@playwright/test";
import { hydrated, open, press, printSheet, resume, saveOrErase, type } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

const EXAMPLE = "/calculator?price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72";

/** Opens the calculator and waits for its script. Earlier presses go to the Worker, or nowhere. */
async function openLive(page: Page, path: string) {
  await open(page, path);
  await page.evaluate(async () => {
    const { src } = document.querySelector("script[src*='/shell-']") as HTMLScriptElement;
    const [live = ""] = /live-[\w-]+\.js/.exec(await (await fetch(src)).text()) ?? [];
    await import(new URL(live, src).href);
  });
}

function result(page: Page) {
  return page.locator("#calculator output");
}

function line(page: Page, name: string | RegExp) {
  return page.getByRole("row", { name });
}

/** Opens what is folded, or folds what is open. */
async function unfold(page: Page, ...titles: string[]) {
  for (const title of titles) await page.locator("summary", { hasText: title }).click();
}

test("the answer follows what is typed, and nothing leaves the browser", async ({ page }) => {
  await openLive(page, "/calculator");
  await expect(result(page)).toHaveText(/^\$\d+ a month for 60 months at 12.00% APR$/);
  await expect(page.getByText("Example: an $18,000 used car")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await type(page, "Price of the car", "$25,000");
  const atExamplesRate = page.getByText("An estimate at our example’s 12%, not an offer.");
  await expect(result(page)).toHaveText("$598 a month for 60 months at 12.00% APR");
  await expect(atExamplesRate).toBeVisible();
  await expect(line(page, /^84 months/)).toBeVisible();
  await expect(page.getByText("With $500.00 more down")).toBeVisible();
  await expect(page.getByLabel("Interest rate")).toHaveAttribute("placeholder", "12");
  await expect(page.getByLabel("Money down")).toHaveAttribute("placeholder", "");
  await page.getByRole("link", { name: "Use 9.77%" }).press("Enter");
  await expect(result(page)).toContainText("a month for 60 months at 9.77% APR");
  await expect(atExamplesRate).toBeHidden();
  await page.getByLabel("Interest rate").clear();
  await expect(atExamplesRate).toBeVisible();
  await unfold(page, "Which rate", "All the numbers", "Trade-in");
  await expect(line(page, /^Sales tax,/)).toHaveText("Sales tax, 6.25% of $25,000.00$1,562.50");
  await type(page, "Money down", "2000");
  await type(page, "Your trade-in is worth", "10000");
  await type(page, "You still owe on it", "12000");
  await expect(page.getByText("You owe $2,000.00 more on your trade-in than it brings")).toBeVisible();
  await expect(page.getByRole("link", { name: "Use 9.77%" }), "folded again").toBeHidden();
  await page.getByLabel("Months to pay").selectOption("72 months");
  await type(page, "Interest rate", "13.34");
  await expect(result(page)).toHaveText("$532 a month for 72 months at 13.34% APR");
  await expect(line(page, /^Amount financed/)).toContainText("$26,269.50");
  await expect(line(page, /^Finance charge/).first()).toContainText("$12,038.82");
  await expect(line(page, /^84 months/)).toContainText("$49.30 less a month, $2,243.52 more interest");
  await expect(page.getByText("At a rate of 12.84%, half a point less: $6.94 less a month")).toBeVisible();
  await expect(page.getByText("With $500.00 more down: $10.12 less a month")).toBeVisible();
  await expect(line(page, /^After year 6/)).toContainText("$0.00");
  await expect(line(page, /^After year 7/)).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(asked).toEqual([]);
  expect(new URL(page.url()).search).toBe("");
});

test("fields without a number are marked, and a link holds all fields", async ({ page }) => {
  const rate = page.getByLabel("Interest rate", { exact: true });
  await openLive(page, EXAMPLE);
  await rate.fill("13.3.4");
  await expect(rate).toHaveAccessibleDescription(/Type a percentage from 0 to 40/);
  await expect(rate).toHaveAttribute("aria-invalid", "true");
  await expect(result(page)).toHaveText("Please check the marked fields first.");
  await expectAccessible(page);
  await page.getByLabel("Money down", { exact: true }).press("Enter");
  await expect(rate).toBeFocused();
  await rate.fill("13,34");
  await expect(rate).not.toHaveAttribute("aria-invalid");
  await rate.press("Enter");
  await expect(page.locator("#answers")).toBeFocused();
  await expect(result(page)).toContainText("$532 a month");

  await page.getByLabel("Months to pay").selectOption("84 months");
  await expect(result(page)).toContainText("$483 a month");
  const href = await page.getByRole("link", { name: "Link to these numbers" }).getAttribute("href");
  await openLive(page, href ?? "");
  await expect(result(page)).toHaveText("$483 a month for 84 months at 13.34% APR");
  const down = page.getByLabel("Money down", { exact: true });
  await expect(down).toHaveValue("2000");
  await printSheet(page);
  await page.emulateMedia({ media: "print" });
  await expect(result(page)).toBeVisible();
  await expect(line(page, /^Amount financed/)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(result(page)).not.toBeInViewport();
  await expect(down).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Start over" }).click();
  await expect(page.getByText("Example: an $18,000 used car")).toBeVisible();
});

test("while one types, the answer stays in sight, covering nothing focused", async ({ page }) => {
  const covered = () => {
    const bar = document.querySelector("#calculator output")?.closest(".sticky") as HTMLElement;
    const controls = [...document.querySelectorAll<HTMLElement>("#calculator :is(input, select, summary, button, a)")];
    return controls
      .filter((control) => !bar.contains(control))
      .toReversed()
      .flatMap((control) => {
        control.focus();
        const { top } = control.getBoundingClientRect();
        return document.activeElement === control && top < bar.getBoundingClientRect().bottom
          ? [control.outerHTML]
          : [];
      });
  };
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const address of ["/calculator?down=2000", EXAMPLE]) {
      await openLive(page, address);
      expect(await page.evaluate(covered), address).toEqual([]);
    }
  }
  await page.getByLabel("Rebate", { exact: true }).focus();
  await expect(result(page)).toBeInViewport({ ratio: 1 });
  // The space above an on-screen keyboard.
  await page.setViewportSize({ width: 360, height: 380 });
  await page.getByLabel("Interest rate", { exact: true }).focus();
  await expect(result(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Interest rate", { exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("'Apply with this' takes the down payment along and overwrites nothing", async ({ page }) => {
  await test.step("'Apply with this' takes the down payment along, as it was typed", async () => {
    await openLive(page, EXAMPLE);
    await page.getByLabel("Money down", { exact: true }).fill("2,250.50");
    await page.getByRole("link", { name: "Apply with this" }).click();
    await expect(page).toHaveURL("/apply");
    await hydrated(page);
    await expect(page.getByText("Continue where you left off")).toBeHidden();
    await open(page, "/apply/downpayment");
    await expect(page.getByLabel("Cash Down Payment")).toHaveValue("2,250.50");
    await page.getByLabel("Cash Down Payment").clear();
    await page.reload();
    await expect(page.getByLabel("Cash Down Payment")).toHaveValue("");
  });

  await test.step("'Apply with this' overwrites nothing that was answered or typed, and 'Erase my answers' erases it", async () => {
    await resume(page, "/apply/downpayment");
    const answered = await page.getByLabel("Cash Down Payment").inputValue();
    await openLive(page, EXAMPLE.replace("down=2000", "down=7777"));
    await page.getByRole("link", { name: "Apply with this" }).click();
    await expect(page).toHaveURL("/apply");
    await open(page, "/apply/downpayment");
    await expect(page.getByLabel("Cash Down Payment")).toHaveValue(answered);
    await saveOrErase(page);
    await press(page, "Erase my answers");
    await press(page, "Yes, erase");
    await expect(page).toHaveURL("/apply");
    await open(page, "/apply/downpayment");
    await expect(page.getByLabel("Cash Down Payment")).toHaveValue("");
  });
});
