import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shownTexts } from "../../../db/model/consent/consent.ts";
import { archive } from "../../../db/model/consent/consent-archive.ts";
import { call, callWith, post } from "../calls/call.ts";
import { applyByForm, askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { dealer } from "../directory/directory.ts";
import { idOf, signedIn } from "../staff/staff.ts";

freshDatabase();

/** Long after each text was first shown. */
const NOW = new Date("2027-01-15T12:00:00-06:00");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

interface Receipt {
  phone: string;
  email: string;
  ticked: string[];
  consent: { fits: boolean | null; texts: { id: string; text: string }[]; doubts: string[] };
  events: { byTeam: boolean; event: Record<string, unknown>; wordsFit: boolean | null }[];
}

const consentRecord = {
  textIds: shownTexts().map(({ id }) => id),
  language: "en-US",
  shownAt: NOW.toISOString(),
  tickedAt: NOW.toISOString(),
};

async function receiptOf(ref: string) {
  return (await call(`/api/applications/${ref}/receipt`)).json<Receipt>();
}

test("the receipt has the texts in full and both clocks", async () => {
  const { ref } = await applyByForm({ consentRecord });
  const response = await call(`/api/applications/${ref}/receipt`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const receipt = await response.json<Receipt>();
  expect(receipt).toMatchObject({
    fullName: "Maria Lopez",
    phone: "210 555 0123",
    email: "maria@example.com",
    ticked: ["Calls and email", "Electronic disclosures", "Accuracy"],
    consent: { stated: consentRecord, fits: true, receivedAt: expect.stringMatching(/Z$/) },
    events: [],
  });
  expect(receipt.consent.texts.map(({ text }) => text)).toEqual(shownTexts().map(({ text }) => text));
  expect(receipt.consent).not.toHaveProperty("textsSha256");
});

test("what was read in Spanish is kept and shown in Spanish", async () => {
  const textIds = consentRecord.textIds.map((id) => `${id}-es`);
  const { ref } = await applyByForm({ consentRecord: { ...consentRecord, textIds, language: "es-US" } });
  const { consent, ticked } = await receiptOf(ref);
  expect(consent).toMatchObject({ fits: true, doubts: [], texts: textIds.map((id) => ({ id, language: "es" })) });
  expect(consent.texts[1]?.text).toMatch(/^Acepto que /);
  expect(ticked).toEqual(["Llamadas y correo electrónico", "Avisos electrónicos", "Exactitud"]);
  const manager = await signedIn("manager");
  const found = await (await manager.get(`/api/desk/case/${await idOf(ref)}`)).json<{ consent: Receipt["consent"] }>();
  expect(found.consent).toMatchObject({ fits: true, ticked, texts: consent.texts });
});

test("the receipt has later decisions, and the contact data of then", async () => {
  const { ref } = await applyByForm({ consentRecord });
  for (const [phone, email] of [
    ["512 555 0144", "lopez@example.com"],
    ["512 555 0145", "lopez@example.com"],
  ]) {
    const { code } = await askForCode(ref, "correction");
    await post(`/api/applications/${ref}/correction/confirm`, { code, phone, email });
    await mailed();
  }
  const manager = await signedIn("manager");
  const id = await idOf(ref);
  await manager.post(`/api/desk/case/${id}/notes`, { text: "For colleagues only" });
  await manager.post(`/api/desk/case/${id}/correct`, {
    phone: "512 555 0146",
    ground: "askedByPhone",
    reason: "She called",
  });
  await post(`/api/applications/${ref}/stop-contact`, {});
  const receipt = await receiptOf(ref);
  expect(receipt).toMatchObject({ phone: "210 555 0123", email: "maria@example.com" });
  expect(receipt.events.map(({ byTeam, event }) => [byTeam, event.kind, event.old])).toEqual([
    [false, "corrected", "210 555 0123"],
    [false, "corrected", "maria@example.com"],
    [false, "corrected", "512 555 0144"],
    [true, "corrected", "512 555 0145"],
    [false, "contactStopped", undefined],
  ]);
  expect(JSON.stringify(receipt)).not.toMatch(/colleagues|She called/);
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
  const kept = await env.DB.prepare("select events from kept_consents").first<string>("events");
  expect(kept).toContain("askedByPhone");
  expect(kept).not.toContain("She called");
});

test("the mailed link, once reported, is noted as proof of reading", async () => {
  const { ref, mails } = await applyByForm();
  const [, linked, proof = ""] = /\/results\?ref=([\w-]+)#mail-(\w+)/.exec(mails[0]?.text ?? "") ?? [];
  expect(linked).toBe(ref);
  const report = (proof: string) => post(`/api/applications/${ref}/opened`, { proof });
  expect((await report("0123456789abcdef")).status).toBe(400);
  expect((await receiptOf(ref)).events).toEqual([]);
  for (let n = 0; n < 3; n++) expect((await report(proof)).status).toBe(200);
  expect((await receiptOf(ref)).events).toMatchObject([
    { byTeam: false, event: { kind: "linkOpened", email: "maria@example.com" } },
  ]);
  expect((await post("/api/applications/x/opened", { proof })).status).toBe(404);
  const unknown = await call("/api/applications/x/receipt");
  expect([unknown.status, await unknown.text()]).toEqual([404, await (await call("/api/applications/x")).text()]);

  const { code } = await askForCode(ref, "correction");
  await post(`/api/applications/${ref}/correction/confirm`, {
    code,
    phone: "210 555 0123",
    email: "lopez@example.com",
  });
  expect((await report(proof)).status, "the proof of one address is none of the next").toBe(400);
  const [told] = await mailed();
  const next = /#mail-(\w+)/.exec(told?.text ?? "")?.[1] ?? "";
  expect((await report(next)).status).toBe(200);
});

test("the words of consent are checked anew at each look", async () => {
  const { ref } = await applyByForm({ consentRecord });
  const look = async () => (await callWith(env, `/api/applications/${ref}/receipt`)).json<Receipt>();
  expect(await look()).toMatchObject({ consent: { fits: true }, ticked: ["Calls and email", ...others] });
  const contact = archive.find(({ id }) => id === "contact-2");
  if (!contact) throw new Error("The archive lost a text");
  const { title, text } = contact;
  try {
    Object.assign(contact, { title: "As it was called then", text: "Other words" });
    expect(await look()).toMatchObject({ consent: { fits: false }, ticked: ["As it was called then", ...others] });
  } finally {
    Object.assign(contact, { title, text });
  }
  await env.DB.exec("update applications set consentRecord = json_set(consentRecord, '$.textsSha256', 'other')");
  expect((await look()).consent.fits).toBe(false);
  const manager = await signedIn("manager");
  const found = await (await manager.get(`/api/desk/case/${await idOf(ref)}`)).json<{ consent: Receipt["consent"] }>();
  expect(found.consent).toMatchObject({ fits: false, texts: shownTexts().map(({ id, text }) => ({ id, text })) });
});

const others = ["Electronic disclosures", "Accuracy"];

test("the words of a permission are checked against what was stored", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  expect((await max.post(`/api/desk/case/${id}/permissions`, await dealer())).status).toBe(201);
  expect((await receiptOf(ref)).events).toMatchObject([{ event: { kind: "permissionAsked" }, wordsFit: true }]);
  const [asked] = (await receiptOf(ref)).events;
  await env.DB.prepare("insert into case_events (applicationId, at, event) values (?, ?, ?)")
    .bind(id, Date.now(), JSON.stringify({ ...asked?.event, words: "Other words" }))
    .run();
  expect((await receiptOf(ref)).events.map(({ wordsFit }) => wordsFit)).toEqual([true, false]);
});
