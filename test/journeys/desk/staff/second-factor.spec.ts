import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { DEMO_PASSWORD } from "../../../../db/admin/demo.ts";
import { hydrated } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { unfold } from "../../desk.ts";
import { expect, test } from "../../test.ts";

/** Signing in where a second factor is required, as on the deployed site. */

/** Passwords of the demo members, and of an author whom the manager adds. */
const passwords = { "demo-manager": DEMO_PASSWORD, "demo-specialist": DEMO_PASSWORD, ana: "" };
let recoveryCodes: string[];

test.describe.configure({ mode: "serial" });

/** Chromium's own authenticator, which always agrees. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function typePassword(page: Page, name: keyof typeof passwords) {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password").fill(passwords[name]);
  await page.getByRole("button", { name: "Sign in" }).press("Enter");
  // Its heading takes focus, so do not type before that.
  await expect(page.getByRole("heading", { name: /^(Set up your second step|One more step)$/ })).toBeFocused();
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in to the desk" })).toBeVisible();
}

async function saveCodes(page: Page) {
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  const codes = await page
    .getByRole("listitem")
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Save the codes first, then check the box.");
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  return codes;
}

async function useRecoveryCode(page: Page) {
  await page.getByLabel("Or a recovery code").fill(recoveryCodes.pop() ?? "");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
}

async function fitsAndIsAccessible(page: Page) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("the first sign-in makes a passkey, which the next asks for", async ({ page, baseURL }) => {
  await addAuthenticator(page);
  await page.goto("/desk/queue");
  await hydrated(page);
  await typePassword(page, "demo-manager");
  await expect(page.getByRole("heading", { name: "Set up your second step" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Queue", exact: true })).toHaveCount(0);
  await fitsAndIsAccessible(page);
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await expect(page.getByText("They are shown only now")).toBeVisible();
  await fitsAndIsAccessible(page);
  recoveryCodes = await saveCodes(page);
  await expect(page.getByText("demo-manager (manager)")).toBeVisible();
  const added = await page.request.post("/api/desk/members", { data: { username: "ana", role: "author" } });
  passwords.ana = (await added.json()).password;

  await signOut(page);
  await typePassword(page, "demo-manager");
  await page.getByRole("button", { name: "Start again" }).press("Enter");
  await expect(page.getByLabel("Username")).toBeFocused();
  await typePassword(page, "demo-manager");
  await expect(page.getByRole("heading", { name: "One more step" })).toBeFocused();
  await fitsAndIsAccessible(page);
  await page.getByRole("button", { name: "Use your passkey" }).press("Enter");
  await expect(page.getByText("demo-manager (manager)")).toBeVisible();

  await page.goto("/desk/account");
  await expect(page.getByText("10 unused codes are left.")).toBeVisible();
  await page.getByRole("button", { name: /^Remove the passkey/ }).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("This is your only second factor. Set up another one first.");
  await fitsAndIsAccessible(page);

  // On another device, without the passkey.
  const elsewhere = await (await page.context().browser()?.newContext({ baseURL }))?.newPage();
  if (!elsewhere) throw new Error("No other device");
  await elsewhere.goto("/desk/account");
  await hydrated(elsewhere);
  await typePassword(elsewhere, "demo-manager");
  await useRecoveryCode(elsewhere);
  await expect(elsewhere.getByText("9 unused codes are left.")).toBeVisible();
  await page.reload();
  const own = page.getByRole("listitem").filter({ hasText: ", this browser" });
  await expect(own).toBeVisible();
  await expect(own.getByRole("button")).toHaveCount(0);
  await unfold(page, "Elsewhere");
  await page
    .getByRole("button", { name: /^End the sign-in of demo-manager/ })
    .last()
    .press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Sign-in ended." })).toBeAttached();
  await elsewhere.reload();
  await expect(elsewhere.getByRole("heading", { name: "Sign in to the desk" })).toBeVisible();
  await elsewhere.context().close();
});

test("an authenticator app works, no code twice, and over the editor", async ({ page }) => {
  await page.goto("/desk/queue");
  await hydrated(page);
  await typePassword(page, "demo-specialist");
  await page.getByRole("button", { name: "Use an authenticator app" }).press("Enter");
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await fitsAndIsAccessible(page);
  const secret = ((await page.getByRole("code").textContent()) ?? "").replaceAll(" ", "");
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = app.generate();
  const box = page.getByLabel("Code the app shows now");
  await box.fill("000000");
  await box.press("Enter");
  await expect(page.getByRole("alert")).toContainText("That is not the code");
  await box.fill(code);
  await box.press("Enter");
  await saveCodes(page);
  await expect(page.getByText("demo-specialist (specialist)")).toBeVisible();

  await signOut(page);
  await typePassword(page, "demo-specialist");
  const again = page.getByLabel("Code from your authenticator app, or a recovery code");
  await again.fill(code);
  await again.press("Enter");
  await expect(page.getByRole("alert")).toContainText("it was used before");
  // The app's next code already works.
  await again.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await again.press("Enter");
  await expect(page.getByText("demo-specialist (specialist)")).toBeVisible();

  await signOut(page);
  await addAuthenticator(page);
  await page.goto("/blog/new");
  await expect(page.getByText("Saving is for our authors")).toBeVisible();
  await page.getByLabel("Title").fill("Written before signing in");
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill("ana");
  await dialog.getByLabel("Password").fill(passwords.ana);
  await dialog.getByRole("button", { name: "Sign in" }).press("Enter");
  await expect(dialog.getByRole("heading", { name: "Set up your second step" })).toBeFocused();
  await dialog.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await saveCodes(page);
  await expect(page.getByText("Signed in as ana")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Written before signing in");
});
