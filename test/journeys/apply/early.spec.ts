import type { Page } from "@playwright/test";
import { choose, early, heading, hydrated, resume, saveOrErase, type, typeTime } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** What visitors can do while the page's code is still loading. */

test("Continue pressed before the page's code has come leads on then", async ({ page }) => {
  const requests = requestsOf(page);
  const arrive = await holdCode(page);
  await page.goto("/apply/employment", { waitUntil: "commit" });
  await early(page, "shell");
  await continueTooEarly(page);
  arrive();
  await expect(page).toHaveURL("/apply/residence");
  await expect(heading(page)).toHaveText("Residence");
  expect(requests.filter((request) => /4,?321|W-2/.test(request))).toEqual([]);
});

test("Continue leads back to the review before React has come", async ({ page }) => {
  const requests = requestsOf(page);
  await resume(page, "/apply/downpayment");
  const arrive = await holdCode(page, BEFORE_REACT);
  await page.goto("/apply/employment", { waitUntil: "commit" });
  await early(page, "shell");
  await saveOrErase(page);
  await page.getByLabel("Keep my answers on this device for 7 days").check();
  await choose(page, "Employment Type", "Unemployed/Benefits");
  await page.getByRole("button", { name: "Save and return to review" }).click();
  await expect(page).toHaveURL("/apply/review");
  expect(await page.evaluate(() => localStorage.getItem("application"))).toContain("Unemployed/Benefits");
  // The answers are there before React is.
  await expect(page.getByText("Unemployed/Benefits", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit Application" })).toHaveCount(0);
  await page.goto("/apply/contact", { waitUntil: "commit" });
  await early(page, "shell", "early-continue");
  await page.getByLabel("City").press("Enter");
  await expect(page).toHaveURL("/apply/review");
  arrive();
  await hydrated(page);
  await expect(page.getByLabel("Keep my answers on this device for 7 days")).toBeChecked();
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  expect(requests.filter((request) => /Unemployed|Benefits/.test(request))).toEqual([]);
});

test("what is typed while React takes over is kept, without waiting", async ({ page }) => {
  await page.addInitScript(holdScheduler);
  await page.goto("/apply/contact");
  await page.locator("html[data-held]").waitFor({ state: "attached" });
  const box = page.getByLabel("City");
  await box.pressSequentially("Del Rio");
  expect(await box.evaluate((control) => Object.keys(control).filter((name) => name.startsWith("__react")))).toEqual(
    [],
  );
  await page.evaluate(() => dispatchEvent(new Event("release")));
  await hydrated(page);
  await expect(box).toHaveValue("Del Rio");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("application"))).toContain("Del Rio");
});

/** In the page: React's scheduler, which posts itself a message for each piece of work, does nothing until 'release'. */
function holdScheduler() {
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    held.push(() => postMessage.call(this, message));
    document.documentElement.dataset.held = "";
  };
  addEventListener("release", () => {
    MessagePort.prototype.postMessage = postMessage;
    for (const post of held) post();
  });
}

test("a choice opens the question in its row before React has come", async ({ page }) => {
  const arrive = await holdCode(page, BEFORE_REACT);
  await page.goto("/apply/downpayment", { waitUntil: "commit" });
  await early(page, "shell", "early-continue");
  const company = page.getByLabel("Current Finance Company");
  await expect(company).toBeHidden();
  await choose(page, "Auto Finance History", "Currently Paying");
  await company.fill("Ally");
  arrive();
  await hydrated(page);
  await expect(company).toHaveValue("Ally");
  await choose(page, "Auto Finance History", "Paid Off");
  await expect(company).toHaveCount(0);
});

test("a press whose code does not come is answered", async ({ page, complaints }) => {
  for (const [path, missing, name] of [
    ["/contact", "main", "Send Message"],
    ["/apply/employment", "early-continue", "Continue"],
  ] as const) {
    await page.route(`**/assets/${missing}-*.js`, (route) => route.abort());
    await page.goto(path);
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    await expect
      .poll(() => button.evaluate((pressed: HTMLButtonElement) => pressed.validationMessage))
      .toBe("This page couldn’t be loaded completely. Please check your connection and reload it.");
    await page.unrouteAll();
  }
  complaints.length = 0;
});

/** Fills in the whole step and presses Continue, which does nothing yet. */
async function continueTooEarly(page: Page) {
  await choose(page, "Employment Type", "W-2");
  await typeTime(page, "Time on Current Job", "5", "3");
  await type(page, "Gross Monthly Income", "4,321");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL("/apply/employment");
}

/** The scripts that a step has before React: one keeps presses, the other saves a complete step. */
const BEFORE_REACT = "shell|early-continue|fill|answer-words|plain|rolldown-runtime";

/** Holds back the pages' code, except these files. */
async function holdCode(page: Page, allowed = "shell") {
  const code = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/(?!(${allowed})-)[^/]*\\.js$`), async (route) => {
    await code.promise;
    await route.continue();
  });
  return code.resolve;
}

/** The page's requests from now on, with what they send. Without ports and file names, whose digits mean nothing. */
function requestsOf(page: Page) {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const path = pathname.startsWith("/assets/") ? "/assets/" : pathname;
    requests.push(`${request.method()} ${path}${search} ${request.postData() ?? ""}`);
  });
  return requests;
}
