import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OWN_WORDS } from "../../../db/model/letters/letter-template.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { dealer, permit } from "../directory/directory.ts";
import { envLosingReply, envWithout } from "../routes/faults.ts";
import { apply, type Colleague, readCase, refusal, signedIn } from "../staff/staff.ts";
import { hearOn, mailOf, twoWaySite } from "./incoming.ts";

/** What comes back by mail, from the address in our mail to the next letter. */

freshDatabase();

const MONDAY = Date.parse("2026-11-30T10:00:00-06:00");
const DUE = new Date("2026-11-30T20:00:00-06:00").toISOString();
const MINUTE = 60_000;

let site: ReturnType<typeof twoWaySite>;
let dana: Colleague;
let id: string;
let address: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: MONDAY });
  site = twoWaySite();
  dana = await signedIn("specialist", "dana");
  id = await apply({ email: "ana@example.com", fullName: "Ana Ruiz" });
  await dana.post(`/api/desk/case/${id}/claim`);
  await site.deliver();
  address = site.replyAddress("ana@example.com");
});
afterEach(() => void vi.useRealTimers());

const received = async () =>
  (await readCase(dana, id)).events.flatMap(({ event }) => (event.kind === "mailReceived" ? event : []));
const next = async () => (await readCase(dana, id)).next;
const answer = (body: string) => dana.post(`/api/desk/case/${id}/letters`, { templateId: OWN_WORDS, version: 0, body });

test("letter, answer, next letter and its answer stand in the case in that order", async () => {
  expect(address).toMatch(/^reply\+a[\da-f]{52}@example\.com$/);
  expect(await site.hear(address, mailOf("Can you call me at 5?"))).toBeNull();
  expect(await received()).toMatchObject([{ text: "Can you call me at 5?", from: "ana@example.com", isKnown: true }]);
  expect(await next()).toMatchObject({ kind: "answer", note: "They wrote to us", at: DUE });
  expect((await answer("Hello Ana,\n\nI will.\n\ndana")).status).toBe(201);
  expect(await next()).toMatchObject({ note: "Follow up" });
  vi.setSystemTime(MONDAY + MINUTE);
  await site.deliver();
  expect(site.sent.at(-1)).toMatchObject({
    to: "ana@example.com",
    subject: "Our answer to your email",
    replyTo: address,
  });
  expect(site.sent.at(-1)?.text).toContain("Hello Ana,\n\nI will.");
  expect(await site.hear(address, mailOf("Great"))).toBeNull();
  const kinds = (await readCase(dana, id)).events.map(({ event }) => event.kind);
  expect(kinds.slice(-3)).toEqual(["mailReceived", "letterSent", "mailReceived"]);
  expect(await next()).toMatchObject({ kind: "answer" });
});

test("the office is told within the minute, without a word of it, and My day lists it", async () => {
  await dana.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
  await site.hear(address, mailOf("My SSN is on the paper"));
  await site.deliver();
  const mail = site.sent.at(-1);
  expect(mail).toMatchObject({ to: "alert@example.com", subject: "An email has come in an application" });
  expect(mail?.text).toContain(`/desk/case/${id}`);
  expect(mail?.text).not.toMatch(/SSN|Ana|ana@/);
  expect(mail).not.toHaveProperty("replyTo");
  const day = await (await dana.get("/api/desk/my-day")).json<{
    due: { section: string; items: { what: string }[] }[];
  }>();
  expect(day.due.flatMap(({ items }) => items).map(({ what }) => what)).toEqual(["Answer"]);
  expect(await (await dana.get("/api/desk/my-day/counts")).json()).toMatchObject({ due: 1 });
});

test("an owner whose name is an address is told there", async () => {
  await env.DB.prepare("update users set username = 'dana@firm.example' where id = ?").bind(dana.id).run();
  await site.hear(address, mailOf("Hello"));
  await site.deliver();
  expect(site.sent.at(-1)?.to).toBe("dana@firm.example");
});

test("without a reply address, mails have none of ours", async () => {
  const silent = twoWaySite({ REPLY_ADDRESS: "" });
  await apply({ email: "bea@example.com" });
  await silent.deliver();
  expect(silent.sent).toHaveLength(1);
  expect(silent.replyAddress("bea@example.com")).toBe("");
});

test("codes and mails to staff ask for no answer", async () => {
  await post(`/api/applications/${await referenceOf(env, id)}/deletion`, {});
  await site.deliver();
  expect(site.sent.at(-1)?.subject).toMatch(/code/);
  expect(site.sent.at(-1)).not.toHaveProperty("replyTo");
});

