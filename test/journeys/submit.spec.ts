import type { Page } from "@playwright/test";
import { consent, heading, open, press, resume, toast } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

const SUBMIT = "**/api/applications/submit";

for (const { outcome, answer, title, text } of [
  {
    outcome: "a refusal with the server's reason",
    answer: { status: 400, json: { ok: false, success: false, error: "Valid email is required" } },
    title: "Submission Failed",
    text: "Valid email is required",
  },
  {
    outcome: "a refusal without a reason",
    answer: { status: 200, json: {} },
    title: "Submission Failed",
    text: "Something went wrong with your application.",
  },
  {
    outcome: "a server whose database is down",
    answer: {
      status: 503,
      headers: { "retry-after": "5" },
      json: { ok: false, success: false, error: "Something went wrong on our side. Please try again in a moment." },
    },
    title: "Submission Failed",
    text: "Something went wrong on our side. Please try again in a moment.",
  },
  {
    outcome: "an answer that is not JSON",
    answer: { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
    title: "Server Error",
    text: "Server gave an invalid response.",
  },
  { outcome: "no answer", answer: undefined, title: "Submission Error", text: "Failed to fetch" },
]) {
  test(`${outcome} is told by a toast and an alert that stays, and trying again succeeds`, async ({ page }) => {
    await resume(page, "/apply/review");
    await consent(page);
    await page.route(SUBMIT, (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    const first = page.waitForRequest(SUBMIT);
    await press(page, "Submit Application");

    await expect(toast(page).and(page.locator("[data-variant=destructive]"))).toContainText(title + text);
    const alert = page.locator("main").getByRole("alert");
    await expect(alert).toBeFocused();
    await expect(alert).toContainText(title + text);
    await expect(page).toHaveURL("/apply/review");
    await expect(page.getByText("Maria Lopez", { exact: true })).toBeVisible();

    const second = page.waitForRequest(SUBMIT);
    await press(page, "Try again");
    expect((await second).headers()["idempotency-key"]).toBe((await first).headers()["idempotency-key"]);
    await expect(page).toHaveURL("/thank-you");
  });
}

test("a failure without any words of its own gets the fallback", async ({ page }) => {
  await page.addInitScript(() => {
    window.fetch = () => Promise.reject(new Error());
  });
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(page.locator("main").getByRole("alert")).toContainText(
    "Submission Error" + "Failed to submit application. Please try again.",
  );
});

for (const flag of ["ok", "success"]) {
  test(`JSON with ${flag} true is a success whatever the status`, async ({ page }) => {
    await resume(page, "/apply/review");
    await consent(page);
    await page.route(SUBMIT, (route) => route.fulfill({ status: 500, json: { [flag]: true, ref: "a-reference" } }));
    await press(page, "Submit Application");
    await expect(page).toHaveURL("/thank-you");
    await expect(page.getByText("a-reference")).toBeVisible();
  });
}

test("the key of a submit survives a reload and changes with an answer", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await page.route(SUBMIT, (route) => route.abort());
  const key = async () => {
    const request = page.waitForRequest(SUBMIT);
    await press(page, "Submit Application");
    const { "idempotency-key": sent } = (await request).headers();
    // The failure takes the focus, so nothing is pressed before.
    await expect(page.locator("main").getByRole("alert")).toBeFocused();
    return sent;
  };
  const first = await key();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);

  await page.reload();
  await expect(page.getByText("Maria Lopez", { exact: true })).toBeVisible();
  await consent(page);
  expect(await key()).toBe(first);

  await page.getByRole("link", { name: "Edit Contact Information" }).press("Enter");
  await press(page, "Save and return to review");
  await consent(page);
  expect(await key()).toBe(first);

  await page.getByRole("link", { name: "Edit Contact Information" }).press("Enter");
  await page.getByLabel("City").fill("Austin");
  await press(page, "Save and return to review");
  await consent(page);
  expect(await key()).not.toBe(first);
});

test("an answer lost on its way back stores one application only", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  let stored = "";
  await page.route(
    SUBMIT,
    async (route) => {
      stored = (await (await route.fetch()).json()).ref;
      await route.abort();
    },
    { times: 1 },
  );
  await press(page, "Submit Application");
  await expect(page.locator("main").getByRole("alert")).toBeFocused();
  await press(page, "Try again");
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByText(stored)).toBeVisible();
});

