import type { Page } from "@playwright/test";
import { STEPS } from "../../db/model/application.ts";
import {
  answerStep,
  consent,
  early,
  fetchNothingAhead,
  heading,
  hydrated,
  open,
  pointAt,
  press,
  resume,
  type,
} from "./applicant.ts";
import { expect, test } from "./test.ts";

/** What an open page does when a new version of the site has been published and the files of its own are gone. */

test.beforeEach(({ context }) => fetchNothingAhead(context));

// The browser writes to the console that a file is missing.
test.afterEach(({ complaints }) => {
  expect(complaints.filter((complaint) => !complaint.includes("Failed to load resource"))).toEqual([]);
  complaints.length = 0;
});

test("a new version under every page of the form costs one page load each, and nothing that was typed", async ({
  page,
}) => {
  await open(page, "/apply/contact");
  for (const step of STEPS) {
    const version = await publish(page);
    await answerStep(page, step);
    await hydrated(page);
    version.expectOneLoad();
  }
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  for (const answer of ["Maria Lopez", "$4,200 a month", "$1,100 a month", "Frost Bank", "$1,500"]) {
    await expect(page.getByText(answer, { exact: true })).toBeVisible();
  }

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
  await expect(page.getByRole("heading", { name: "Your reference" })).toBeVisible();
  sent.expectOneLoad();
  expect(await page.evaluate(() => sessionStorage.getItem("application"))).toBeNull();
});

test("a step left half filled in is as it was when one comes back over a new version", async ({ page }) => {
  await open(page, "/apply/employment");
  await type(page, "Gross Monthly Income", "$4,2");
  const version = await publish(page);
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(heading(page)).toHaveText("Contact Information");
  await hydrated(page);
  version.expectOneLoad();
  await page.goBack();
  await expect(page.getByLabel("Gross Monthly Income")).toHaveValue("$4,2");
});

test("a link pointed at, again and again, asks once for what is gone, and a click loads its page", async ({ page }) => {
  await open(page, "/thank-you");
  const version = await publish(page);
  const link = page.getByRole("contentinfo").getByRole("link", { name: "FAQ" });
  const other = page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" });
  for (let round = 0; round < 5; round++) {
    await link.hover();
    await other.hover();
  }
  await link.click();
  await expect(page.locator("main summary").first()).toBeVisible();
  version.expectOneLoad();
});

test("a search typed into the blog over a new version is made, by one page load", async ({ page }) => {
  await open(page, "/blog");
  const version = await publish(page);
  await page.getByLabel("Search posts by title or tag").fill("APR");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("article")).toContainText("How to read an APR");
  await expect(page.getByLabel("Search posts by title or tag")).toHaveValue("APR");
  version.expectOneLoad();
});

test("from a list of posts that React has taken over, a new version comes with the next link", async ({ page }) => {
  await open(page, "/blog");
  await pointAt(page, page.locator("main form").first());
  const version = await publish(page);
  await page.getByRole("link", { name: "How to read an APR" }).first().click();
  await expect(heading(page)).toHaveText(/How to read an APR/);
  version.expectOneLoad();
});

test("a page load that does not get its code either is not repeated, and says so", async ({ page }) => {
  await resume(page, "/apply/contact");
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
    .toContain("couldn't be loaded completely");
  expect(loads).toEqual(["/apply/employment"]);
  // One by the press, and two by the page load, which fetches ahead.
  expect(Math.max(...requests.values())).toBeLessThanOrEqual(3);
});

test("a page says when its code does not come", async ({ page }) => {
  for (const [path, ...files] of [
    ["/apply/review", "base", "review"],
    ["/results", "base", "results"],
    ["/thank-you", "thank-you"],
  ] as [string, ...string[]][]) {
    for (const file of files) {
      await page.route(`**/assets/${file}-*.js`, (route) => route.fulfill({ status: 404 }));
      const { loads, requests } = watch(page);
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("alert")).toContainText("couldn't be loaded completely");
      expect(loads).toEqual([path]);
      expect(Math.max(...requests.values())).toBeLessThanOrEqual(2);
      await page.unrouteAll();
    }
  }
});

test("a message written under a new version is still there after the one page load that its sending takes", async ({
  page,
}) => {
  await open(page, "/contact");
  const version = await publish(page);
  await type(page, "Name", "Maria Lopez");
  await type(page, "Message", "May I apply with an open Chapter 13?");
  await press(page, "Send Message");
  await expect.poll(() => version.loads.length).toBe(1);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Maria Lopez");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("May I apply with an open Chapter 13?");
  version.expectOneLoad();
  await hydrated(page);
  await press(page, "Send Message");
  await expect(page.getByRole("region", { name: "Notifications (F8)" })).toContainText("Message Sent");
});

test("help on a word is asked for once, and without its code the browser's own takes its place", async ({ page }) => {
  const { requests } = watch(page);
  await page.route("**/assets/tooltip-*.js", (route) => route.fulfill({ status: 404 }));
  await open(page, "/apply/banking-credit");
  const help = page.getByRole("button", { name: /^Help: / });
  for (const word of await help.all()) {
    await word.hover();
    await expect(word).toHaveAttribute("title", /./);
  }
  const asked = [...requests].filter(([url]) => url.includes("tooltip-"));
  expect(asked.map(([, times]) => times)).toEqual([1]);
});

/** Page loads from now on, and how often each script was asked for. */
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

/** Publishes a new version: the files of this page are gone; the next page load names files of its own. */
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
    // Asked what it is now, the page names another script.
    if (request.resourceType() === "fetch" && request.method() === "GET" && !pathname.startsWith("/api/")) {
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll("/text-page-", "/text-page-new-") });
    }
    return route.continue();
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
