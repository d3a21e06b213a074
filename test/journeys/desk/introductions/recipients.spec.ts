import type { Page } from "@playwright/test";
import { hydrated } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter, unfold } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

/** Two dealers with unique names, near to and far from somebody in San Antonio. */
async function twoDealers(page: Page) {
  const word = ownWord();
  const [near, far] = [`Zoé ${word} Near`, `Zoé ${word} Far`];
  for (const [name, metro] of [
    [near, "San Antonio"],
    [far, "Houston"],
  ]) {
    const data = { name, metro, leadAddress: "leads@motors.example.com", isActive: true };
    expect((await page.request.post("/api/desk/directory/dealers", { data })).status()).toBe(201);
  }
  return { word, near, far };
}

test("the keyboard alone finds a dealer, who fits or needs a reason, and notes the answer; a no on the phone is a press, and the applicant's page says who noted it", async ({
  page,
}) => {
  const { ref, id } = await applicant(page);
  await enter(page, "demo-manager", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  const { word, near, far } = await twoDealers(page);
  await page.getByRole("button", { name: "Send to..." }).press("Enter");
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("combobox", { name: "Lender or dealer" });
  const options = dialog.getByRole("option");
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  await expect(box).toBeFocused();
  await box.pressSequentially(`ZOE ${word}`);
  await expect(dialog.getByText("1 fits, 1 does not fit")).toBeVisible();
  await expect(options).toHaveText([
    new RegExp(`^${near}, dealer, San AntonioFits: In San Antonio, where the applicant lives$`),
    new RegExp(`^${far}, dealer, HoustonDoes not fit: In Houston, the applicant lives in San Antonio$`),
  ]);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await box.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(box).toBeFocused();
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "");
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", (await options.last().getAttribute("id")) ?? "");
  await box.press("Enter");
  await expect(box).toHaveValue(far);

  await button("They said yes over the phone").press("Enter");
  const reason = dialog.getByLabel(`Why ${far}?`);
  await expect(reason).toBeFocused();
  await expect(dialog.getByText("Say in 3 to 300 characters why it should be this one")).toBeVisible();
  await expectAccessible(page);
  await reason.pressSequentially("She works in Houston");
  await button("They said yes over the phone").press("Enter");
  await expect(button("Send")).toBeFocused();
  await button("Send").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`chose ${far}, which does not fit: She works in Houston`).first()).toBeVisible();

  await page.getByRole("button", { name: "Note their answer" }).press("Enter");
  const approved = page.getByRole("button", { name: `Approved, ${far}` });
  await expect(approved).toBeFocused();
  await approved.press("Enter");
  await expect(page.getByText(/Answer: approved, .*, noted by demo-manager\./)).toBeVisible();
  await expect(page.getByText(`noted the answer of ${far}: approved`)).toBeVisible();
  const close = page.getByRole("button", { name: "Close as approved" });
  await expect(close).toBeFocused();
  await close.press("Enter");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(close).toBeVisible();

  await page.getByRole("button", { name: "Send to..." }).press("Enter");
  await box.fill(far);
  await expect(options).toContainText("Has it already");
  await box.press("Enter");
  await expect(options, "it cannot be chosen").toHaveCount(1);
  await box.fill(`${word} nobody`);
  await expect(dialog.getByText("Nobody matches.")).toBeVisible();

  await box.fill(near);
  await options.filter({ hasText: near }).click();
  await button("They said no over the phone").press("Enter");
  await expect(dialog.getByText(`The applicant said no to ${near}.`)).toBeFocused();
  await expect(button("They said yes over the phone")).toHaveCount(0);
  await button("Cancel").press("Enter");
  await expect(page.getByText(`recorded the applicant's no to ${near} over the phone`)).toBeVisible();
  await page.goto(`/results?ref=${ref}#permissions`);
  await hydrated(page);
  await expect(
    page.getByText(/Our team noted that you said no over the phone on .*\. Nothing was sent\./),
  ).toBeVisible();
});

test("on a phone papers are ticked off as they arrive, and the applicant sees which, in both languages", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { ref, id } = await applicant(page);
  await enter(page, "demo-manager");
  const papers = ["payStub", "identification"];
  for (const [from, to] of [
    ["submitted", "in_review"],
    ["in_review", "contacted"],
    ["contacted", "docs_requested"],
  ]) {
    const response = await page.request.post(`/api/desk/case/${id}/status`, { data: { from, to, papers } });
    expect(response.ok()).toBe(true);
  }
  await page.goto(`/desk/case/${id}`);
  await unfold(page, "Documents received");
  const stub = page.getByRole("checkbox", { name: /^Your newest pay stub/ });
  await stub.press("Space");
  await expect(page.getByText("1 of 2 have arrived. The applicant sees which.")).toBeVisible();
  await expect(stub).toBeChecked();
  await expect(stub).toBeFocused();
  for (const [path, received, waiting] of [
    ["/results", /Received on/, "We're waiting for your documents"],
    ["/es/results", /Recibido el/, "Esperamos sus documentos"],
  ] as const) {
    await page.goto(`${path}?ref=${ref}`);
    await expect(page.getByRole("listitem").filter({ hasText: received })).toHaveCount(1);
    await expect(page.getByText(waiting)).toBeVisible();
  }
  await page.goto(`/desk/case/${id}`);
  await unfold(page, "Documents received");
  await page.getByRole("checkbox", { name: /^Your ID/ }).press("Space");
  await expect(page.getByText("All documents that were asked for have arrived.")).toBeVisible();
  await page.goto(`/results?ref=${ref}`);
  await expect(page.getByText("We have all the documents we asked for. Now it's our turn.")).toBeVisible();
  await expect(page.getByText(/^Nothing now\./)).toBeVisible();
  await page.goto(`/desk/case/${id}`);
  await unfold(page, "Documents received");
  await stub.press("Space");
  await expect(page.getByText("1 of 2 have arrived.")).toBeVisible();
  await expect(stub).not.toBeChecked();
});
