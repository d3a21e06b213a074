import type { Page } from "@playwright/test";
import { withRecipient } from "../../../../db/model/introductions/permission.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter, sayWhen } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const bar = (page: Page) => page.locator(".case-bar");
const said = (page: Page) => page.getByRole("status").last();
/** The next step or, where there is none at this hour, where the case stands. */
const goesOn = (page: Page) => page.locator("#next-step, #standing").last();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function open(page: Page, name: "demo-specialist" | "demo-manager", id: string) {
  await enter(page, name, `/desk/case/${id}`);
  await expect(heading(page, "Contact")).toBeVisible();
}

/** The case is shown as in calling hours, whatever the hour. */
async function asIfCallsAreAllowed(page: Page, id: string) {
  await page.route(`**/api/desk/case/${id}`, async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    await route.fulfill({ response, json: { ...found, contact: { ...found.contact, call: { allowed: true } } } });
  });
}

/** Searches the queue for these people. */
async function searchFor(page: Page, words: string) {
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByText("Searching all applications")).toBeVisible();
}

test.use({ colorScheme: "dark" });

test("a case takes five presses on average, six until sent", async ({ page }) => {
  const word = `Tag ${ownWord()}`;
  const works = ["noAnswer", "voicemail", "send", "letter", "close"] as const;
  const people = [];
  // The newest comes first.
  for (const work of works.toReversed()) people.unshift(await applicant(page, { fullName: `${word} ${work}` }));
  await enter(page, "demo-specialist");
  await sendTo(page, people.at(-1)?.id ?? "");
  await page.goto("/desk/queue");
  await searchFor(page, word);
  let presses = 0;
  const press = (key: string) => {
    presses++;
    return page.keyboard.press(key);
  };
  const click = (name: string | RegExp) => {
    presses++;
    return page.getByRole("button", { name }).click();
  };
  /** One press opens the list, one chooses. */
  const choose = (label: string, option: string) => {
    presses += 2;
    return page.getByLabel(label, { exact: true }).selectOption({ label: option });
  };
  const dialog = page.getByRole("dialog");
  const doing = {
    noAnswer: async () => {
      await press("a");
      await sayWhen(page);
      await expect(page.getByText(/called( on \w+ \d+, [\d:]+\s[AP]M)?: no answer/)).toBeVisible();
    },
    voicemail: async () => {
      await press("v");
      await sayWhen(page);
      await expect(page.getByText(/called( on \w+ \d+, [\d:]+\s[AP]M)?: voicemail/)).toBeVisible();
      await expect(page.getByRole("link", { name: "Next case" })).toBeFocused();
    },
    send: async () => {
      await expect(goesOn(page)).toBeFocused();
      await press("r");
      await sayWhen(page);
      await expect(page.getByRole("button", { name: "Send to..." })).toBeFocused();
      await press("Enter");
      await expect(dialog.getByRole("option").first()).toBeVisible();
      await press("Tab");
      await expect(dialog.getByRole("button", { name: "They said yes: send it now" })).toBeFocused();
      await press("Enter");
      await expect(dialog).toBeHidden();
      await expect(bar(page)).toContainText(/With a lender|Introduced/);
      const told = page.getByRole("listitem").filter({ hasText: /sent .* to .* → (with a lender|introduced)/ });
      await expect(told).toBeVisible();
    },
    letter: async () => {
      await click("Letter...");
      await choose("Letter", "Are you still interested?");
      await click("Send the letter");
      await expect(dialog).toBeHidden();
    },
    close: async () => {
      await click("Record answer");
      await press("Enter");
      await expect(page.getByRole("button", { name: "Close as approved" })).toBeFocused();
      await press("Enter");
      await expect(page.getByText("Closing as approved.")).toBeVisible();
    },
  };
  await page
    .getByRole("link", { name: `${word} ${works[0]}` })
    .first()
    .focus();
  for (const [index, work] of works.entries()) {
    const before = presses;
    await press(index === 0 || works[index - 1] === "voicemail" ? "Enter" : "j");
    await expect(page).toHaveURL(`/desk/case/${people[index]?.id}`);
    await expect(bar(page)).toContainText(`${word} ${work}`);
    if (work !== "close") {
      await press("c");
      await expect(bar(page)).toContainText("In review");
    }
    await doing[work]();
    if (work === "send") expect(presses - before, "from the list to sent").toBeLessThanOrEqual(6);
  }
  expect(presses / works.length, `${presses} presses`).toBeLessThanOrEqual(5);

  const sent = people[works.indexOf("send")]?.id ?? "";
  await asIfCallsAreAllowed(page, sent);
  await page.goto(`/desk/case/${sent}`);
  await expect(page.getByRole("link", { name: "Previous", exact: true })).toBeVisible();
  const controls = page.getByRole("main").locator("a, button, input, select, textarea, summary");
  expect(await controls.filter({ visible: true }).count(), "controls in sight").toBeLessThanOrEqual(15);
  await page.goto("/desk/queue?show=approved");
  await expect(page.getByRole("link", { name: `${word} close` }), "closed once the case was left").toBeVisible();
});