test("an address with another token, id or kind reaches no case", async () => {
  const [, kind, digits = "", proof = ""] = /\+(a)([\da-f]{32})([\da-f]{20})@/.exec(address) ?? [];
  const others = [
    "reply@example.com",
    `reply+r${digits}${proof}@example.com`,
    `reply+${kind}${digits}${"0".repeat(20)}@example.com`,
    `reply+${kind}${"0".repeat(32)}${proof}@example.com`,
    `reply+${kind}${digits}@example.com`,
  ];
  for (const other of others) expect(await site.hear(other, mailOf("Hi"))).toBe("There is no mailbox at this address.");
  expect(await received()).toEqual([]);
  expect(await site.hear(address.toUpperCase(), mailOf("Hi"))).toBeNull();
});

test("another address is shown as such, and an alias of theirs is not another", async () => {
  await site.hear(address, mailOf("It is me, Ana's cousin", { from: "cousin@example.net" }), "cousin@example.net");
  await site.hear(address, mailOf("It is me", { from: "Ana+cars@Example.com" }));
  expect(await received()).toMatchObject([
    { from: "cousin@example.net", isKnown: false },
    { from: "Ana+cars@Example.com", isKnown: true },
  ]);
  expect(await next()).toMatchObject({ note: "An address that we do not know wrote to us" });
  await answer("Hello Ana");
  await site.deliver();
  expect(site.sent.at(-1)?.to).toBe("ana@example.com");
});

test("the same mail twice is stored once, also after a lost reply", async () => {
  const mail = mailOf("Twice", { headers: "Message-ID: <one@mail.example.com>" });
  await site.hear(address, mail);
  await site.hear(address, mail);
  expect(await received()).toHaveLength(1);
  await hearOn({ ...site.bindings, DB: envLosingReply().DB }, address, mailOf("Lost"));
  expect((await received()).map(({ text }) => text)).toEqual(["Twice", "Lost"]);
});

test("while the database is down, the sender's server is asked to try again", async () => {
  const down = { ...site.bindings, DB: envWithout("d1").DB };
  await expect(hearOn(down, address, mailOf("Hello"))).rejects.toThrow();
  expect(await site.hear(address, mailOf("Hello"))).toBeNull();
});

test("an automatic reply stands in the case, asks for nothing and is answered by nothing", async () => {
  const before = site.sent.length;
  for (const headers of [
    "Auto-Submitted: auto-replied",
    "X-Autoreply: yes",
    "Precedence: auto_reply",
    "X-Also: subject\nSubject: Automatic reply: A word",
  ]) {
    const mail = mailOf("I am away", { headers });
    expect(
      await site.hear(address, headers.includes("Subject") ? mail.replace("Subject: Re: A word\r\n", "") : mail),
    ).toBeNull();
  }
  expect((await received()).map(({ isAutomatic }) => isAutomatic)).toEqual([true, true, true, true]);
  expect(await next()).toMatchObject({ isImplied: true });
  await site.deliver();
  expect(site.sent).toHaveLength(before);
});

test("reports of mails that did not arrive reach no case, and nothing answers them", async () => {
  const parts = "--x\r\n\r\nUndelivered\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--x--";
  const report = mailOf(parts).replace(
    "text/plain; charset=utf-8",
    "multipart/report; report-type=delivery-status; boundary=x",
  );
  for (const from of ["", "<>"]) expect(await site.hear(address, mailOf("Undelivered"), from)).toBeNull();
  expect(await site.hear(address, report)).toBeNull();
  expect(await received()).toEqual([]);
});

test("files are not taken: the words arrive, and the sender is told where files go", async () => {
  const file = (name: string, type: string, how = "attachment") =>
    `--x\r\nContent-Type: ${type}; name=${name}\r\nContent-Disposition: ${how}; filename=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n`;
  const mail = (text: string, ...files: string[]) =>
    `${mailOf("").replace("text/plain; charset=utf-8", "multipart/mixed; boundary=x").trim()}\r\n\r\n--x\r\n\r\n${text}\r\n${files.join("")}--x--`;
  expect(await site.hear(address, mail("My pay stub", file("stub.pdf", "application/pdf")))).toBe(
    "Your words have arrived, but not your files. Please send documents on your results page: we take none by email.",
  );
  expect(await site.hear(address, mail("", file("IMG_1.jpeg", "image/jpeg", "inline")))).toMatch(
    /^Your files have not/,
  );
  expect(await site.hear(address, mail("See you", file("invite.ics", "text/calendar")))).toBeNull();
  expect(await received()).toMatchObject([
    { text: "My pay stub", hasFiles: true },
    { text: "", hasFiles: true },
    { text: "See you" },
  ]);
  expect((await env.PAPERS.list()).objects).toEqual([]);
});