test("while the answer is awaited the button says so and cannot be pressed", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  const answer = await holdSubmit(page);
  await press(page, "Submit Application");
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expectAccessible(page);
  answer.resolve();
  await expect(page).toHaveURL("/thank-you");
});

test("a visitor who looks at a step meanwhile is thanked, and the answers are erased", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  const answer = await holdSubmit(page);
  await press(page, "Submit Application");
  await page.getByRole("link", { name: "Edit Residence" }).press("Enter");
  await expect(heading(page)).toHaveText("Residence");
  answer.resolve();
  await expect(page).toHaveURL("/thank-you");
  await expect(heading(page)).toBeFocused();
  const stored = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(stored).not.toContain("Maria");
});

test("the review stays as it is until the thanks are there", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/thank-you-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByText("Maria Lopez", { exact: true })).toBeVisible();
  await expect(page.getByText("Incomplete")).toHaveCount(0);
  code.resolve();
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
});

test("a success takes the failure before it off the screen", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await page.route(SUBMIT, (route) => route.abort(), { times: 1 });
  await press(page, "Submit Application");
  await expect(toast(page)).toContainText("Submission Error");
  // While the pointer rests on a toast it does not leave by itself.
  await toast(page).hover();
  await expect(page.locator("main").getByRole("alert")).toBeFocused();
  await press(page, "Try again");
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await expect(toast(page)).toHaveCount(0);
});

test("whichever page of the form one goes back to says when the application was sent", async ({ page }) => {
  // Late in the evening it is the next day in UTC.
  await page.clock.setFixedTime("2026-11-24T22:00:00-06:00");
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  for (const path of ["/apply/contact", "/apply/downpayment", "/apply/review"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { name: "You sent your application on November 24, 2026" })).toBeVisible();
    await expectSent(page);
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
});

test("Back from the thanks says that the application was sent, and nothing can be sent twice", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  await page.goBack();
  await expectSent(page);
  await expectAccessible(page);
  await page.reload();
  await expectSent(page);
  const results = await page.getByRole("link", { name: "See your results" }).getAttribute("href");
  await page.getByRole("link", { name: "What happens next" }).press("Enter");
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByRole("link", { name: "See your results" })).toHaveAttribute("href", results ?? "");
});

test("after an application was sent a new one can be started, and its review is about the new one", async ({
  page,
}) => {
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  await page.goBack();
  await page.getByRole("link", { name: "Start a new application" }).press("Enter");
  await expect(page).toHaveURL("/apply/contact");
  await page.getByLabel("Full Name").pressSequentially("Ana");
  await open(page, "/apply/review");
  await expect(page.getByRole("heading", { name: "Incomplete Application" })).toBeVisible();
  await expect(page.getByText("You sent your application")).toHaveCount(0);
});

test("a step that the browser has kept as it was shows no answers of an application that was sent", async ({
  page,
}) => {
  await resume(page, "/apply/downpayment");
  const amount = page.getByRole("textbox", { name: "Cash Down Payment" });
  await expect(amount).toHaveValue("1000");
  await page.evaluate(() => {
    sessionStorage.removeItem("application");
    sessionStorage.setItem("reference", JSON.stringify({ ref: "a-reference", at: "2026-11-21T18:00:00.000Z" }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("heading", { name: "You sent your application on November 21, 2026" })).toBeVisible();
  await expect(amount).toHaveCount(0);
});

test("without a network the failure is told, nothing is lost, and it goes through later", async ({ page, context }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await press(page, "Submit Application");
  await expect(toast(page)).toContainText("Submission Error");
  await expect(page.locator("main").getByRole("alert")).toBeFocused();
  await expectAccessible(page);
  await context.setOffline(false);
  await press(page, "Try again");
  await expect(page).toHaveURL("/thank-you");
});

async function expectSent(page: Page) {
  await expect(page.getByRole("heading", { name: "You sent your application on" })).toBeVisible();
  await expect(page.getByText("Incomplete")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit Application" })).toHaveCount(0);
}

/** Submits wait until the promise returned is resolved. */
async function holdSubmit(page: Page) {
  const answer = Promise.withResolvers<void>();
  await page.route(SUBMIT, async (route) => {
    await answer.promise;
    await route.continue();
  });
  return answer;
}
