import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { remindRecipients } from "../../../worker/introductions/lead.ts";
import { leadLink } from "../../../worker/introductions/lead-link.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, lender, permit, type Recipient } from "../directory/directory.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { apply, type Colleague, guidanceOf, signedIn } from "../staff/staff.ts";

/** What a lender or dealer sees and answers by the link in our mail. */

freshDatabase();

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Monday, in business hours. */
const MONDAY = Date.parse("2026-11-30T10:00:00-06:00");

const PERSONAL = /Lopez|maria@|555 0123|\b78205\b|3,800/;

let sent: SentMail[];
let deliver: () => Promise<void>;
let max: Colleague;
let id: string;
let recipient: Recipient;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: MONDAY });
  const healthy = faultyEnv(() => null);
  ({ sent } = healthy);
  deliver = () => sweep(healthy.env);
  max = await signedIn("manager", "max");
  id = await apply();
  recipient = await lender();
});
afterEach(() => void vi.useRealTimers());

/** Sends the application to the lender, and returns the path of the link in its mail. */
async function lead(to = recipient) {
  await permit(max, id, to);
  expect((await max.post(`/api/desk/case/${id}/send`, to)).status).toBe(201);
  await deliver();
  // The applicant gets mails of their own.
  sent.splice(0, sent.length, ...sent.filter((mail) => mail.to !== "maria@example.com"));
  return linkIn(sent.at(-1));
}

function linkIn(mail: SentMail | undefined) {
  return /\/lead\?token=[\w.-]+/.exec(mail?.text ?? "")?.[0] ?? "";
}

/** Presses a button of the page like a browser without JavaScript. */
async function press(link: string, form: Record<string, string>) {
  const frames = { fetch: async () => new Response("<!--head--><!--page-->") } as unknown as Fetcher;
  const [path = "", token = ""] = link.split("?token=");
  const response = await callWith({ ...env, ASSETS: frames }, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ token, ...form }).toString(),
  });
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
}

const referral = () => env.DB.prepare("select id, answer, answerBy from referrals").first();
const events = async () =>
  (
    await env.DB.prepare(
      "select event from case_events where event ->> '$.kind' = 'recipientAnswered' order by id",
    ).all<{ event: string }>()
  ).results.map(({ event }) => JSON.parse(event));

