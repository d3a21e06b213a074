import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { type Colleague, signedIn } from "../staff/staff.ts";
import { mailOf, twoWaySite } from "./incoming.ts";

/** A conversation that began in the contact form and goes on by mail. */

freshDatabase();

interface Message {
  id: string;
  name: string;
  message: string;
  status: string;
  owner: string | null;
  reply: { kind: string; address?: string };
  earlier: { message: string; replies: { text: string }[] }[];
}

let site: ReturnType<typeof twoWaySite>;
let dana: Colleague;
let address: string;
beforeEach(async () => {
  site = twoWaySite();
  dana = await signedIn("specialist", "dana");
  const form = { name: "Maria Lopez", message: "Do you help with a truck for work?", replyTo: "Maria@example.com" };
  expect((await postWith(site.bindings, "/api/contact", form)).status).toBe(201);
  const [{ id } = { id: "" }] = await open("new");
  expect((await dana.post(`/api/desk/messages/${id}/reply`, { text: "We do. Which one?" })).status).toBe(201);
  await site.deliver();
  address = site.replyAddress("Maria@example.com");
});

async function open(show: string) {
  return (await (await dana.get(`/api/desk/messages?show=${show}`)).json<{ messages: Message[] }>()).messages;
}

test("an answer to our reply is a message to answer, of the same owner, below what was written before", async () => {
  expect(await site.hear(address, mailOf("A Ford F-150", { from: "maria@example.com" }))).toBeNull();
  expect(await open("in_progress")).toMatchObject([
    {
      name: "Maria Lopez",
      message: "A Ford F-150",
      owner: "dana",
      reply: { address: "maria@example.com" },
      earlier: [{ message: "Do you help with a truck for work?", replies: [{ text: "We do. Which one?" }] }],
    },
  ]);
  await site.deliver();
  expect(site.sent.at(-1)).toMatchObject({ to: "office@example.com", subject: "An answer to a reply of ours" });
});

test("a conversation goes on, and its mails come once", async () => {
  const mail = mailOf("A Ford", { from: "maria@example.com", headers: "Message-ID: <1@mail.example.com>" });
  await site.hear(address, mail);
  await site.hear(address, mail);
  const [{ id } = { id: "" }, ...others] = await open("in_progress");
  expect(others).toEqual([]);
  await dana.post(`/api/desk/messages/${id}/reply`, { text: "A good one" });
  await site.deliver();
  await site.hear(site.replyAddress("maria@example.com"), mailOf("Thanks", { from: "maria@example.com" }));
  const [last] = await open("in_progress");
  expect(last?.earlier.map(({ message }) => message)).toEqual(["Do you help with a truck for work?", "A Ford"]);
});

test("another address has its own name, and machines are not heard", async () => {
  await site.hear(address, mailOf("Me too", { from: "eve@example.net" }));
  await site.hear(address, mailOf("Away", { headers: "Auto-Submitted: auto-replied" }));
  expect(await open("in_progress")).toMatchObject([{ name: "eve@example.net", message: "Me too" }]);
});

test("who asked us to stop is heard and gets no answer", async () => {
  const [{ id } = { id: "" }] = await open("answered");
  await dana.post(`/api/desk/messages/${id}/stop`);
  await site.hear(address, mailOf("And?", { from: "maria@example.com" }));
  expect(await open("in_progress")).toMatchObject([{ message: "And?", reply: { kind: "stopped" } }]);
});

test("the message of a colleague who has left is new again", async () => {
  await env.DB.prepare("update users set deactivatedAt = 1 where id = ?").bind(dana.id).run();
  await site.hear(address, mailOf("Hello?", { from: "maria@example.com" }));
  dana = await signedIn("manager", "max");
  expect(await open("new")).toMatchObject([{ message: "Hello?", owner: null }]);
});

test("once a message is gone, nobody reads the address of its reply", async () => {
  await env.DB.prepare("delete from contact_messages").run();
  expect(await site.hear(address, mailOf("Hello?"))).toMatch(/^Nobody reads this address anymore/);
});