test("Spanish reads a refusal in letters that every server knows", async () => {
  const other = await apply({ email: "luz@example.com" });
  await env.DB.prepare("update applications set language = 'es' where id = ?").bind(other).run();
  await site.deliver();
  const mail = `${mailOf("").replace("text/plain; charset=utf-8", "multipart/mixed; boundary=x").trim()}\r\n\r\n--x\r\n\r\nHola\r\n--x\r\nContent-Type: application/pdf\r\n\r\nx\r\n--x--`;
  expect(await site.hear(site.replyAddress("luz@example.com"), mail)).toMatch(
    /^[\x20-\x7e]*pagina de resultados[\x20-\x7e]*$/,
  );
});

test("a flood about one case ends with a sentence, and the next day it is heard again", async () => {
  const answers = [];
  for (let mail = 0; mail < 32; mail++) answers.push(await site.hear(address, mailOf(`Mail ${mail}`)));
  expect(answers.filter(Boolean)).toEqual([
    "Too many emails have come to this address today. Please try again tomorrow.",
    "Too many emails have come to this address today. Please try again tomorrow.",
  ]);
  expect(await received()).toHaveLength(30);
  vi.setSystemTime(MONDAY + 25 * 60 * MINUTE);
  expect(await site.hear(address, mailOf("Tomorrow"))).toBeNull();
});

test("after a stop a mail is kept and shown, and nothing can be sent", async () => {
  await site.hear(address, mailOf("Stop"));
  expect((await readCase(dana, id)).contactStoppedAt).toBeNull();
  await dana.post(`/api/desk/case/${id}/stop`, { how: "email" });
  await site.hear(address, mailOf("I said stop"));
  expect(await received()).toMatchObject([{ text: "Stop" }, { text: "I said stop", from: "a•••@•••" }]);
  expect((await readCase(dana, id)).next).toBeNull();
  expect(await refusal(await answer("Sorry"))).toMatch(/^409 The applicant asked us to stop/);
});

test("own words are only for whoever has written to us", async () => {
  expect(await refusal(await answer("Hello"))).toMatch(/^409 Own words are for whoever has written/);
  await site.hear(address, mailOf("Away", { headers: "Auto-Submitted: auto-replied" }));
  expect(await refusal(await answer("Hello"))).toMatch(/^409 Own words/);
});

test("what was planned before somebody wrote comes back once they are answered", async () => {
  const at = new Date(MONDAY + 3 * 24 * 60 * MINUTE).toISOString();
  await dana.put(`/api/desk/case/${id}/next`, { kind: "call", note: "About the truck", at });
  await site.hear(address, mailOf("Which truck?"));
  await site.hear(address, mailOf("Hello?"));
  expect(await next()).toMatchObject({ kind: "answer", at: DUE });
  await answer("The red one");
  expect(await next()).toMatchObject({ kind: "call", note: "About the truck", at });
});

test("a dealer's mail stands at their introduction, counts as no answer, and is done once one is noted", async () => {
  const recipient = await dealer();
  const max = await signedIn("manager", "max");
  await permit(max, id, recipient);
  await max.post(`/api/desk/case/${id}/send`, recipient);
  await site.deliver();
  const lead = site.sent.findLast(({ subject }) => subject === "New lead (ADF)");
  expect(await site.hear(lead?.replyTo ?? "", mailOf("Is she free?", { from: lead?.to }), lead?.to)).toBeNull();
  const [mail] = await received();
  const [referral] = (await readCase(dana, id)).referrals;
  expect(mail).toMatchObject({
    isKnown: true,
    recipient: { id: recipient.recipientId, name: referral?.recipientName },
  });
  expect(referral?.answer).toBeNull();
  expect(await next()).toMatchObject({ kind: "answer", note: `${referral?.recipientName} wrote to us` });
  await dana.post(`/api/desk/case/${id}/referrals/${referral?.id}/answer`, { answer: "needsMore" });
  expect((await next())?.kind).not.toBe("answer");
});

test("a mail about a merged application comes to the case that goes on", async () => {
  const max = await signedIn("manager", "max");
  const other = await apply({ email: "ana@example.com", fullName: "Ana Ruiz" });
  expect((await max.post(`/api/desk/case/${other}/merge`, { other: id })).status).toBe(200);
  await site.hear(address, mailOf("Hello"));
  id = other;
  expect(await received()).toMatchObject([{ text: "Hello", isKnown: true }]);
});

test("what was written goes with the application, and then nobody reads the address", async () => {
  await site.hear(address, mailOf("A secret"));
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect(await env.DB.prepare("select count(*) n from case_events").first("n")).toBe(0);
  expect(await site.hear(address, mailOf("Hello?"))).toMatch(
    /^Nobody reads this address anymore\. Please write to us at /,
  );
});
