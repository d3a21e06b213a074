import type { Env } from "../../../../worker/env.ts";
import { replyTo } from "../../../../worker/reply-address.ts";
import { LOCAL_KEY } from "../../../../worker/run/local-key.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter } from "../../desk.ts";
import { inMailTo, ownName } from "../../mail.ts";
import { ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

const LOCAL = { HASH_KEY: LOCAL_KEY, REPLY_ADDRESS: "reply@example.com" } as Env;

test("a specialist reads what an applicant answered by mail, and answers it", async ({ page, baseURL }) => {
  const first = ownName();
  const email = `${ownWord()}@example.com`;
  const { id } = await applicant(page, { fullName: `${first} Lopez`, email });
  const { replyTo: to = "" } = await replyTo(LOCAL, "application", id);
  const hear = (text: string, from = email) =>
    page.request.post(`${baseURL}/cdn-cgi/local/email?${new URLSearchParams({ from, to })}`, {
      data: `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${ownWord()}@mail.example.com>\r\nSubject: Re\r\n\r\n${text}`,
    });
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(page.getByRole("button", { name: "Letter..." })).toBeVisible();
  expect(
    (
      await hear(
        "Can I send my pay stub on Friday?\r\n\r\nOn Mon, Nov 30, 2026 at 9:12 AM we <a@b.example> wrote:\r\n> Hello",
      )
    ).status(),
  ).toBe(200);
  await hear("I am her cousin", "cousin@example.net");
  await page.reload();
  await expect(page.getByText(`The applicant wrote by email, from ${email}`)).toBeVisible();
  await expect(page.getByText("Can I send my pay stub on Friday?", { exact: true })).toBeVisible();
  await expect(page.getByText("from an address that is not the applicant's: cousin@example.net")).toBeVisible();
  await expect(page.getByText("They wrote to us")).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.getByRole("button", { name: "Answer..." }).press("Enter");
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("textbox", { name: "Your answer" });
  await expect(box).toHaveValue(new RegExp(`^Hello ${first},\\s+demo-specialist$`));
  await expectAccessible(page);
  await box.fill(`Hello ${first},\n\nFriday is fine.`);
  await dialog.getByRole("button", { name: "Send the letter" }).press("Enter");
  await expect(dialog).toBeHidden();
  await inMailTo(first, /Friday is fine\./);
  await expect(page.getByText("Follow up")).toBeVisible();
  await hear("Stop");
  await page.reload();
  await page.getByRole("button", { name: "Stop contact" }).press("Enter");
  await expect(page.getByText("Do not contact").first()).toBeVisible();
});
