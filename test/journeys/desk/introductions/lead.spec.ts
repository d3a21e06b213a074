import { readFile } from "node:fs/promises";
import { exampleCall } from "../../../../db/model/calls/example.ts";
import { invalidIn } from "../../../pages/valid.ts";
import { hydrated } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, askForPapers, chooseRecipient, enter, sendPapers } from "../../desk.ts";
import { inMailTo, ownName } from "../../mail.ts";
import { expectReflow } from "../../reflow.ts";
import { expect, test } from "../../test.ts";

/** A lead's way: from the desk by mail to a lender's phone, and back as an answer. */

const LENDER = "Demo Credit Union";
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<</Type /Page>>\nendobj\nstartxref\n9\n%%EOF\n");

test("a lender's link shows what the yes names, until a stop", async ({ page, browser }) => {
  const firstName = ownName();
  const { ref, id } = await applicant(page, { fullName: `${firstName} Lopez`, email: "maria@example.com" });
  await askForPapers(id, ["payStub"]);
  await sendPapers(page, ref, firstName, { payStub: PDF });
  await enter(page, "demo-manager");
  const { request } = page;
  const of = `/api/desk/case/${id}`;
  for (const [deed, data] of [
    ["claim", {}],
    ["calls", exampleCall("reached")],
    ["papers", { paper: "payStub", received: true }],
  ] as const) {
    expect((await request.post(`${of}/${deed}`, { data })).ok(), deed).toBe(true);
  }
  const { recipients } = await (await request.get(`${of}/recipients`)).json();
  const { kind, id: recipientId } = recipients.find(({ name }: { name: string }) => name === LENDER);
  await request.post(`${of}/permissions`, { data: { kind, recipientId } });
  const guidance = await (await request.get(`/api/applications/${ref}/guidance`)).json();
  const permission = `/api/applications/${ref}/permissions/${guidance.permissions[0].id}`;
  await request.post(permission, { data: { decision: "yes" } });
  expect((await request.post(`${permission}/papers`, { data: { papers: ["payStub"] } })).ok()).toBe(true);

  await page.goto(`/desk/case/${id}`);
  await hydrated(page);
  const dialog = await chooseRecipient(page, LENDER);
  await dialog.getByRole("button", { name: "Send", exact: true }).press("Enter");
  await expect(dialog).toBeHidden();

  const link = await inMailTo(firstName, /http\S+\/lead\?token=[\w.-]+/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const lead = await phone.newPage();
  expect(await invalidIn(await (await request.get(link)).text())).toEqual([]);
  await lead.goto(link);
  await hydrated(lead);
  expect(new URL(lead.url()).search).toBe("");
  await expect(lead.getByText(`${firstName} Lopez`)).toBeVisible();
  await expect(lead.getByText(/^Permission given by the applicant on the website, /)).toBeVisible();
  await expect(lead.getByText(/bankruptcy|repossession/i)).toHaveCount(0);
  await expectAccessible(lead);
  const downloading = lead.waitForEvent("download");
  await lead.getByRole("button", { name: "Pay stub, PDF" }).tap();
  expect(await readFile(await (await downloading).path())).toEqual(PDF);

  await lead.getByRole("radio", { name: "Approved" }).check();
  const amount = lead.getByLabel("Approved amount in dollars, if you like");
  await amount.fill("15,000");
  await phone.setOffline(true);
  const send = lead.getByRole("button", { name: "Send the answer" });
  await send.tap();
  const unsent = lead.getByRole("alert").filter({ hasText: "That didn’t reach us. Please try again." });
  await expect(unsent).toBeVisible();
  await phone.setOffline(false);
  const broken = { status: 503, contentType: "text/html", body: "<main>Something went wrong on our side</main>" };
  await lead.route("**/lead", (route) => route.fulfill(broken), { times: 1 });
  const answered = lead.waitForResponse("**/lead");
  await send.tap();
  expect((await answered).status()).toBe(503);
  await expect(unsent).toBeVisible();
  await expect(lead.getByRole("radio", { name: "Approved" })).toBeChecked();
  await expect(amount).toHaveValue("15,000");
  await send.tap();
  await expect(lead.getByRole("status")).toContainText(/^Approved, /);
  await expect(lead.getByRole("alert")).toHaveCount(0);
  await expectAccessible(lead);
  await expectReflow(lead);

  await expect(page.getByText(`${LENDER} answered: approved, $15,000`).first()).toBeVisible();
  await page.goto(`/results?ref=${ref}`);
  await hydrated(page);
  await expect(page.getByText(`${LENDER} has it. They told us that they approved it.`)).toBeAttached();
  await request.post(`/api/applications/${ref}/stop-contact`, { data: {} });
  expect(await invalidIn(await (await request.get(link)).text())).toEqual([]);
  await lead.goto(link);
  await expect(lead.getByRole("main")).toHaveText("Withdrawn: do not contact");
  await phone.close();
});
