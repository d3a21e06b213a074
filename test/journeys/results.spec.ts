import type { Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/example.ts";
import { consent, heading, open, press, printSheet, resume } from "./applicant.ts";
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

test("/results shows what was received, in Texas time, and what would help", async ({ page }) => {
  const ref = await send(page, { fullName: "Rosa Diaz", cashDownPayment: 0 });
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
  await expect(main).toContainText(/Your reference number \(say it when you call\): BAP-\w{4}-\w{2}/);
  await expect(main).toContainText("You'll hear from us within 24 hours, the same day or the next business day");
  await expect(main).toContainText(/\$\d,?\d+ more down: *\d+ → \d+/);
  await expect(main).toContainText(ref);
  await expect(main.getByRole("link", { name: "blog" })).toHaveAttribute("href", "/blog");
  await expect(main.getByRole("link", { name: "answers to common questions" })).toHaveAttribute("href", "/faq");
  for (const word of ["approved", "denied", "odds"]) await expect(main).not.toContainText(word);
  await expectAccessible(page);

  await countPrints(page);
  await press(page, "Print this page");
  expect(await prints(page)).toBe(1);
});

test("/results says first what it means, then what to do, and ends with figures about us", async ({ page }) => {
  await open(page, `/results?ref=${await send(page, refusedBefore)}`);
  const main = page.locator("main");
  await expect(main).toContainText(
    "You have enough income for a range of payments and an active bank account. Both help. Fewer lenders say yes after a recent repossession. See below what can help.",
  );
  await expect(page.getByRole("listitem").and(page.locator("[aria-current=true]"))).toHaveText("Needs work");
  await expect(main.getByRole("heading", { name: "When should we call?" })).toBeVisible();
  const text = await main.innerText();
  const places = [
    "Application Received — We're On It",
    "Both help.",
    "Fewer lenders say yes",
    "Where you stand today",
    "AI Forecast Score:",
    "Your next step",
    "Where your application stands",
    "What happens next",
    "When should we call?",
    "What would help",
    "What this could mean a month",
    "Documents to have handy",
    "Application summary",
    "Correct my phone or email",
    "This page is yours",
    "Delete my application",
    "Who has your information",
    "Rather not hear from us?",
    "AI forecast accuracy",
  ].map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const size = (part: string) =>
    main.getByText(part).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await size("AI Forecast Score:")).toBeLessThan(await size("Fewer lenders say yes"));
});

test("/results always knows something that would help", async ({ page }) => {
  for (const answers of [best, worst]) {
    await open(page, `/results?ref=${await send(page, answers)}`);
    const card = page.getByRole("heading", { name: "What would help" }).locator("..");
    await expect(card.getByRole("listitem").last()).toContainText("Your documents handy");
    await expect(card).not.toContainText(/bankrupt|repossess|mortgage/i);
  }
});

test("/results tells somebody retired nothing of a job, and still what would help", async ({ page }) => {
  const ref = await send(page, { ...retired, cashDownPayment: 3000, timeAtCurrentResidenceYears: 12 });
  await open(page, `/results?ref=${ref}`);
  const main = page.locator("main");
  await expect(main).toContainText("Your answers are what many lenders look for.");
  await expect(main).not.toContainText(/\bjobs?\b|pay stub/i);
  const card = page.getByRole("heading", { name: "What would help" }).locator("..");
  await expect(card.getByRole("listitem")).toHaveText([/^More money down/, /^Your documents handy/]);
});

test("/results says what income could mean a month, at rates of others, and the calculator goes on with the amounts alone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/results?ref=${await send(page, {})}`);
  const card = budgetCard(page);
  await expect(card).toContainText("$570 to $760");
  await expect(card).toContainText("for a car payment and insurance together, out of your $3,800 before taxes.");
  await expect(card).toContainText("$1,100 a month. With both paid, $1,940 to $2,130 before taxes is left");
  await expect(card).toContainText("That's a rule of thumb, not a promise.");
  await card.getByText("See the car price that fits").click();
  const row = card.getByRole("row", { name: "601-660" });
  await expect(row).toContainText("9.77%");
  for (const note of ["third quarter of 2025", "not an offer", "$1,000 down and 60 payments", "Rate (APR)"]) {
    await expect(card).toContainText(note);
  }
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const price = await row.getByRole("cell").last().innerText();
  await card.getByRole("link", { name: "Open the calculator" }).press("Enter");
  await expect(page).toHaveURL("/calculator?want=price&payment=570&down=1000&months=60");
  const result = page.locator("#calculator output");
  await expect(result).toHaveText("Now type a rate. We don't assume one for you.");
  await page.getByLabel("Rate a year", { exact: true }).fill("9.77");
  await page.getByRole("radio", { name: "New" }).check();
  await expect(result).toContainText(price);
});

