import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sweep } from "../../../worker/mail/outbox.ts";
import { post, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";

freshDatabase();

const message = { name: "Maria Lopez", message: "Do you help with a truck for work?" };

function send(body: unknown) {
  return post("/api/contact", body);
}

async function stored() {
  const { results } = await env.DB.prepare("select * from contact_messages").all();
  return results;
}

test("a message is stored as new and answered with 201", async () => {
  const response = await send(message);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ ok: true, success: true });
  const [row, ...others] = await stored();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ...message, replyTo: null, status: "new" });
  expect(Math.abs(Date.now() - Number(row?.createdAt))).toBeLessThan(60_000);
});

test("too short a name or message is refused in its own words", async () => {
  const response = await send({ name: " M ", message: "Hi there" });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    ok: false,
    success: false,
    error: "Name is required",
    fields: { name: "Name is required", message: "Please tell us what you need" },
  });
  expect(await stored()).toEqual([]);
});

test("a message has at most 5000 characters", async () => {
  expect((await send({ ...message, message: "x".repeat(5000) })).status).toBe(201);
  const refused = await send({ ...message, message: "x".repeat(5001) });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ fields: { message: "Please use 5000 characters or fewer" } });
});

test("the office gets the message in a mail's body only", async () => {
  const { env: bindings, sent, rung } = faultyEnv(() => null);
  const office = { ...bindings, OFFICE_EMAIL: "office@example.com" };
  const html = "<b>Two</b> lines\n.\nBcc: x@evil.test";
  await postWith(office, "/api/contact", { name: "Eve <i>", message: html, replyTo: "eve@evil.test" });
  expect(rung).toHaveLength(1);
  await sweep(office);
  const [mail] = sent;
  expect(sent).toHaveLength(1);
  expect(mail).toMatchObject({ to: "office@example.com", subject: "A message from the contact form" });
  expect(mail?.text).toContain("> <b>Two</b> lines\n> .\n> Bcc: x@evil.test");
  const shown = mail?.html.replaceAll("<wbr>", "");
  expect(shown).toContain("&lt;b&gt;Two&lt;/b&gt; lines\n.\nBcc: x@evil.test");
  for (const part of [mail?.text, shown]) expect(part).toContain("eve@evil.test");
  const { text: _text, html: _html, ...headers } = mail as SentMail;
  expect(JSON.stringify(headers)).not.toMatch(/eve|evil/i);
});

test("what the sender wrote is no link in the office's mail", async () => {
  const { env: bindings, sent } = faultyEnv(() => null);
  const office = { ...bindings, OFFICE_EMAIL: "office@example.com" };
  const evil = "See https://evil.test/x, www.evil.test or evil.test";
  await postWith(office, "/api/contact", { name: evil, message: `${evil}\r\n${evil}`, replyTo: evil });
  await sweep(office);
  const [{ html, text }] = sent as [SentMail];
  expect(html).not.toContain("<a ");
  for (const piece of html.split(/<[^>]*>/)) expect(piece).not.toMatch(/:\/\/|\.\w/);
  expect(html.replaceAll("<wbr>", "")).toContain(evil);
  for (const line of text.split(/\r?\n/)) if (line.includes("evil")) expect(line).toMatch(/^> /);
});

test.each([["\ufdd0"], ["\u{1ffff}"]])("a text with %j, which is no character, is refused", async (character) => {
  const refused = { message: "Please remove characters that can’t be displayed" };
  const response = await send({ ...message, message: `Do you help${character} me?` });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: refused });
});

test.each([["\u2028"]])("a name with %j, which ends a line, is refused", async (character) => {
  const response = await send({ ...message, name: `Eve${character}Bluebonnet` });
  expect(response.status).toBe(400);
});

test("a name loses the invisible characters that would turn it around", async () => {
  const sender = { name: "Maria \u202eanairT\u202c Lopez\u2069", replyTo: "\u202a210 555 0123\u202c" };
  expect((await send({ ...message, ...sender })).status).toBe(201);
  expect(await env.DB.prepare("select name, replyTo, sender from contact_messages").first()).toEqual({
    name: "Maria anairT Lopez",
    replyTo: "210 555 0123",
    sender: "2105550123",
  });
  expect((await send({ ...message, name: "\u202e\u202c" })).status).toBe(400);
});

test("an office without an address is owed nothing", async () => {
  await send(message);
  expect(await env.DB.prepare("select count(*) n from outbox").first("n")).toBe(0);
});
