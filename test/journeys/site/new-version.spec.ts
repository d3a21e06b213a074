import type { Page } from "@playwright/test";
import { fieldsOf, STEPS, type Step } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { sections } from "../../../web/apply/sections.ts";
import {
  consent,
  continueButton,
  early,
  fetchNothingAhead,
  heading,
  hydrated,
  mainLinks,
  open,
  press,
  resume,
} from "../applicant.ts";
import { expect, test } from "../test.ts";

/** What an open page does when a new version was published and its own files are gone. */

test.beforeEach(({ context }) => fetchNothingAhead(context));

// The browser logs missing files to the console.
test.afterEach(({ complaints }) => {
  expect(complaints.filter((complaint) => !complaint.includes("Failed to load resource"))).toEqual([]);
  complaints.length = 0;
});

test("a new version under every step costs one load and nothing typed", async ({ page }) => {
  // The last step is filled in and not yet saved, so that each leads to the next.
  const last = fieldsOf("downpayment").map((field) => [field, String(exampleApplication()[field])]);
  await resume(page, "/apply/contact", Object.fromEntries(last), { purchaseTimeline: "" });
  for (const [index, step] of STEPS.entries()) {
    const { box, text } = typed[step];
    const version = await publish(page);
    await page.getByRole("textbox", { name: box }).fill(text);
    await continueButton(page).press("Enter");
    const next = STEPS[index + 1];
    await expect(heading(page)).toHaveText(next ? sections[next].title() : "Review Your Application");
    await hydrated(page);
    version.expectOneLoad();
  }
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  for (const { answer } of Object.values(typed)) await expect(page.getByText(answer, { exact: true })).toBeVisible();

  const edited = await publish(page);
  await page.getByRole("link", { name: "Edit Employment" }).press("Enter");
  await expect(page.getByLabel("Gross Monthly Income")).toHaveValue("4200");
  await hydrated(page);
  edited.expectOneLoad();

  await open(page, "/apply/review");
  await consent(page);
  const sent = await publish(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByText("Your reference:")).toBeVisible();
  sent.expectOneLoad();
  expect(await page.evaluate(() => sessionStorage.getItem("application"))).toBeNull();
});

/** What to type on each step, and how the review shows it. */
const typed: Record<Step, { box: string; text: string; answer: string }> = {
  contact: { box: "Full Name", text: "Rosa Diaz", answer: "Rosa Diaz" },
  employment: { box: "Gross Monthly Income", text: "$4,200", answer: "$4,200 a month" },
  residence: { box: "Rent", text: "$1,234", answer: "$1,234 a month" },
  "banking-credit": { box: "Bank Name", text: "Frost Bank of Waco", answer: "Frost Bank of Waco" },
  downpayment: { box: "Cash Down Payment", text: "1,500", answer: "$1,500" },
};

test("a link asks twice at most for what is gone", async ({ page }) => {
  await open(page, "/thank-you");
  const pointed = await publish(page);
  const link = mainLinks(page).getByRole("link", { name: "FAQ" });
  const other = mainLinks(page).getByRole("link", { name: "Blog" });
  for (let round = 0; round < 5; round++) {
    await link.hover();
    await other.hover();
  }
  await link.click();
  await expect(page.locator("main summary").first()).toBeVisible();
  pointed.expectOneLoad();
});

test("a load that does not get its code either is not repeated", async ({ page }) => {
  await resume(page, "/apply/contact", {}, { purchaseTimeline: "" });
  const { loads, requests } = watch(page);
  await page.route("**/assets/employment-*.js", (route) => route.fulfill({ status: 404 }));
  const loaded = page.waitForEvent("load");
  await press(page, "Continue to Employment");
  await loaded;
  await expect(page).toHaveURL("/apply/employment");
  await early(page, "shell", "early-continue");
  await page.getByLabel("Gross Monthly Income").fill("-1");
  const next = page.getByRole("button", { name: "Continue", exact: true });
  await next.click();
  await expect
    .poll(() => next.evaluate((button: HTMLButtonElement) => button.validationMessage))
    .toContain("couldn’t be loaded completely");
  expect(loads).toEqual(["/apply/employment"]);
  // One request by the press, and two by the page load, which fetches ahead.
  expect(Math.max(...requests.values())).toBeLessThanOrEqual(3);

  for (const [path, ...files] of [
    ["/apply/review", "review"],
    ["/thank-you", "thank-you"],
  ] as [string, ...string[]][]) {
    for (const file of files) {
      await page.unrouteAll();
      await page.route(`**/assets/${file}-*.js`, (route) => route.fulfill({ status: 404 }));
      const opened = watch(page);
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("alert")).toContainText("couldn’t be loaded completely");
      expect(opened.loads).toEqual([path]);
      expect(Math.max(...opened.requests.values())).toBeLessThanOrEqual(2);
    }
  }
});

/** Page loads from now on, and the number of requests for each script. */
function watch(page: Page) {
  const loads: string[] = [];
  const requests = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest()) loads.push(pathname);
    if (pathname.startsWith("/assets/")) requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
  });
  return { loads, requests };
}

/** Publishes a new version: this page's files are gone, and the next page load names new ones. */
async function publish(page: Page) {
  await page.unrouteAll();
  const { loads, requests } = watch(page);
  const gone = new Map<string, number>();
  await page.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/") && loads.length === 0) {
      gone.set(pathname, (gone.get(pathname) ?? 0) + 1);
      return route.fulfill({ status: 404 });
    }
    // The present version of the page names another script.
    if (request.resourceType() === "fetch" && request.method() === "GET" && !pathname.startsWith("/api/")) {
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll("/shell-", "/shell-new-") });
    }
    return route.fallback();
  });
  return {
    loads,
    expectOneLoad() {
      expect(loads).toHaveLength(1);
      expect(gone.size).toBeGreaterThan(0);
      expect(Math.max(...gone.values())).toBeLessThanOrEqual(2);
      expect(Math.max(...requests.values())).toBeLessThanOrEqual(3);
    },
  };
}
