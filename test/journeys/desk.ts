import { type BrowserContext, expect, type Page } from "@playwright/test";
import { exampleApplication } from "../examples.ts";
import { hydrated } from "./applicant.ts";

/** What staff do at the desk. */

type Name = "demo-specialist" | "demo-manager";
type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Signing in is limited per name, so each browser process does it once. */
const signedIn = new Map<Name, Cookies>();

export async function enter(page: Page, name: Name, path = "/desk/queue") {
  const kept = signedIn.get(name);
  if (kept) await page.context().addCookies(kept);
  await page.goto(path);
  await hydrated(page);
  if (!kept) {
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password").fill("bluebonnet-demo");
    await page.getByRole("button", { name: "Sign in" }).press("Enter");
    await expect(page.getByText(`${name} (`)).toBeVisible();
    signedIn.set(name, await page.context().cookies());
  }
}

/** Somebody new, with a name of their own. */
export async function applicant(page: Page, changes: Parameters<typeof exampleApplication>[0] = {}) {
  const word = Math.random().toString(36).slice(2, 10);
  const fullName = `Person ${word}`;
  const response = await page.request.post("/api/applications/submit", {
    data: exampleApplication({ fullName, email: `${word}@example.com`, ...changes }),
  });
  return { fullName, ref: (await response.json()).ref as string };
}

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label }).selectOption({ label: option });
}
