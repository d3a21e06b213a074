import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactAgainConsent } from "../../../db/model/consent/consent.ts";
import { spokenTexts } from "../../../db/model/consent/consent-by-phone.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import type { Language } from "../../../db/model/words.ts";
import type { Receipt } from "../../../web/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender } from "../directory/directory.ts";
import { type Colleague, guidanceOf, readCase, refusal, signedIn } from "../staff/staff.ts";

/** Applications that a member takes on the phone. */

freshDatabase();

const NOON = new Date("2026-11-25T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

function heard(changes: Record<string, unknown> = {}, language: Language = "en") {
  const answers = exampleApplication();
  const textIds = Object.values(spokenTexts(language)).map(({ id }) => id);
  const at = NOON.toISOString();
  return {
    ...answers,
    language,
    consentRecord: { textIds, language, shownAt: at, tickedAt: at },
    key: "k",
    ...changes,
  };
}

async function taken(max: Colleague, changes: Record<string, unknown> = {}, language: Language = "en") {
  const firm = { "cf-connecting-ip": "203.0.113.7", "user-agent": "The firm's browser" };
  const response = await post("/api/desk/intake", heard(changes, language), { ...max.headers, ...firm });
  expect(response.status).toBe(201);
  return (await response.json<{ id: string }>()).id;
}

test("an application by phone is its taker's, with its own evidence", async () => {
  const max = await signedIn("specialist", "max");
  const id = await taken(max);
  const found = await readCase(max, id);
  expect(found).toMatchObject({ status: "contacted", firstContact: { by: "max" } });
  expect(found.owner).toMatchObject({ username: "max" });
  expect(found.consent).toMatchObject({ isByPhone: true, readBy: "max", ip: null, userAgent: null, fits: true });
  expect(found.consent.texts.map(({ id: textId }) => textId)).toEqual([
    "phone-contact-1",
    "phone-electronic-1",
    "phone-accurate-1",
  ]);
  const receipt = await (await call(`/api/applications/${await referenceOf(env, id)}/receipt`)).json<Receipt>();
  expect(receipt.consent.isByPhone).toBe(true);
  expect(JSON.stringify(receipt)).not.toContain("max");
  expect((await mailed()).map(({ subject }) => subject)).toEqual(["We received your application"]);
});

test("an application taken by phone gives the member's browser nothing", async () => {
  const max = await signedIn("specialist", "max");
  const response = await max.post("/api/desk/intake", heard());
  expect([response.status, response.headers.get("set-cookie")]).toEqual([201, null]);
});

test("whoever says no to calls or email gets the other alone", async () => {
  const max = await signedIn("specialist", "max");
  const noCalls = await readCase(max, await taken(max, { consentTexts: false, phone: "2105550111", email: "a@b.co" }));
  expect(noCalls.contact.call).toMatchObject({ allowed: false, reason: "The applicant did not agree to calls." });
  expect(noCalls.contact.email.allowed).toBe(true);
  const at = new Date(NOON.getTime() + 60 * 60_000).toISOString();
  const planned = await max.put(`/api/desk/case/${noCalls.id}/next`, { kind: "call", at });
  expect(await refusal(planned)).toBe("409 The applicant did not agree to calls.");
  expect(await mailed()).toHaveLength(1);

  const noEmail = await readCase(
    max,
    await taken(max, { consentElectronic: false, phone: "2105550112", email: "c@d.co", key: "other" }),
  );
  expect(noEmail.contact.call.allowed).toBe(true);
  expect(noEmail.contact.email).toMatchObject({ allowed: false, reason: "The applicant did not agree to email." });
  expect(await mailed()).toEqual([]);
});

test("a Spanish caller hears Spanish words and gets Spanish mail", async () => {
  const max = await signedIn("specialist", "max");
  const found = await readCase(max, await taken(max, {}, "es"));
  expect(found.consent.texts.every(({ id }) => id.endsWith("-es"))).toBe(true);
  expect((await mailed())[0]?.subject).toBe("Recibimos su solicitud");
});

test("the same key stores one application and takes no other answers", async () => {
  const max = await signedIn("specialist", "max");
  const id = await taken(max);
  expect(await taken(max)).toBe(id);
  expect((await max.post("/api/desk/intake", heard({ city: "Houston" }))).status).toBe(422);
  expect(await env.DB.prepare("select count(*) as n from applications").first<number>("n")).toBe(1);
});

test("nothing is stored with an open question or without certified accuracy", async () => {
  const max = await signedIn("specialist", "max");
  for (const wrong of [
    { certifyAccurate: false },
    { consentTexts: undefined },
    { grossMonthlyIncome: "about 2 grand" },
  ]) {
    expect((await max.post("/api/desk/intake", heard(wrong))).status).toBe(400);
  }
  expect(await env.DB.prepare("select count(*) as n from applications").first<number>("n")).toBe(0);
});

test.each([1])("nothing is stored if of three texts number %i is not today's", async (place) => {
  const max = await signedIn("specialist", "max");
  const { consentRecord } = heard();
  const textIds = consentRecord.textIds.with(place, "contact-2");
  const sent = await max.post("/api/desk/intake", heard({ consentRecord: { ...consentRecord, textIds } }));
  expect(await refusal(sent)).toMatch(/^409 The words to read out/);
});

/** The page that the confirmation's link opens, to whoever reads the address that was typed. */
async function pageOf(max: Colleague) {
  const id = await taken(max);
  const [, ref = ""] = /\/results\?ref=([\w-]+)/.exec((await mailed())[0]?.text ?? "") ?? [];
  return { id, ref, path: `/api/applications/${ref}` };
}

test("a caller's link shows the application, stops contact and deletes it", async () => {
  const { ref, path } = await pageOf(await signedIn("specialist", "max"));
  expect((await call(path)).status).toBe(200);
  expect((await post(`${path}/stop-contact`, {})).status).toBe(200);
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`${path}/deletion/confirm`, { code })).status).toBe(200);
});

test("whoever reads an address that a member typed agrees to nothing", async () => {
  const max = await signedIn("specialist", "max");
  const { id, path } = await pageOf(max);
  const asked = await max.post(`/api/desk/case/${id}/permissions`, await dealer());
  expect(await refusal(asked)).toMatch(/^409 They applied by phone/);
  const say = async (decision: "yes" | "no", to: Awaited<ReturnType<typeof dealer>>) => {
    const words = introductionWords(to.kind, to.kind === "dealer" ? "Hill Country Motors" : "Pecan Credit Union");
    expect((await max.post(`/api/desk/case/${id}/permissions/phone`, { ...to, decision, words })).status).toBe(201);
    const permission = (await guidanceOf(id)).permissions.find(({ kind }) => kind === to.kind);
    return `${path}/permissions/${permission?.id}`;
  };
  const [refused, given] = [await say("no", await dealer()), await say("yes", await lender())];
  const byPhone = "409 You applied by phone, so we take a yes by phone, too";
  expect(await refusal(await post(refused, { decision: "yes" }))).toBe(byPhone);
  expect(await refusal(await post(`${given}/papers`, { papers: ["payStub"] }))).toBe(byPhone);
  expect((await post(given, { decision: "no" })).status).toBe(200);
  expect(await refusal(await post(given, { decision: "yes" }))).toBe(byPhone);

  await post(`${path}/stop-contact`, {});
  const at = NOON.toISOString();
  const consentRecord = { textIds: [contactAgainConsent().id], language: "en", shownAt: at, tickedAt: at };
  expect(await refusal(await post(`${path}/resume-contact`, { consentRecord }))).toMatch(/^409 You applied by phone/);
});
