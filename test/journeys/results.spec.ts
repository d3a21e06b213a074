import type { Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/example.ts";
import { consent, heading, open, press, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("/results without a reference offers to start, then to ask", async ({ page }) => {
  await open(page, "/results");
  await expect(heading(page)).toHaveText("No Application Found");
  await expect(buttons(page)).toHaveText(["Start New Application", "Contact Support"]);
  await expect(page.getByRole("link", { name: "Start New Application" })).toHaveAttribute("href", "/apply");
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/contact");
  await expectAccessible(page);
});

test("/results with an unknown reference offers to ask, then to start", async ({ page }) => {
  for (const ref of ["00000000-0000-4000-8000-000000000000", "nonsense", "%2e%2e%2fblog"]) {
    await open(page, `/results?ref=${ref}`);
    await expect(heading(page)).toHaveText("Application Not Found");
    await expect(page.locator("main")).toContainText(
      "We couldn't retrieve your application details. This may be due to an invalid reference or a system issue.",
    );
    await expect(buttons(page)).toHaveText(["Contact Support", "Start New Application"]);
  }
  await expectAccessible(page);
});

for (const { failure, answer } of [
  { failure: "an error of the server", answer: { status: 500, body: "" } },
  { failure: "an answer that is not JSON", answer: { status: 200, body: "<p>" } },
  { failure: "an answer without data", answer: { status: 200, json: null } },
]) {
  test(`/results after ${failure} says that the application was not found`, async ({ page }) => {
    await page.route("**/api/applications/*", (route) => route.fulfill(answer));
    await open(page, "/results?ref=a-reference");
    await expect(heading(page)).toHaveText("Application Not Found");
  });
}

test("/results says that it is loading", async ({ page }) => {
  await page.route("**/api/applications/*", () => {});
  await open(page, "/results?ref=a-reference");
  await expect(page.getByRole("status")).toHaveText("Loading your application details...");
  await expectAccessible(page);
});

test("/results shows what was received, in Texas time, and what would help", async ({ page, request }) => {
  const answer = await request.post("/api/applications/submit", {
    data: exampleApplication({ fullName: "Rosa Diaz", cashDownPayment: 0 }),
  });
  const { ref } = await answer.json();
  await page.route(`**/api/applications/${ref}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), createdAt: "2026-07-05T03:07:00.000Z" } });
  });
  await open(page, `/results?ref=${ref}`);
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  const main = page.locator("main");
  for (const text of ["Thank you, Rosa", "Same Day", "50+", "91%", "A forecast is guidance, not a guarantee."]) {
    await expect(main).toContainText(text);
  }
  await expect(main).toContainText("July 4, 2026 at 10:07 PM CDT");
  await expect(main).toContainText(/AI Forecast Score: \d+\/100/);
  await expect(main).toContainText("What happens in the next 24 hours");
  await expect(main).toContainText(/\$\d,?\d+ more down: *\d+ → \d+/);
  await expect(main).toContainText(ref);
  await expect(main.getByRole("link", { name: "blog" })).toHaveAttribute("href", "/blog");
  await expect(main.getByRole("link", { name: "answers to common questions" })).toHaveAttribute("href", "/faq");
  for (const word of ["approved", "denied", "odds"]) await expect(main).not.toContainText(word);
  await expectAccessible(page);

  await countPrints(page);
  await press(page, "Print this page");
  expect(await prints(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print this page" })).toBeHidden();
});

test("/results without a score shows none", async ({ page }) => {
  const received = { id: "a-reference", createdAt: "2026-01-05T18:00:00.000Z", scoresForecast: null };
  await page.route("**/api/applications/*", (route) =>
    route.fulfill({ json: { ...exampleApplication(), ...received } }),
  );
  await page.route("**/api/applications/*/guidance", (route) => route.fulfill({ status: 500, body: "" }));
  await open(page, "/results?ref=a-reference");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  await expect(page.locator("main")).toContainText("January 5, 2026 at 12:00 PM CST");
  await expect(page.getByText("AI Forecast Score")).toHaveCount(0);
});

test("/thank-you keeps the reference through a reload, can be printed, and leads on", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  const results = page.getByRole("link", { name: "See your results" });
  const address = (await results.getAttribute("href")) ?? "";
  expect(address).toMatch(/^\/results\?ref=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(results).toHaveAttribute("href", address);
  await expectAccessible(page);
  for (const text of ["24 hours", "Same Day", "50+", "91%", "A forecast is guidance, not a guarantee."]) {
    await expect(page.locator("main")).toContainText(text);
  }
  await expect(page.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/");
  await expect(page.getByRole("link", { name: "View FAQ" })).toHaveAttribute("href", "/faq");
  await countPrints(page);
  await press(page, "Print this page");
  expect(await prints(page)).toBe(1);
});

test("/thank-you without an application is a plain page", async ({ page }) => {
  await open(page, "/thank-you");
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await expect(page.getByText("Your reference")).toHaveCount(0);
  await expectAccessible(page);
});

function buttons(page: Page) {
  return page.locator("main").getByRole("link");
}

/** Chromium without a screen has no dialog for printing. */
async function countPrints(page: Page) {
  await page.evaluate(() => {
    window.print = () => document.body.appendChild(document.createComment("printed"));
  });
}

async function prints(page: Page) {
  return page.evaluate(() => [...document.body.childNodes].filter(({ nodeValue }) => nodeValue === "printed").length);
}

for (const [contactStoppedAt, words] of [
  [
    null,
    /We have sent several emails to maria@example\.com already, so no confirmation follows this time\..*keep the address/,
  ],
  ["2026-11-21T12:00:00.000Z", /No confirmation email goes out, because you asked us to stop contacting you\./],
] as const) {
  test(`/results says why no confirmation goes out: ${contactStoppedAt ? "a stop" : "too many mails"}`, async ({
    page,
    request,
  }) => {
    const { ref } = await (await request.post("/api/applications/submit", { data: exampleApplication() })).json();
    await page.route("**/api/applications/*/guidance", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), confirmation: "dropped", contactStoppedAt } });
    });
    await open(page, `/results?ref=${ref}`);
    await expect(page.locator("main")).toContainText(words);
  });
}