test("/results tells no amounts where they would mislead, and never reads like an answer", async ({ page }) => {
  await open(page, `/results?ref=${await send(page, { ...worst, grossMonthlyIncome: 499 })}`);
  await expect(budgetCard(page)).toContainText("What fits depends on all of your income and costs.");
  await expect(budgetCard(page)).not.toContainText("$");
  await expect(budgetCard(page).getByRole("link")).toHaveAttribute("href", "/calculator");
  await open(page, `/results?ref=${await send(page, { ...worst, housingType: "Rent", monthlyRentMortgage: 850 })}`);
  await expect(budgetCard(page)).toContainText("$135 to $180");
  await expect(budgetCard(page)).toContainText("$850 a month of the same income: look at both together");
  await budgetCard(page).getByText("See the car price that fits").click();
  await expect(budgetCard(page)).toContainText("With nothing down");
  await expect(budgetCard(page)).not.toContainText(/-\$|approv|denied|afford|qualif|eligib/i);
});

for (const [standing, change] of [
  [
    "stopped",
    { contactStoppedAt: "2026-11-21T18:00:00.000Z", now: { code: "stopped", since: "2026-11-21T18:00:00.000Z" } },
  ],
  ["closed", { contactStoppedAt: null, now: { code: "closed", ending: "noLenderYet", other: null } }],
] as const) {
  test(`/results reckons with no car while an application is ${standing}`, async ({ page }) => {
    const ref = await send(page, {});
    const { now, contactStoppedAt } = change;
    await page.route("**/api/applications/*/guidance", async (route) => {
      const guidance = await (await route.fetch()).json();
      await route.fulfill({ json: { ...guidance, contactStoppedAt, progress: { ...guidance.progress, now } } });
    });
    await open(page, `/results?ref=${ref}`);
    await expect(page.getByRole("heading", { name: "What would help" })).toBeVisible();
    await expect(budgetCard(page)).toHaveCount(0);
    await expect(page.getByText("Your next step")).toHaveCount(0);
  });
}

