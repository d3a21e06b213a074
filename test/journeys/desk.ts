import { type APIRequestContext, type BrowserContext, expect, type Page, request, test } from "@playwright/test";
import { lawfulFrom, USUAL_ZIP } from "../../db/model/calls/contact-hours.ts";
import { exampleCall } from "../../db/model/calls/example.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import type { Paper } from "../../db/model/papers/papers.ts";
import { fileTime } from "../../db/model/time/time-for-staff.ts";
import type { Language } from "../../db/model/words.ts";
import { hydrated } from "./applicant.ts";
import { codeFor } from "./mail.ts";
import { ownPhone, ownWord } from "./own.ts";
import { ownSiteOf } from "./own-sites.ts";
import { askingAgain } from "./test.ts";

type Name = "demo-specialist" | "demo-manager";
type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Signing in is limited per name, so each browser process does it once. */
const signedIn = new Map<Name, Cookies>();

export async function enter(page: Page, name: Name, path = "/desk/queue") {
  const kept = signedIn.get(name);
  // Signs out the member who was signed in before.
  await page.context().clearCookies();
  if (kept) await page.context().addCookies(kept);
  await page.goto(path);
  await hydrated(page);
  if (!kept) {
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password").fill("bluebonnet-demo");
    await page.getByRole("button", { name: "Sign in" }).press("Enter");
    await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
    signedIn.set(name, await page.context().cookies());
  }
}

/** After a press for a call: at night the desk asks when it was. */
export async function sayWhen(page: Page, label = "When was this call?") {
  if (lawfulFrom(USUAL_ZIP, new Date()) === null) return;
  const box = page.getByLabel(`${label} (Central Time)`);
  await box.fill(fileTime(exampleCall("reached").calledAt).slice(0, 16).replace(" ", "T"));
  await box.press("Enter");
}

/** A new applicant with a unique name, who applies on the pages in this language. */
export async function applicant(
  page: Page,
  changes: Parameters<typeof exampleApplication>[0] = {},
  language: Language = "en",
) {
  const word = ownWord();
  const phone = ownPhone();
  const fullName = String(changes.fullName ?? `Person ${word}`);
  const data = exampleApplication({ phone, email: `${word}@example.com`, ...changes, fullName });
  const headers = { "accept-language": language };
  const response = await page.request.post("/api/applications/submit", { data, headers });
  const { ref } = await response.json();
  return { fullName, phone, ref: ref as string, id: await newestOf(fullName) };
}

const outside = new Map<string, Promise<APIRequestContext>>();

/** A manager's session outside the pages under test, on their site. */
function staff() {
  const { file, project } = test.info();
  const baseURL = ownSiteOf(file) ?? project.use.baseURL ?? "";
  const known = outside.get(baseURL) ?? signedInAt(baseURL);
  outside.set(baseURL, known);
  return known;
}

async function signedInAt(baseURL: string) {
  const context = askingAgain(await request.newContext({ baseURL }));
  const data = { username: "demo-manager", password: "bluebonnet-demo" };
  expect((await context.post("/api/session", { data })).status()).toBe(200);
  return context;
}

/** The id of the newest application with this name. */
async function newestOf(fullName: string): Promise<string> {
  const found = await (await staff()).post("/api/desk/queue/search", { data: { q: fullName } });
  return (await found.json()).applications[0].id;
}

/** A manager asks for papers, so the applicant gets a mail about them. */
export async function askForPapers(id: string, papers: Paper[]) {
  expect((await (await staff()).post(`/api/desk/case/${id}/papers/ask`, { data: { papers } })).status()).toBe(201);
}

/** The applicant sends a file of each paper, with the code from the mail. */
export async function sendPapers(page: Page, ref: string, firstName: string, files: Partial<Record<Paper, Buffer>>) {
  const { request } = page.context();
  const papers = `/api/applications/${ref}/papers`;
  await request.post(papers, { data: {} });
  const confirmed = await request.post(`${papers}/confirm`, { data: { code: await codeFor(firstName) } });
  const headers = { cookie: confirmed.headers()["set-cookie"]?.split(";")[0] ?? "" };
  for (const [paper, bytes] of Object.entries(files)) {
    const type = { "content-type": "application/octet-stream" };
    const sent = await request.put(`${papers}/${paper}/file`, { data: bytes, headers: { ...headers, ...type } });
    expect(sent.status()).toBe(200);
  }
}

/** Opens the window for sending, and finds the lender or dealer by typing. */
export async function chooseRecipient(page: Page, name: string) {
  await page.getByRole("button", { name: "Send to..." }).press("Enter");
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("combobox", { name: "Lender or dealer" });
  await box.fill(name);
  await expect(dialog.getByRole("option", { name }).first()).toBeVisible();
  await box.press("Enter");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  return dialog;
}

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label }).selectOption({ label: option });
}

/** Opens the filters of the queue. */
export function openFilters(page: Page) {
  return page.getByText("Filters", { exact: true }).press("Enter");
}

/** Unfolds a part of a case by its words, with what it stands in. */
export async function unfold(page: Page, title: string) {
  await page
    .locator("summary")
    .getByText(title, { exact: true })
    .evaluate((element) => {
      for (let each = element.closest("details"); each; each = each.parentElement?.closest("details") ?? null) {
        each.open = true;
      }
    });
}

/** Unfolds everything. */
export async function unfoldAll(page: Page) {
  await page.locator("details").evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });
}