test("the lead's mail has little, its link the rest", async () => {
  const link = await lead();
  const mail = sent.at(-1);
  expect(mail?.to).toBe("new@lender.example.com");
  expect(mail?.text).toContain(id);
  expect(mail?.text).toContain("Maria");
  expect(`${mail?.text}${mail?.html}`).not.toMatch(PERSONAL);
  for (let scan = 0; scan < 2; scan++) {
    const page = await readPage(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Maria Lopez");
    expect(page.html).toContain("Permission given by the applicant on the website");
    for (const address of ["tel:2105550123", "mailto:maria@example.com"])
      expect(page.html).toContain(`href="${address}"`);
    expect(page.html).not.toMatch(/bankruptcy|repossession/i);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  }
  expect(await referral()).toMatchObject({ answer: null });
});

test("a link to an odd address writes to that very address", async () => {
  id = await apply({ email: "a&b=c%25?#/+'d@example.com", phone: "512 555 0188" });
  const { html } = await readPage(await lead());
  expect(html).toContain("mailto:a%26b%3Dc%2525%3F%23%2F%2B&#x27;d@example.com");
});

test("a dealer that chose the link gets a lender's kind of mail", async () => {
  const to = await dealer();
  await env.DB.exec("update dealers set isByLink = 1");
  const link = await lead(to);
  const { subject, text, html } = sent.at(-1) ?? {};
  expect(subject).toBe("New application");
  expect(`${text}${html}`).toContain("Maria");
  expect(`${text}${html}`).not.toMatch(PERSONAL);
  expect((await readPage(link)).html).toContain("Maria Lopez");
});

test("an answer is stored and becomes the next step", async () => {
  const link = await lead();
  expect((await press(link, { answer: "contacted", amount: "" })).html).toContain("Contacted, ");
  const before = await (await max.get(`/api/desk/case/${id}`)).json<{ next: { note: string } | null }>();
  expect(before.next?.note ?? "").not.toContain("Pecan");
  expect((await press(link, { answer: "approved", amount: "$15.000,00" })).status).toBe(200);
  expect((await press(link, { answer: "approved", amount: "" })).status).toBe(200);
  expect(await referral()).toMatchObject({ answer: "approved", answerBy: null });
  const common = { recipientName: "Pecan Credit Union", how: "link" };
  expect(await events()).toMatchObject([
    { ...common, answer: "contacted" },
    { ...common, answer: "approved", amount: 15_000 },
  ]);
  const found = await (await max.get(`/api/desk/case/${id}`)).json();
  expect(found).toMatchObject({
    next: { kind: "lender", note: "Pecan Credit Union: approved" },
    referrals: [{ answerBy: "Pecan Credit Union" }],
  });
});

test("an amount in words, or no answer, is refused beside it", async () => {
  const link = await lead();
  for (const amount of ["fifteen", "10,000,000"]) {
    const { status, html } = await press(link, { answer: "approved", amount });
    expect(status).toBe(400);
    expect(html).toContain("Enter the amount in whole dollars");
    expect(html).toContain(amount);
  }
  const unchosen = await press(link, { answer: "maybe" });
  expect(unchosen.status).toBe(400);
  expect(unchosen.html).toContain('id="answer-error"');
  expect(await referral()).toMatchObject({ answer: null });
});

test("after a stop or a no the page says 'withdrawn' alone", async () => {
  const link = await lead();
  await answer(id, recipient, "no");
  for (const page of [await readPage(link), await press(link, { answer: "approved" })]) {
    expect(page.status).toBe(410);
    expect(page.html).toContain("Withdrawn: do not contact");
    expect(page.html).not.toMatch(/Maria|Lopez|Pecan|What came of it/);
  }
  expect(await referral()).toMatchObject({ answer: null });
  await permit(max, id, await lender("Live Oak Bank"));
  const other = await lead(await lender("Bluestem Credit Union"));
  await max.post(`/api/desk/case/${id}/stop`, { how: "phone" });
  expect((await readPage(other)).status).toBe(410);
});

test("once a case is closed or deleted its link shows nothing", async () => {
  const link = await lead();
  await env.DB.exec("update applications set status = 'approved', outcome = 'accepted'");
  const closed = await readPage(link);
  expect(closed.status).toBe(410);
  expect(closed.html).not.toContain("Lopez");
  await env.DB.exec("delete from applications");
  expect((await readPage(link)).status).toBe(410);
  expect((await press(link, { answer: "sold" })).status).toBe(410);
});

test("a wrong proof, and another lead's, opens nothing", async () => {
  const link = await lead();
  const [token = "", day = "", proof = ""] = link.split("?token=")[1]?.split(".") ?? [];
  for (const wrong of [
    "",
    token,
    `${token}.${day}`,
    `${token}.${Number(day) + 1}.${proof}`,
    `${crypto.randomUUID()}.${day}.${proof}`,
  ]) {
    expect((await readPage(`/lead?token=${wrong}`)).status).toBe(404);
    expect((await press(`/lead?token=${wrong}`, { answer: "sold" })).status).toBe(404);
  }
  expect(await referral()).toMatchObject({ answer: null });
});

test("after fourteen days the link only asks for a new one", async () => {
  const link = await lead();
  vi.setSystemTime(MONDAY + 15 * DAY);
  const over = await readPage(link);
  expect(over.status).toBe(410);
  expect(over.html).not.toContain("Lopez");
  expect((await press(link, { answer: "sold" })).status).toBe(410);
  expect(await referral()).toMatchObject({ answer: null });
  expect((await press(link, { press: "renew" })).html).toContain("look into your mail");
  await press(link, { press: "renew" });
  await deliver();
  expect(sent).toHaveLength(2);
  expect(sent.at(-1)?.to).toBe("new@lender.example.com");
  expect((await readPage(linkIn(sent.at(-1)))).html).toContain("Maria Lopez");
  for (const [wait, mails] of [
    [HOUR, 2],
    [1, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + wait);
    await press(link, { press: "renew" });
    await deliver();
    expect(sent).toHaveLength(mails);
  }
});

test("a link that a member ended stays ended", async () => {
  const other = await lead(await lender("Live Oak Bank"));
  const link = await lead();
  const ofLead = await env.DB.prepare("select id from referrals where recipientName = 'Pecan Credit Union'").first(
    "id",
  );
  const end = (by = max) => by.post(`/api/desk/case/${id}/referrals/${ofLead}/end-link`);
  expect((await end(await signedIn("specialist"))).status).toBe(409);
  expect((await readPage(link)).status).toBe(200);
  for (let time = 0; time < 2; time++) expect((await end()).status).toBe(200);
  const ended = await readPage(link);
  expect((await press(link, { answer: "sold" })).status).toBe(410);
  expect((await press(link, { press: "renew" })).html).toContain("look into your mail");
  expect(await (await max.get(`/api/desk/case/${id}`)).json()).toMatchObject({
    referrals: [{ hasLink: true }, { hasLink: false, answer: null }],
  });
  const before = sent.length;
  vi.setSystemTime(MONDAY + 4 * DAY);
  await remindRecipients(env);
  await press(link, { press: "renew" });
  await deliver();
  expect(sent.slice(before)).toHaveLength(1);
  for (const open of [other, linkIn(sent.at(-1))]) expect((await readPage(open)).status).toBe(200);
  expect((await guidanceOf(id)).sharedWith, "whoever asks for a new link still has the application").toHaveLength(2);
  vi.setSystemTime(MONDAY + 15 * DAY);
  expect(withoutToken(await readPage(other))).toBe(withoutToken(ended));
});

const withoutToken = ({ status, html }: { status: number; html: string }) =>
  `${status} ${html.replaceAll(/[\w-]{36}\.\d+\.\w+/g, "")}`;

test("who has not answered for two business days is reminded once", async () => {
  await lead();
  vi.setSystemTime(MONDAY + 2 * DAY - HOUR);
  await remindRecipients(env);
  await deliver();
  expect(sent).toHaveLength(1);
  vi.setSystemTime(MONDAY + 2 * DAY + HOUR);
  for (let minute = 0; minute < 2; minute++) {
    await remindRecipients(env);
    await deliver();
  }
  expect(sent.map(({ subject }) => subject)).toEqual(["New application", "Please tell us what came of it"]);
  expect(sent.at(-1)?.text).not.toContain("Lopez");
  max = await signedIn("manager", "rita");
  await press(await lead(await lender("Live Oak Bank")), { answer: "declined" });
  vi.setSystemTime(MONDAY + 5 * DAY);
  await remindRecipients(env);
  await deliver();
  expect(sent).toHaveLength(3);
});

test("a lead that never arrived reminds nobody of it", async () => {
  await lead();
  await env.DB.exec("update outbox set status = 'dead' where kind = 'lenderLead'");
  vi.setSystemTime(MONDAY + 3 * DAY);
  await remindRecipients(env);
  expect(await env.DB.prepare("select count(*) n from outbox where kind = 'leadReminder'").first("n")).toBe(0);
});

test("a recipient sees its own last ninety days, and nobody else's", async () => {
  await press(await lead(await lender("Live Oak Bank")), { answer: "declined" });
  const link = await lead();
  vi.setSystemTime(Date.now() + 5 * HOUR);
  await press(link, { answer: "approved" });
  const { html } = await readPage(link);
  expect(html.replace(/<!-- -->/g, "")).toContain("1 received, 1 approved. Half of your answers came within 5 hours.");
  const { pathname, search } = new URL(await leadLink(env, "no-lead"));
  const nobody = await readPage(pathname + search);
  expect(nobody.status).toBe(410);
  expect(nobody.html).not.toContain("received");
});
