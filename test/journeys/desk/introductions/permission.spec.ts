import type { Page } from "@playwright/test";
import { hydrated } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, chooseRecipient, enter } from "../../desk.ts";
import { mailsAbout } from "../../mail.ts";
import { expect, test } from "../../test.ts";

/** Nothing goes to a lender or dealer without the applicant's yes to that one. */

const DEALER = "Demo Motors San Antonio";

test("after the applicant's yes, staff send the dealer an ADF lead", async ({ page, browser }) => {
  const { ref, id, fullName } = await applicant(page, { bankruptcyStatus: "Open" });
  await enter(page, "demo-manager", `/desk/case/${id}`);
  const dialog = await choose(page);
  await expect(dialog.getByText(`Nothing goes to ${DEALER} without the applicant’s yes.`)).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Ask on the results page" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`asked the applicant for permission to send it to ${DEALER}`)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`/results?ref=${ref}#permissions`);
  await hydrated(other);
  const card = introduction(other);
  await expect(card).toBeInViewport();
  await expect(card).toContainText(`to ${DEALER}, a dealer?`);
  for (const value of [fullName, "San Antonio", "Immediately"]) await expect(card).toContainText(value);
  await expect(card).not.toContainText("Bankruptcy");
  await expectAccessible(other);
  await card.getByRole("button", { name: "Yes, send it" }).press("Enter");
  await expect(card.getByRole("status")).toContainText(/You said yes on .* It hasn’t been sent yet\./);
  await expect(card.getByRole("heading", { name: DEALER })).toBeFocused();

  // An open case shows by itself what has happened.
  await expect(page.getByText(`said yes to ${DEALER}`)).toBeVisible();
  await choose(page);
  await send(page).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText(/Lead to a dealer: sent/)).toBeAttached();
  const [lead, ...more] = mailsAbout(`<name part="last" type="individual">${fullName.split(" ").at(-1)}</name>`);
  expect(more).toEqual([]);
  expect(lead).toMatch(/^<\?xml version="1.0" encoding="US-ASCII"\?>\n<\?adf version="1.0"\?>/);
  expect(lead).toContain(`<vendorname>${DEALER}</vendorname>`);
  expect(lead).not.toMatch(/bankrupt|score|\b86\b/i);

  await other.reload();
  await expect(card.getByRole("status")).toContainText(`${DEALER} has it.`);
  await card.getByRole("button", { name: "Take back my yes" }).press("Enter");
  await expect(card.getByRole("status")).toContainText(`We’re telling ${DEALER} not to contact you.`);
  await other.getByText("Who has it, correct").press("Enter");
  await expect(other.getByText(`${DEALER} received your name, contact details, `)).toBeVisible();
  await expect(page.getByText(/Notice to a lender or dealer that the permission is withdrawn: sent/)).toBeAttached();
  await other.context().close();
});

test("a yes by phone counts until 'That was not me'", async ({ page, browser }) => {
  const { ref, id } = await applicant(page, {}, "es");
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  const dialog = await choose(page);
  await expect(dialog.getByRole("heading", { name: "read this out word for word, in Spanish" })).toBeVisible();
  const script = dialog.getByRole("blockquote");
  await expect(script).toHaveAttribute("lang", "es");
  await expect(script).toContainText(
    `a ${DEALER}, un concesionario: nombre, datos de contacto, enganche y planes de compra?`,
  );
  await expect(dialog.getByText(/^It says in English: May .* to Demo Motors San Antonio, a dealer\?/)).toBeVisible();
  await expectAccessible(page);
  const words = await script.innerText();
  await dialog.getByRole("button", { name: "They said yes: send it later" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`recorded the applicant’s yes to ${DEALER} over the phone`)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`/results?ref=${ref}#permissions`);
  await hydrated(other);
  const card = introduction(other);
  await expect(card.getByRole("status")).toContainText(
    /Our team noted that you said yes over the phone on .*\. It hasn’t been sent yet\. If that wasn’t you/,
  );
  await card.getByText("What you said yes to").click();
  await expect(card.getByText(words)).toHaveAttribute("lang", "es");
  await card.getByRole("button", { name: "Take back my yes" }).press("Enter");
  await expect(card.getByRole("status")).toContainText(/You took back your yes on .* Nothing was sent\./);

  await page.reload();
  await page.getByRole("button", { name: "Send to..." }).press("Enter");
  await dialog.getByRole("combobox", { name: "Lender or dealer" }).fill(DEALER);
  const taken = dialog.getByRole("option", { name: DEALER });
  await expect(taken).toContainText("The applicant took the permission back");
  await expect(taken).toHaveAttribute("aria-disabled", "true");
  await taken.click({ force: true });
  for (const name of ["Send", "They said yes: send it later", "Ask on the results page"]) {
    await expect(dialog.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await card.getByText("Changed your mind?").press("Enter");
  await card.getByRole("button", { name: "Yes, send it" }).press("Enter");
  await expect(card.getByRole("status")).toContainText("You said yes on");
  await other.context().close();
});

/** Opens the window for sending, and chooses the dealer. */
function choose(page: Page) {
  return chooseRecipient(page, DEALER);
}

function send(page: Page) {
  return page.getByRole("dialog").getByRole("button", { name: "Send", exact: true });
}

function introduction(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: `${DEALER}, a dealer` }) });
}
