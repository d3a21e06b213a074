import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { invalidIn } from "../../pages/valid.ts";
import { open } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

/** The local server puts the site's mail there. */
const MAILS = ".wrangler/tmp/email";

/** The token in the newest mail with a link to this page, if there is one. */
function lastToken() {
  if (!existsSync(MAILS)) return;
  const files = readdirSync(MAILS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const texts = files.map((file) => readFileSync(file, "utf8"));
  return texts.map((text) => /\/newsletter\?token=([\w-]{43})/.exec(text)?.[1]).find(Boolean);
}

test("an address is confirmed and taken off the list by a button", async ({ page, browser }) => {
  await open(page, "/blog");
  const box = page.getByLabel("Email");
  await box.fill("not an address");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(box).toHaveAccessibleDescription("Valid email is required");
  await expect(box).toHaveValue("not an address");
  await expect(box).toBeFocused();
  await expectAccessible(page);
  const earlier = lastToken();
  await box.fill("reader@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Please check your inbox." })).toBeVisible();
  await expect(box).not.toHaveAttribute("aria-invalid");

  await expect.poll(lastToken, { timeout: 15_000 }).not.toBe(earlier);
  const token = lastToken();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const link = await plain.newPage();
  const asked = await link.goto(`/newsletter?token=${token}`);
  expect(await invalidIn((await asked?.text()) ?? "")).toEqual([]);
  await link.getByRole("button", { name: "Confirm my subscription" }).click();
  await expect(link.getByRole("heading", { level: 1 })).toHaveText("You are subscribed");
  await plain.close();

  const leaving = await page.goto(`/unsubscribe?token=${token}`);
  expect(await invalidIn((await leaving?.text()) ?? "")).toEqual([]);
  await expect(page).toHaveURL("/unsubscribe");
  await expectAccessible(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  expect(new URL((await sent).url()).search).toBe("");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are unsubscribed");
});
