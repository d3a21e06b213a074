import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import type { Case, LetterTemplate } from "../../../web/desk/api.ts";
import { deliver } from "../../../worker/mail/outbox.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { apply, type Colleague, idOf, refusal, signedIn } from "../staff/staff.ts";

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

const letter = {
  name: "Hello",
  language: "en",
  subject: "A word about your application",
  body: "Hello {firstName},\n\nAre you still in {city}?\n\n{link}\n\n{specialist}",
  isActive: true,
};

interface Choice {
  language: string;
  refusal: string | null;
  letters: {
    templateId: string;
    version: number;
    name: string;
    language: string;
    body: string;
    refusal: string | null;
  }[];
}

const templates = async (member: Colleague) =>
  (await (await member.get("/api/desk/letters")).json<{ templates: LetterTemplate[] }>()).templates;
const choices = async (member: Colleague, id: string) =>
  (await member.get(`/api/desk/case/${id}/letters`)).json<Choice>();

/** A manager, an application, and a way to send the letter they saw. */
async function scene(changes: Parameters<typeof apply>[0] = {}, form = letter) {
  const max = await signedIn("manager", "max");
  const id = await apply(changes);
  await mailed();
  expect((await max.post("/api/desk/letters", form)).status).toBe(201);
  const [{ templateId, version, body } = { templateId: "", version: 0, body: "" }] = (await choices(max, id)).letters;
  const send = (changes = {}) => max.post(`/api/desk/case/${id}/letters`, { templateId, version, body, ...changes });
  return { max, id, templateId, send };
}

async function rows(table: string) {
  return (await env.DB.prepare(`select * from ${table}`).run()).results;
}

async function stop(id: string) {
  return post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
}

test("a letter's name is there once in each language", async () => {
  const max = await signedIn("manager", "max");
  expect((await max.post("/api/desk/letters", letter)).status).toBe(201);
  expect(await refusal(await max.post("/api/desk/letters", letter))).toMatch(/^409 There is a letter with this name/);
  const wrong = await max.post("/api/desk/letters", { ...letter, body: "Hello {name}, how are you?" });
  expect(await refusal(wrong)).toMatch(/^400 There is no place \{name\}/);
  expect((await max.post("/api/desk/letters", { ...letter, language: "es" })).status).toBe(201);
  const [english, spanish] = await templates(max);
  expect([english?.language, spanish?.language]).toEqual(["en", "es"]);
  const put = (id: string | undefined, body: object) => max.put(`/api/desk/letters/${id}`, body);
  expect((await put(english?.id, { ...letter, subject: "Another subject", version: 1 })).status).toBe(200);
  expect(await refusal(await put(english?.id, { ...letter, version: 1 }))).toMatch(/^409 Somebody else changed/);
  expect(await refusal(await put(spanish?.id, { ...letter, version: 1 })), "the English name is taken").toMatch(
    /^409 There is a letter/,
  );
  expect(await refusal(await put("x", { ...letter, version: 1 }))).toBe("404 There is no such letter.");
  expect(await templates(max)).toMatchObject([{ subject: "Another subject", version: 2 }, { version: 1 }]);
  const { results } = await env.DB.prepare(
    "select change ->> '$.name' as name, change ->> '$.old.subject' as old, change ->> '$.new.subject' as new from audit where change is not null",
  ).run();
  expect(results).toEqual([
    { name: "Hello", old: null, new: letter.subject },
    { name: "Hello", old: null, new: letter.subject },
    { name: "Hello", old: letter.subject, new: "Another subject" },
  ]);
});

test("the letters that we suggest are added once", async () => {
  const max = await signedIn("manager", "max");
  const [preset] = letterPresets;
  await max.post("/api/desk/letters", { ...preset, subject: "Ours" });
  for (let time = 0; time < 2; time++) expect((await max.post("/api/desk/letters/presets")).status).toBe(201);
  const stored = await templates(max);
  expect(stored).toHaveLength(letterPresets.length);
  expect(stored.filter(({ subject }) => subject === "Ours")).toHaveLength(1);
});

test("a letter goes out as it was read, and is no contact", async () => {
  const { max, id, send } = await scene();
  const { letters } = await choices(max, id);
  expect(letters).toMatchObject([{ body: "Hello Maria,\n\nAre you still in San Antonio?\n\n{link}\n\nmax" }]);
  expect((await send()).status).toBe(201);
  const ref = await referenceOf(env, id);
  const [mail, ...more] = await mailed();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: "maria@example.com", subject: letter.subject });
  expect(mail?.text).toContain("Hello Maria,\n\nAre you still in San Antonio?\n\nSee your application:\n");
  expect(mail?.text).toContain(`http://localhost:8787/results?ref=${ref}#mail-`);
  expect(mail?.text).toContain(`results?ref=${ref}#stop-contact`);
  expect(JSON.stringify(await rows("letters"))).not.toContain(ref);
  const found = await (await max.get(`/api/desk/case/${id}`)).json<Case>();
  expect(found.letters).toMatchObject([{ name: "Hello", language: "en", by: "max", body: letters[0]?.body }]);
  expect(found.events.map(({ event }) => event.kind)).toEqual(["letterSent"]);
  expect(found.mails.map(({ kind, status }) => `${kind} ${status}`)).toEqual(["confirmation sent", "letter sent"]);
  expect(found.status).toBe("submitted");
  const contact = await env.DB.prepare("select firstContactAt from applications").first("firstContactAt");
  expect(contact).toBeNull();
});

test("each applicant is offered letters in their language first", async () => {
  const max = await signedIn("manager", "max");
  const sent = await post("/api/applications/submit", exampleApplication(), { "accept-language": "es" });
  const id = await idOf((await sent.json<{ ref: string }>()).ref);
  await mailed();
  await max.post("/api/desk/letters", letter);
  await max.post("/api/desk/letters", { ...letter, name: "Both" });
  const spanish = {
    ...letter,
    name: "Both",
    language: "es",
    subject: "Unas palabras",
    body: "Hola, {firstName}:\n{link}",
  };
  await max.post("/api/desk/letters", spanish);
  const { language, letters } = await choices(max, id);
  expect(language).toBe("es");
  expect(letters.map(({ name, language }) => [name, language])).toEqual([
    ["Both", "es"],
    ["Hello", "en"],
  ]);
  for (const { templateId, version, body } of letters) {
    expect((await max.post(`/api/desk/case/${id}/letters`, { templateId, version, body })).status).toBe(201);
  }
  const [one, two] = (await mailed()).toSorted((a, b) => b.subject.localeCompare(a.subject));
  expect(one).toMatchObject({ subject: "Unas palabras" });
  expect(one?.text).toContain("Hola, Maria:\n\nVer su solicitud:\nhttp://localhost:8787/es/results?ref=");
  expect(one?.html).toContain('<html lang="es">');
  expect(two?.html).toContain('<html lang="en">');
});

test("a stop keeps back a letter that a delivery has in hand", async () => {
  const { id, send } = await scene();
  expect((await send()).status).toBe(201);
  const owed = await env.DB.prepare("select id from outbox where kind = 'letter'").first<string>("id");
  // The first call takes the letter, the second one reads it.
  const { env: bindings, sent } = faultyEnv(interrupted("d1", 2, () => stop(id)));
  await deliver(bindings, owed ?? "");
  expect(sent).toEqual([]);
});

test("letters and their mail go with their application", async () => {
  const { id, send } = await scene();
  await send();
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect(await rows("letters")).toEqual([]);
  expect((await rows("outbox")).map(({ kind }) => kind)).toEqual(["confirmation"]);
});
