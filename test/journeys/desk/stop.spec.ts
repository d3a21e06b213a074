import type { Page } from "@playwright/test";
import { open } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, choose, enter } from "../desk.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

/** Applicants read what staff record: a stop, calls, and each stage. */

const DUE_BY = /Due (today by|by \w{3}) 8 PM/;

function press(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true }).press("Enter");
}

async function results(page: Page, ref: string) {
  await open(page, `/results?ref=${ref}`);
  const card = page.locator("#status");
  await expect(card).toBeVisible();
  return card;
}

test("a stop that a specialist records, in a case or with one press at a message, shows on /results and in the queue, and only the applicant undoes it", async ({
  page,
}) => {
  const { ref, id, fullName, phone } = await applicant(page);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await expect(page.getByText(DUE_BY)).toBeVisible();
  await press(page, "Stop: asked by email");
  await expect(page.getByText("Only the applicant can undo this")).toBeVisible();
  await expect(page.getByText("recorded that the applicant asked us to stop, by email")).toBeVisible();
  await expect(page.getByText(DUE_BY)).toHaveCount(0);
  await expect(page.getByText(phone)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send to..." })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/desk/queue");
  await page.getByLabel("Name, phone, email, reference or application number").fill(fullName);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: fullName })).toContainText("Asked us to stop");

  const card = await results(page, ref);
  await expect(card).toContainText("Nobody on our team will call or write to you about this application");
  await expect(page.getByText(/You.ll hear from us|We'll call you/)).toHaveCount(0);
  const box = page.getByRole("checkbox", { name: /hear from .* again/ });
  await expect(box).not.toBeChecked();
  await press(page, "Contact me again");
  await expect(page.getByText("Please check the box if we may contact you again")).toBeVisible();
  await expect(box).toBeFocused();
  await expectAccessible(page);
  await box.press("Space");
  await press(page, "Contact me again");
  await expect(card).toContainText(/We'll call you (today by|by \w+day at) 8 PM Central/);
  await expect(page.getByRole("button", { name: "Stop contacting me" })).toBeVisible();
  await page.goto(`/desk/case/${id}`);
  await expect(page.getByText("agreed to be contacted again about this application")).toBeVisible();
  await expect(page.getByText(DUE_BY)).toBeVisible();

  const name = `Stopper ${ownWord()}`;
  await page.request.post("/api/contact", { data: { name, message: "Do not call me any more.", replyTo: phone } });
  await page.goto("/desk/messages");
  const message = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await message.getByRole("button", { name: "Record a stop" }).press("Enter");
  await expect(message).toContainText("The sender asked us to stop contacting them, in this message or after it.");
  await expect(message.getByRole("button", { name: "Record a stop" })).toHaveCount(0);
  await expectAccessible(page);
  await expect(await results(page, ref)).toContainText("You asked us to stop");
});

test("/results follows the case through its stages: calls, papers, closed", async ({ page }) => {
  const { ref, id } = await applicant(page);
  await expect(await results(page, ref)).toContainText(/We'll call you (today by|by \w+day at) 8 PM Central\./);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await press(page, "Claim");
  await press(page, "Wrong number");
  await expect(page.getByText("Last call: wrong number")).toBeVisible();
  const card = await results(page, ref);
  await expect(page.locator("main")).toContainText("We'll get in touch as soon as we can");
  await expect(page.getByText(/You'll hear from us|the same day or the next business day/i)).toHaveCount(0);
  await card.getByRole("link", { name: "correct your phone number" }).press("Enter");
  await expect(page.getByRole("button", { name: "Email me a code" })).toBeInViewport();
  await page.goto(`/desk/case/${id}`);
  await press(page, "Voicemail");
  await expect(page.getByText("Last call: voicemail")).toBeVisible();
  await results(page, ref);
  await expect(card).toContainText(
    /We called you on \w+day .+ Central and left a voicemail\. ?We'll try again (today )?by/,
  );
  await expectAccessible(page);

  await page.goto(`/desk/case/${id}`);
  await press(page, "Reached");
  await expect(page.getByText("Last call: reached")).toBeVisible();
  await expect(await results(page, ref)).toContainText(/We talked with you on/);
  await expect(page.getByText("first call")).toHaveCount(0);

  await page.goto(`/desk/case/${id}`);
  await choose(page, "Next status", "Documents requested");
  await expect(page.getByRole("checkbox", { name: /newest pay stub/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /bank statements, all pages/ })).not.toBeChecked();
  await page.getByRole("checkbox", { name: /five people/ }).press("Space");
  await expectAccessible(page);
  await press(page, "Change status");
  await expect(page.getByText(/Asked for:/)).toBeVisible();
  await results(page, ref);
  await expect(card).toContainText("Your turn. We're waiting for these documents:");
  await expect(card.getByText("Your newest pay stub with year-to-date figures")).toBeVisible();
  await expect(card.getByText("five people")).toHaveCount(0);
  await page.getByRole("link", { name: "See which ones" }).press("Enter");
  await expect(card).toBeFocused();
  await expectAccessible(page);

  await page.goto(`/desk/case/${id}`);
  await choose(page, "Next status", "Unreachable");
  await choose(page, "How did it end?", "No lender decided");
  await press(page, "Close application");
  await expect(page.getByText("Unreachable: No lender decided")).toBeVisible();
  await results(page, ref);
  await expect(card).toContainText("Nothing is lost.");
  await press(page, "Stop contacting me");
  await expect(page.getByText("We stopped contacting you about this application on")).toBeVisible();
  await expect(page.getByRole("button", { name: "Contact me again" })).toHaveCount(0);
  for (const word of [/unreachable/i, /declined/i, /not approved/i]) {
    await expect(page.locator("main")).not.toContainText(word);
  }
});
