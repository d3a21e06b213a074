import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MyDay } from "../../../web/desk/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { answer, lender } from "../directory/directory.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Monday morning in Texas. */
const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const HOUR = 60 * 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

let people = 0;

async function applicant(fullName: string, changes: Parameters<typeof apply>[0] = {}) {
  people++;
  return apply({ phone: `210 555 ${4000 + people}`, email: `d${people}@example.com`, fullName, ...changes });
}

async function claimed(member: Colleague, fullName: string) {
  const id = await applicant(fullName);
  await member.post(`/api/desk/case/${id}/claim`);
  return id;
}

async function dayOf(member: Colleague) {
  return (await member.get("/api/desk/my-day")).json<MyDay>();
}

/** What is due, as 'section: name, what'. */
async function due(member: Colleague) {
  const { due } = await dayOf(member);
  return due.flatMap(({ section, items }) => items.map(({ name, what }) => `${section}: ${name}, ${what}`));
}

async function counts(member: Colleague) {
  const { due, overdue } = await (await member.get("/api/desk/my-day/counts")).json<{ due: number; overdue: number }>();
  return { due, overdue };
}

const plan = (at: number) => ({ kind: "papers", note: "Pay stub", at: new Date(at).toISOString() });

test("a day has each case once, under its most urgent reason", async () => {
  const [dana, lee] = [await signedIn("specialist", "dana"), await signedIn("specialist", "lee")];
  const names = ["Ana", "Ben", "Cruz", "Dee", "Eli", "Fay", "Gus"];
  const [ana = "", , cruz = "", dee = "", eli = "", fay = "", gus = ""] = await Promise.all(
    names.map((name) => claimed(dana, name)),
  );
  await claimed(lee, "Somebody");
  const free = [await applicant("Free One"), await applicant("Free Two")];
  // Ana asked for a call as soon as possible; Ben's promise ends today.
  await post(`/api/applications/${await referenceOf(env, ana)}/appointment`, { startsAt: null });
  for (const id of [cruz, dee, eli]) await dana.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
  await dana.put(`/api/desk/case/${cruz}/next`, plan(NOW + HOUR));
  await dana.put(`/api/desk/case/${dee}/next`, plan(NOW + 48 * HOUR));
  const recipient = await lender("Pecan");
  await dana.post(`/api/desk/case/${dee}/permissions`, recipient);
  await post(`/api/applications/${await referenceOf(env, fay)}/stop-contact`, {});
  await dana.post(`/api/desk/case/${gus}/status`, { from: "in_review", to: "withdrawn", outcome: "undecided" });
  await post("/api/contact", { name: "Writer", message: "Do you help with a truck?", replyTo: "w@example.com" });
  const messageId = await env.DB.prepare("select id from contact_messages").first<string>("id");
  await dana.post(`/api/desk/messages/${messageId}/claim`);
  vi.setSystemTime(NOW + HOUR + 1);
  await answer(dee, recipient, "yes");

  expect(await due(dana)).toEqual([
    "calls: Ana, Call",
    "promises: Ben, First call",
    "next: Cruz, Check documents",
    "replies: Writer, Answer the message",
    "answers: Dee, Send to Pecan: they said yes",
  ]);
  const day = await dayOf(dana);
  expect(day.later.map(({ name, what, why }) => [name, what, why])).toEqual([["Eli", "Follow up", ""]]);
  expect(day.free.map(({ id }) => id).toSorted()).toEqual(free.toSorted());
  expect(await counts(dana)).toEqual({ due: 5, overdue: 0 });
  expect(await counts(lee)).toEqual({ due: 1, overdue: 0 });

  // A yes that nobody has used stands there whatever else is done, until it is put off.
  const isDee = async () => (await due(dana)).some((words) => words.includes("Dee"));
  await dana.post(`/api/desk/case/${dee}/notes`, { text: "Sends it tomorrow" });
  await dana.post(`/api/desk/case/${dee}/calls`, { outcome: "reached" });
  expect(await isDee()).toBe(true);
  await dana.put(`/api/desk/case/${dee}/next`, plan(NOW + 48 * HOUR));
  expect(await isDee()).toBe(false);
});