test("the next step leads to a checklist by the answers, whose ticks stay in this tab", async ({ page }) => {
  const ref = await send(page, { employmentType: "Self-Employed/1099" });
  await open(page, `/results?ref=${ref}`);
  await page.getByRole("link", { name: "See your checklist" }).press("Enter");
  await expect(page).toHaveURL(`/results?ref=${ref}#papers`);
  const checklist = page.locator("#papers");
  await expect(checklist).toBeFocused();
  await expect(checklist).toBeInViewport();
  const returns = checklist.getByRole("checkbox", { name: "Your last two years of tax returns" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await returns.press("Space");
  await expect(returns).toBeChecked();
  // The code that measures may come whenever the browser is idle.
  expect(asked.filter((url) => !/\/assets\/vitals-/.test(url))).toEqual([]);
  await expectAccessible(page);
  await page.reload();
  await expect(returns).toBeChecked();
  await expect(checklist.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("/results on paper is a page of its own: named, without what can be pressed, every box empty", async ({
  page,
}) => {
  await open(page, `/results?ref=${await send(page, { fullName: "Rosa Diaz" })}`);
  const box = page.getByRole("checkbox").first();
  await box.press("Space");
  await printSheet(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^Rosa Diaz · BAP-\w{4}-\w{2} · \w+ \d+, \d{4}$/)).toBeVisible();
  await expect(box).toHaveCSS("appearance", "none");
  await expect(box).toHaveCSS("background-image", "none");
  for (const part of [page.getByRole("navigation"), page.getByRole("contentinfo")]) {
    await expect(part.filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.getByText("Skip to the main content")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.locator("main").getByRole("link").filter({ visible: true })).toHaveCount(0);
  expect(await pages(page)).toBeLessThanOrEqual(2);
});

test("the checklist can be printed alone", async ({ page }) => {
  await open(page, `/results?ref=${await send(page, {})}`);
  await countPrints(page);
  await press(page, "Print this checklist");
  expect(await prints(page)).toBe(1);
  await printSheet(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Documents to have handy" })).toBeVisible();
  await expect(page.getByText(/^Maria Lopez · BAP-/)).toBeVisible();
  for (const part of [heading(page), page.getByRole("heading", { name: "Application summary" })]) {
    await expect(part).toBeHidden();
  }
  expect(await pages(page)).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(heading(page)).toBeVisible();
});

test("who leaves the results on a shared computer leaves nothing that Back could show", async ({ page }) => {
  await resume(page, "/apply/review");
  await consent(page);
  await press(page, "Submit Application");
  await page.getByRole("link", { name: "See your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  await page.getByRole("checkbox").first().press("Space");
  await page.getByRole("link", { name: "See your checklist" }).press("Enter");
  await expect(page).toHaveURL(/#papers$/);
  await expect(page.locator("#papers")).toBeFocused();
  await page.getByRole("link", { name: "Skip to the main content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Open your receipt" }).press("Enter");
  await expect(heading(page)).toHaveText("What you agreed to");
  await page.getByRole("link", { name: "Back to your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  const ref = new URL(page.url()).searchParams.get("ref") ?? "";
  await press(page, "Leave this page");
  await expect(page).toHaveURL("/");
  await expect(heading(page)).toHaveText(/Get PreQualified/);
  await page.waitForLoadState("networkidle");
  const held = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.referrer]));
  expect(await held()).not.toMatch(new RegExp(`${ref}|payStub`));
  await page.goBack();
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByText("Already sent one?")).toBeVisible();
  await expect(page.getByText(ref)).toHaveCount(0);
  expect(await held()).not.toContain(ref);
  await page.goForward();
  await expect(page).toHaveURL("/");
});

for (const [recipients, words] of [
  [["Pecan Credit Union"], "Your application has been with Pecan Credit Union since"],
  [[], "Your specialist is arranging this. Nothing has gone to anybody without your yes."],
] as const) {
  test(`/results says who acts next while an introduction is asked for, and that ${recipients.length} have it`, async ({
    page,
  }) => {
    const ref = await send(page, {});
    const at = "2026-11-21T18:00:00.000Z";
    const now = { code: "lender", since: at, recipients: recipients.map((name) => ({ name, kind: "lender", at })) };
    await page.route("**/api/applications/*/guidance", async (route) => {
      const guidance = await (await route.fetch()).json();
      await route.fulfill({ json: { ...guidance, progress: { ...guidance.progress, now, isAsked: true } } });
    });
    await open(page, `/results?ref=${ref}`);
    const card = page.locator("#status");
    await expect(card).toContainText(words);
    await expect(card).toContainText("Your turn: say yes or no to an introduction.");
    await expect(card.getByRole("link", { name: "say yes or no" })).toHaveAttribute(
      "href",
      `/results?ref=${ref}#permissions`,
    );
  });
}

const at = "2026-11-23T15:00:00.000Z";
for (const [standing, now, words] of [
  [
    "a call is due today",
    { code: "call", by: "2026-11-24T02:00:00.000Z", missed: null },
    "We'll call you today by 8 PM Central.",
  ],
  [
    "a call is due on another day",
    { code: "call", by: "2026-11-25T02:00:00.000Z", missed: null },
    "We'll call you by Tuesday at 8 PM Central.",
  ],
  [
    "papers are awaited, which nobody can send here",
    { code: "documents", since: at, papers: [] },
    "Your specialist will tell you how to get them to us.",
  ],
  [
    "no lender was found, and that there is a right to reasons",
    { code: "closed", since: at, ending: "noLenderYet", other: null },
    "If a lender turned you down, you have the right to its reasons. Ask the lender within 60 days.",
  ],
] as const) {
  test(`/results says that ${standing}`, async ({ page }) => {
    await page.clock.setFixedTime(new Date("2026-11-23T12:00:00-06:00"));
    const ref = await send(page, {});
    await page.route("**/api/applications/*/guidance", async (route) => {
      const guidance = await (await route.fetch()).json();
      await route.fulfill({ json: { ...guidance, progress: { ...guidance.progress, now } } });
    });
    await open(page, `/results?ref=${ref}`);
    await expect(page.locator("#status")).toContainText(words);
    await expect(page.locator("main")).not.toContainText(/send us|by phone/i);
  });
}

for (const path of ["/results", "/thank-you"]) {
  test(`${path} with an application fits 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const ref = await send(page, { fullName: "Maximiliano Hernandez-Villarreal" });
    await page.goto("/apply");
    await remember(page, ref);
    await open(page, path === "/results" ? `/results?ref=${ref}` : path);
    await expect(page.getByText(ref)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

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

test("/thank-you says what happens and leads to the results before anywhere else", async ({ page }) => {
  await page.goto("/apply");
  await remember(page, "a-reference");
  await open(page, "/thank-you");
  const links = page.locator("main").getByRole("link");
  await expect(links).toHaveText([
    "See your results",
    "Return to Home",
    "View FAQ",
    "See what a car would cost a month",
  ]);
  await expect(links.last()).toHaveAttribute("href", "/calculator");
  const grounds = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).backgroundColor));
  expect(grounds[0], "the strong one").not.toBe(grounds[1]);
  expect(grounds[1]).toBe(grounds[2]);
  await expect(page.locator("main")).toContainText("What happens next");
  await printSheet(page);
  await page.emulateMedia({ media: "print" });
  expect(await pages(page)).toBe(1);
});

test("/thank-you opened cold says so kindly and leads on, and neither it nor an arrival moves anything", async ({
  page,
}) => {
  await open(page, "/thank-you");
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await expect(page.getByText("Already sent one? The link in our email opens your results")).toBeVisible();
  await expect(page.getByRole("link", { name: "Start an application" })).toHaveAttribute("href", "/apply");
  await expect(page.getByRole("link", { name: "write to us" })).toHaveAttribute("href", "/contact");
  await expect(page.getByRole("heading", { name: "Your reference" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See your results" })).toHaveCount(0);
  await expectAccessible(page);
  const places = () =>
    page.evaluate(() =>
      ["Return to Home", "What happens next"].map((text) => {
        const part = [...document.querySelectorAll("main :is(a, h2)")].find(({ textContent }) => textContent === text);
        return part?.getBoundingClientRect().top;
      }),
    );
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/thank-you");
    const cold = await places();
    await remember(page, crypto.randomUUID());
    await page.reload();
    await expect(page.getByRole("heading", { name: "Your reference" })).toBeVisible();
    expect(await places(), `${width} px`).toEqual(cold);
    await page.evaluate(() => sessionStorage.clear());
  }
});

function budgetCard(page: Page) {
  return page.locator("#budget");
}

const refusedBefore = { repoLast12Months: true, autoFinanceHistory: "Repo—Involuntary", cashDownPayment: 0 };
const worst = {
  ...refusedBefore,
  bankruptcyStatus: "Open",
  mortgageDelinquent: true,
  grossMonthlyIncome: 900,
  hasActiveBank: false,
};
const retired = {
  employmentType: "Unemployed/Benefits",
  timeOnCurrentJobYears: undefined,
  timeOnCurrentJobMonths: undefined,
  grossMonthlyIncome: 2400,
  housingType: "Own/Mortgage",
  monthlyRentMortgage: 0,
  autoFinanceHistory: "Paid Off",
};
const best = {
  grossMonthlyIncome: 9000,
  cashDownPayment: 9000,
  timeOnCurrentJobYears: 9,
  timeAtCurrentResidenceYears: 9,
  autoFinanceHistory: "Paid Off",
};

/** Sends an application with these answers; its reference. */
async function send(page: Page, changes: Parameters<typeof exampleApplication>[0]) {
  const response = await page.request.post("/api/applications/submit", { data: exampleApplication(changes) });
  return (await response.json()).ref as string;
}

/** As if the application with this reference had been sent from this tab. */
async function remember(page: Page, ref: string) {
  await page.evaluate((ref) => {
    sessionStorage.setItem("reference", JSON.stringify({ ref, at: "2026-11-21T18:00:00.000Z" }));
  }, ref);
}

/** How many pages of Letter paper it takes to print the page as it stands. */
async function pages(page: Page) {
  await printSheet(page);
  const pdf = (
    await page.pdf({ format: "Letter", margin: { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" } })
  ).toString("latin1");
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
}

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

for (const [confirmation, words] of [
  [
    "tooManyMails",
    /We've already sent several emails to maria@example\.com, so we didn't send a confirmation this time\..*Keep the link/,
  ],
  ["stopped", /We sent no confirmation email, because you asked us to stop contacting you\./],
] as const) {
  test(`/results says why no confirmation goes out: ${confirmation}`, async ({ page }) => {
    const ref = await send(page, {});
    await page.route("**/api/applications/*/guidance", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), confirmation } });
    });
    await open(page, `/results?ref=${ref}`);
    await expect(page.locator("main")).toContainText(words);
  });
}
