import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { answerRows } from "../../db/model/form/answer-words.ts";
import { type Answers, type Field, fieldsOf, questions, STEPS, type Step } from "../../db/model/form/application.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { CONSENTS } from "../../db/model/form/submission.ts";
import { sections } from "../../web/apply/sections.ts";

/** What applicants do, by keyboard. `say` translates texts into the language of the page. */
type Say = (english: string) => string;
const inEnglish: Say = (english) => english;

/** Waits for the print styles, which load after the page (web/start/script/shell.ts). */
export async function printSheet(page: Page) {
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith("/print.css")));
}

/** Opens an address and waits until its script has run and React, if the page needs it, has hydrated it. */
export async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
}

/** The page's script has laid out all of it, and React, if it comes at once, has hydrated it. */
export async function hydrated(page: Page) {
  await page.locator("html.laid-out").waitFor({ state: "attached" });
}

/** These scripts have run, not only arrived. They work before React does. */
export async function early(page: Page, ...names: ("shell" | "early-continue")[]) {
  for (const name of names) {
    const src = await page.locator(`script[src*='/assets/${name}-']`).getAttribute("src");
    await page.evaluate(`import(${JSON.stringify(src)}).then(() => undefined)`);
  }
}

/** Otherwise a page that was fetched ahead loads without a request. */
export function fetchNothingAhead(context: BrowserContext) {
  return context.route("**/speculation-rules.json", (route) =>
    route.fulfill({ contentType: "application/speculationrules+json", body: "{}" }),
  );
}

/** On a page for reading: points at a form and waits until React has hydrated it. */
export async function pointAt(page: Page, form: Locator) {
  const isHydrated = page.evaluate(() => new Promise<void>((resolve) => addEventListener("hydrated", () => resolve())));
  await form.hover();
  await isHydrated;
}

export async function type(page: Page, label: string, text: string) {
  await page.getByRole("textbox", { name: label, exact: true }).pressSequentially(text);
}

/** Fills in the two boxes of a duration. */
export async function typeTime(page: Page, question: string, years: string, months: string, say = inEnglish) {
  const group = page.getByRole("group", { name: question, exact: true });
  await group.getByLabel(say("years")).pressSequentially(years);
  await group.getByLabel(say("months")).pressSequentially(months);
}

export async function choose(page: Page, question: string, answer: string) {
  const group = page.getByRole("group", { name: question });
  await group.getByRole("radio", { name: answer, exact: true }).press("Space");
}

export async function press(page: Page, button: string) {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
}

/** Unfolds, on a page of the form, the box that keeps the answers and the button that erases them. */
export function saveOrErase(page: Page) {
  return page.getByText("Save or erase", { exact: true }).press("Enter");
}

/** Presses the link to the same page in the other language. */
export function switchTo(page: Page, language: "Español" | "English") {
  return page.getByRole("banner").getByRole("link", { name: language, exact: true }).click();
}

export function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

/** The header's links on a large screen. */
export function mainLinks(page: Page) {
  return page.getByRole("navigation", { name: "Main", exact: true });
}

/** The only toast on screen. It disappears after five seconds, so look for it first. */
export function toast(page: Page) {
  return page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
}

/** What this applicant types and chooses. */
const application = exampleApplication({
  timeOnCurrentJobMonths: 3,
  timeOnPreviousJobYears: 4,
  grossMonthlyIncome: "$4,200",
  timeAtCurrentResidenceMonths: 1,
  timeAtPreviousResidenceMonths: 11,
  cashDownPayment: "1,500",
  purchaseTimeline: "Within 1–2 Weeks",
});

/** Answers every question of a step, and goes on to the next page. */
export async function answerStep(page: Page, step: Step, say = inEnglish) {
  for (const { field, label } of answerRows(fieldsOf(step), application as Answers)) {
    await answer(page, field, say(label), say);
  }
  await continueButton(page).press("Enter");
  const next = STEPS[STEPS.indexOf(step) + 1];
  await expect(heading(page)).toHaveText(say(next ? sections[next].title() : "Review Your Application"));
}

/** The button or link to the next page, whatever its name. */
export function continueButton(page: Page) {
  return page.locator("main form[data-next] button[type=submit]");
}

async function answer(page: Page, field: Field, label: string, say: Say) {
  const { kind, isOptional } = questions[field];
  const value = String(application[field]);
  const name = isOptional && kind !== "money" ? `${label} ${say("(optional)")}` : label;
  switch (kind) {
    case "choice":
      return choose(page, label, say(value));
    case "yesNo":
      return choose(page, label, say(application[field] ? "Yes" : "No"));
    case "year":
      await page.getByLabel(name).selectOption(value);
      return;
    case "years":
      return typeTime(page, label, value, String(application[field.replace("Years", "Months") as Field]), say);
    default:
      return type(page, name, value);
  }
}

/** Puts a value into the site's storage, from an address where no script runs. */
export async function store(page: Page, storage: "sessionStorage" | "localStorage", key: string, value: unknown) {
  await page.goto("/robots.txt");
  await page.evaluate(([storage, key, text]) => window[storage].setItem(key, text), [
    storage,
    key,
    JSON.stringify(value),
  ] as const);
}

/** Sends an application with these answers, without the form. Returns its reference. */
export async function send(request: APIRequestContext, answers: Parameters<typeof exampleApplication>[0] = {}) {
  const response = await request.post("/api/applications/submit", { data: exampleApplication(answers) });
  return (await response.json()).ref as string;
}

/** How many sheets of paper a PDF has. */
export function sheetsOf(pdf: Buffer) {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
}

/** Opens a page in a tab with a complete application and these changes. */
export async function resume(
  page: Page,
  path: string,
  typed: Record<string, string> = {},
  changes: Parameters<typeof exampleApplication>[0] = {},
) {
  const draft = { answers: exampleApplication(changes), typed, until: Number.MAX_SAFE_INTEGER };
  await store(page, "sessionStorage", "application", draft);
  await open(page, path);
}

export async function consent(page: Page) {
  for (const name of CONSENTS) {
    const box = page.locator(`input[name=${name}]`);
    if (!(await box.isChecked())) await box.press("Space");
  }
}