/** Has this case claimed and sent to the first lender that fits, after a yes on the phone. */
async function sendTo(page: Page, id: string) {
  const path = `/api/desk/case/${id}`;
  const { recipients, scripts } = await (await page.request.get(`${path}/recipients`)).json();
  const { kind, id: recipientId, name } = recipients[0];
  const to = { kind, recipientId };
  for (const [deed, data] of [
    ["claim", {}],
    ["permissions/phone", { ...to, decision: "yes", words: withRecipient(scripts[kind], name) }],
    ["send", to],
  ] as const) {
    expect((await page.request.post(`${path}/${deed}`, { data })).ok(), deed).toBe(true);
  }
}

/** The bar shows these words in so many lines, stays on top, and is accessible. */
async function expectBar(page: Page, lines: number, ...words: string[]) {
  for (const each of words) await expect(bar(page)).toContainText(each);
  expect((await bar(page).boundingBox())?.height).toBeLessThan(24 + lines * 40);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect((await bar(page).boundingBox())?.y).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.evaluate(() => scrollTo(0, 0));
}

test("on a phone a case has calls at the thumb", async ({ page }) => {
  const { id, fullName } = await applicant(page, { bankruptcyStatus: "Open" });
  await asIfCallsAreAllowed(page, id);
  await page.setViewportSize(PHONE);
  await open(page, "demo-specialist", id);
  await expectBar(page, 3, fullName, "San Antonio", "Submitted", "Claim");
  const facts = await page.getByRole("main").locator("dl").first().boundingBox();
  expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan(1.5 * PHONE.height);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(goesOn(page)).toBeFocused();
  for (const name of ["Reached", "Voicemail", "No answer"]) {
    await expect(page.getByRole("button", { name }), "at the thumb").toBeInViewport({ ratio: 1 });
  }
  await expect(said(page)).toHaveText("You work on this application now.");
  await expect(page.getByText("claimed it → in review")).toBeVisible();
  // The page may be reading the case again.
  await page.unrouteAll({ behavior: "wait" });
});

test("shortcuts keep out of text boxes and can be switched off", async ({ page }) => {
  const { id, fullName } = await applicant(page);
  await page.setViewportSize(DESKTOP);
  await open(page, "demo-specialist", id);
  const note = page.getByLabel("Note", { exact: true });
  await expect(note).toBeInViewport({ ratio: 1 });
  const isWhole = () => document.documentElement.scrollHeight <= innerHeight;
  expect(await page.evaluate(isWhole), "it fits one screen").toBe(true);
  await page.setViewportSize({ ...DESKTOP, height: DESKTOP.height / 2 });
  await expectBar(page, 1, fullName, "San Antonio", "Submitted", "Nobody yet", "Claim");
  await page.setViewportSize(DESKTOP);
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const written: string[] = [];
  page.on("request", (request) => void (request.method() === "GET" || written.push(request.url())));
  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  await expectAccessible(page);
  // No shortcut works while a dialog is open.
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  await page.keyboard.press("n");
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");
  await page.keyboard.type("circle r?");
  await expect(note).toHaveValue("circle r?");
  await expect(help).toBeHidden();
  await note.blur();
  expect(written).toEqual([]);

  await page.keyboard.press("?");
  await help.getByLabel("Use these shortcuts").press("Space");
  await help.getByRole("button", { name: "Close" }).press("Enter");
  await page.reload();
  await expect(heading(page, "Contact")).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("n");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toHaveCount(0);
  await expect(help).toBeHidden();
  await expect(note).not.toBeFocused();

  await page.goto("/desk/account");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await help.getByLabel("Use these shortcuts").press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await expect(page).toHaveURL(/\/desk\/queue$/);
});
