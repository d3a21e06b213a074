import type { Page } from "@playwright/test";
import { hydrated, resume } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, choose, chooseRecipient, enter, unfold, unfoldAll } from "../desk.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

const bar = (page: Page) => page.locator(".case-bar");

/** The polite announcement at the desk. */
function said(page: Page) {
  return page
    .getByRole("main")
    .getByRole("status")
    .filter({ has: page.locator("span") });
}

async function write(page: Page, name: string) {
  await page.request.post("/api/contact", { data: { name, message: "Are you open now?", replyTo: "a@example.com" } });
}

test("from claim to approved focus is where the work goes on, what was done is said, and a session that ends loses nothing", async ({
  page,
}) => {
  const { id, fullName } = await applicant(page);
  await enter(page, "demo-specialist");
  await expect(page.getByRole("banner").getByRole("navigation", { name: "Desk" })).toBeVisible();
  await expect(page.getByRole("main")).toHaveCount(1);
  await page.goto(`/desk/case/${id}`);
  await hydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const status = page.getByLabel("Next status");

  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(page.locator("#next-step, #standing").last()).toBeFocused();
  await expect(said(page)).toHaveText("You work on this application now.");

  await choose(page, "Next status", "Contacted");
  await page.getByRole("button", { name: "Change status" }).press("Enter");
  await expect(page.getByRole("button", { name: "Send to..." })).toBeFocused();
  await expect(status).toHaveValue("");
  await expect(said(page)).toHaveText("The status is now: Contacted.");

  const note = page.getByLabel("Note", { exact: true });
  await note.fill("Prefers mornings, works at night");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Username").fill("demo-specialist");
  await dialog.getByLabel("Password").fill("bluebonnet-demo");
  await dialog.getByRole("button", { name: "Sign in" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(note).toHaveValue("Prefers mornings, works at night");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");
  await expect(said(page)).toHaveText("The note is in the timeline.");

  await unfold(page, "Owner");
  await page.getByRole("button", { name: "Give back to the queue" }).press("Enter");
  await expect(page.getByRole("button", { name: "Claim" })).toBeFocused();
  await expect(said(page)).toHaveText("Given back to the queue.");

  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(page.getByRole("button", { name: "Send to..." })).toBeFocused();
  for (const next of ["Documents requested", "With a lender", "Introduced"]) {
    await choose(page, "Next status", next);
    await page.getByRole("button", { name: "Change status" }).press("Enter");
    await expect(page.getByText(new RegExp(`(to|→) ${next.toLowerCase()}`))).toBeVisible();
  }
  await choose(page, "Next status", "Approved");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await choose(page, "How did it end?", "A lender approved within 30 days of the application");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText("Closing as approved.")).toBeHidden();
  await expect(page.locator("#next-step, #standing").last()).toBeFocused();
  await choose(page, "Next status", "Approved");
  await choose(page, "How did it end?", "A lender approved within 30 days of the application");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await expect(page.getByText("Closing as approved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.goto("/desk/queue?show=approved");
  await expect(page.getByRole("link", { name: fullName })).toBeVisible();
});

test("who loses a claim keeps their place; what failed is forgotten once something succeeds; a case is handed over by a button, not by an arrow key", async ({
  page,
  browser,
}) => {
  const { id } = await applicant(page);
  const other = await (await browser.newContext()).newPage();
  await enter(other, "demo-manager", `/desk/case/${id}`);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();
  // Holds back the page's own reading every 15 seconds, which would show what others have claimed.
  let letRead = () => {};
  const held = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  await page.route(`**/api/desk/case/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await other.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(bar(other)).toContainText("Yours");

  await page.getByRole("button", { name: "Claim" }).press("Enter");
  letRead();
  const refusal = page.getByText("demo-manager has already claimed this application.");
  await expect(refusal).toBeVisible();
  await expect(page.locator("#next-step, #standing").last()).toBeFocused();

  await page.getByLabel("Note", { exact: true }).fill("Called twice");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByText("noted: Called twice")).toBeVisible();
  await expect(refusal).toHaveCount(0);

  const written: string[] = [];
  other.on("request", (request) => request.method() !== "GET" && written.push(request.url()));
  await unfold(other, "Owner");
  const to = other.getByLabel("Hand over to");
  const handOver = other.getByRole("button", { name: "Hand over" });
  await handOver.press("Enter");
  await expect(to).toBeFocused();
  await to.press("ArrowDown");
  await expect(to).not.toHaveValue("");
  expect(written).toEqual([]);
  await to.selectOption({ label: "demo-specialist" });
  await handOver.press("Enter");
  await expect(bar(other)).toContainText("demo-specialist");
  await expect(handOver).toBeFocused();
  await expect(said(other)).toHaveText("Handed over to demo-specialist.");
  expect(written).toHaveLength(1);
  await other.context().close();
});

test("who takes a message is led to its reply; who answers takes it; what leaves the list says where it is", async ({
  page,
}) => {
  const [name, other] = [`Writer ${ownWord()}`, `Writer ${ownWord()}`];
  await write(page, name);
  await write(page, other);
  await enter(page, "demo-specialist", "/desk/messages");
  const card = page.getByRole("listitem").filter({ hasText: name });
  const reply = page.getByLabel("Reply by email to a@example.com");
  const shown = page.getByRole("group", { name: "Show" }).getByRole("button", { pressed: true });
  await expect(shown).toHaveText(/^New \(\d+( or more)?\)$/);

  await card.getByRole("button", { name }).press("Enter");
  await card.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(said(page)).toHaveText(`You work on the message of ${name} now. It is now under In progress.`);
  await expect(shown).toHaveText(/^In progress \(\d+\)$/);
  await expect(reply).toBeFocused();
  await expectAccessible(page);

  await reply.fill("Yes, until 8 PM.");
  await card.getByRole("button", { name: "Send reply" }).press("Enter");
  await expect(said(page)).toHaveText(`The reply to ${name} is on its way. It is now under Answered.`);
  await expect(page.getByText(`The message of ${name} is now under Answered.`)).toBeFocused();
  await expect(card).toHaveCount(0);

  await page.getByRole("button", { name: "New (" }).press("Enter");
  await page.getByRole("button", { name: other }).press("Enter");
  await reply.fill("We do.");
  await page.getByRole("button", { name: "Send reply" }).press("Enter");
  await expect(page.getByText(`The message of ${other} is now under Answered.`)).toBeFocused();

  await page.getByRole("button", { name: "Answered" }).press("Enter");
  await card.getByRole("button", { name }).press("Enter");
  await expect(card.getByText("Yes, until 8 PM.")).toBeVisible();
  await card.getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByText(`The message of ${name} is now under Closed.`)).toBeFocused();
});

test("the longest words anybody may send push nothing off the screen", async ({ page }) => {
  const long = (characters: number) => `W${ownWord()}${"w".repeat(characters)}`.slice(0, characters);
  const [fullName, email] = [long(100), `${long(60)}@${"w".repeat(60)}.${"w".repeat(60)}.${"w".repeat(60)}.com`];
  const words = { city: long(80), bankName: long(100), currentFinanceCompany: long(100), email };
  const { ref, id } = await applicant(page, { ...words, fullName, zip: long(10), phone: "2".repeat(30) });
  await applicant(page, { ...words, fullName });
  await enter(page, "demo-manager");
  const username = long(60);
  const added = await page.request.post("/api/desk/members", { data: { username, role: "specialist" } });
  expect(added.status()).toBe(201);
  const directory = { name: long(100), leadAddress: email, isActive: true };
  await page.request.post("/api/desk/directory/dealers", { data: { ...directory, metro: "Austin" } });
  const writer = long(100);
  const replyTo = `${long(60)}@${"w".repeat(60)}.${"w".repeat(60)}.com`;
  const written = await page.request.post("/api/contact", { data: { name: writer, message: long(3000), replyTo } });
  expect(written.ok()).toBe(true);
  await page.goto(`/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await page.getByLabel("Note", { exact: true }).fill(long(3000));
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByText("noted: ")).toBeVisible();
  await unfold(page, "Owner");
  await choose(page, "Hand over to", username.toLowerCase());
  await page.getByRole("button", { name: "Hand over" }).press("Enter");
  await expect(bar(page)).toContainText(username.toLowerCase());
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [path, sign] of [
    ["/desk/queue", "Tyrone Demo"],
    [`/desk/case/${id}`, "Contact"],
    ["/desk/directory", directory.name],
    ["/desk/messages", writer],
    ["/desk/manage", username.toLowerCase()],
    [`/results?ref=${ref}`, words.city],
    ["/thank-you", "Thank You"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
    if (sign === writer) await page.getByRole("button", { name: writer }).press("Enter");
    await unfoldAll(page);
    await expectNothingBeside(page, path);
  }
  await page.goto("/desk/queue");
  await page.getByLabel("Name, phone, email, reference or application number").fill(fullName);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: fullName }).nth(1)).toBeVisible();
  await expectNothingBeside(page, "the search");
  await page.goto(`/desk/case/${id}`);
  await expect(page.getByRole("heading", { name: "Contact", exact: true })).toBeVisible();
  await unfoldAll(page);
  await chooseRecipient(page, directory.name);
  await expect(page.getByText("What is sent, and nothing else")).toBeVisible();
  await expectNothingBeside(page, "the window for sending");
  await resume(page, "/apply/review", {}, { ...words, fullName });
  await expect(page.getByText(words.city).filter({ visible: true }).first()).toBeVisible();
  await expectNothingBeside(page, "the review");
});

/** Nothing goes beyond the screen's right edge, or scrolls sideways in the open window. */
async function expectNothingBeside(page: Page, place: string) {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...wide), place).toBe(0);
}
