import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactAgainConsent } from "../../../db/model/consent/consent.ts";
import { CODE_PURPOSES } from "../../../db/model/contact/code.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { APPLICANT_MAILS, type MailKind, type MailStatus } from "../../../db/model/mail/mail.ts";
import { paths } from "../../../db/model/site/paths.ts";
import type { QueuedApplication } from "../../../web/desk/api.ts";
import type { Answer } from "../../../web/wire.ts";
import { mailedLink } from "../../../worker/contact/opened-link.ts";
import { sha256 } from "../../../worker/hash.ts";
import { inLanguage } from "../../../worker/http/language.ts";
import { toApplicant } from "../../../worker/mail/to-applicant.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { dealer, permit } from "../directory/directory.ts";
import { apply, type Colleague, guidanceOf, readCase, refusal, signedIn } from "../staff/staff.ts";
import { mailed } from "./mailed-codes.ts";

/** Stops, in every way, and contact again afterwards. */

freshDatabase();

/** A Wednesday noon in Texas, when everybody may be called. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
const MINUTE = 60_000;
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

type Inbox = Answer<"GET /desk/messages">;

async function waiting(member: Colleague) {
  const page = await (await member.get("/api/desk/queue")).json<{ applications: QueuedApplication[] }>();
  return page.applications;
}

async function stopOnPage(id: string, body = {}) {
  expect((await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, body)).status).toBe(200);
}

function ticked(textId = contactAgainConsent().id) {
  const time = new Date().toISOString();
  return { textIds: [textId], language: "en", shownAt: time, tickedAt: time };
}

async function contactAgain(id: string, body: object = { consentRecord: ticked() }) {
  const headers = { "cf-connecting-ip": "203.0.113.9" };
  return post(`/api/applications/${await referenceOf(env, id)}/resume-contact`, body, headers);
}

/** Sends all owed mail, and returns its addresses. */
async function addressesMailed() {
  return (await mailed()).map(({ to }) => to);
}

test("any member records a stop in one call, and it holds everywhere", async () => {
  const [id, sameEmail] = [await apply(), await apply({ phone: "512 555 0177", email: "MARIA@example.com" })];
  await post("/api/contact", { name: "Maria", message: "Do you help with a truck?", replyTo: "(210) 555-0123" });
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  await max.post(`/api/desk/case/${id}/claim`);
  const recipient = await dealer();
  await permit(max, id, recipient);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  vi.setSystemTime(NOON.getTime() + MINUTE);
  expect((await dana.post(`/api/desk/case/${id}/stop`, { how: "other" })).status).toBe(200);

  const at = new Date(NOON.getTime() + MINUTE).toISOString();
  const stopped = await readCase(max, id);
  expect(stopped.contactStoppedAt).toBe(at);
  expect(stopped.contact).toMatchObject({ call: { allowed: false }, email: { allowed: false } });
  expect(stopped.events.at(-1)).toMatchObject({
    at,
    by: "dana",
    event: { kind: "contactStopped", elsewhere: false, how: "other" },
  });
  expect((await readCase(max, sameEmail)).events).toMatchObject([
    { by: "dana", event: { kind: "contactStopped", elsewhere: true, how: "other" } },
  ]);
  expect((await guidanceOf(id)).contactStoppedAt).toBe(at);
  const { messages } = await (await dana.get("/api/desk/messages")).json<Inbox>();
  expect(messages.map(({ reply }) => reply.kind)).toEqual(["stopped"]);
  expect(await addressesMailed()).toEqual([]);
  const { results } = await env.DB.prepare("select username, subjectId from audit where action = 'recordStop'").all();
  expect(results).toEqual([{ username: "dana", subjectId: id }]);
  expect(await refusal(await dana.post("/api/desk/case/x/stop", { how: "phone" }))).toMatch(/^404 /);
});

/** The applicant opens the link in our mail, which shows that they read this address. */
async function openMailedLink(id: string, email = "maria@example.com") {
  const link = await mailedLink(env, { id, email, emailSetBy: null });
  const proof = link?.split(paths.mailProof)[1];
  expect((await post(`/api/applications/${await referenceOf(env, id)}/opened`, { proof })).status).toBe(200);
  return { proof };
}

test("a press on Stop covers others only where our link led", async () => {
  const [id, sameEmail] = [await apply(), await apply({ phone: "512 555 0177", email: "MARIA@example.com" })];
  await post("/api/contact", { name: "Maria", message: "Do you help with a truck?", replyTo: "maria@example.com" });
  const path = `/api/applications/${await referenceOf(env, id)}/appointment`;
  expect((await post(path, { startsAt: null })).status).toBe(200);
  const max = await signedIn("manager", "max");
  const isMessageStopped = async () =>
    (await (await max.get("/api/desk/messages")).json<Inbox>()).messages.some(({ reply }) => reply.kind === "stopped");
  const strangers = [await apply(), await apply({ email: "stranger@example.com" })];
  // Whoever reads the mailbox opened the link out of curiosity, which proves nothing about the stranger.
  await openMailedLink(strangers[0] ?? "");
  const own = await openMailedLink(strangers[1] ?? "", "stranger@example.com");
  const made = { proof: own.proof?.replace(/^./, (first) => (first === "0" ? "1" : "0")) };
  for (const [stranger = "", body] of [
    [strangers[0]],
    [strangers[0], own],
    [strangers[0], made],
    [strangers[1], own],
  ] as const) {
    await stopOnPage(stranger, body);
    expect((await readCase(max, stranger)).contactStoppedAt).not.toBeNull();
    const { contactStoppedAt, appointment, flags } = await readCase(max, id);
    expect([contactStoppedAt, appointment !== null]).toEqual([null, true]);
    expect(flags.filter(({ code }) => code === "STOP_ASKED_ELSEWHERE")).toHaveLength(1);
  }
  expect(await isMessageStopped()).toBe(false);
  await stopOnPage(id, await openMailedLink(id));
  expect((await readCase(max, sameEmail)).contactStoppedAt).not.toBeNull();
  expect(await isMessageStopped()).toBe(true);
});

test("a stop in a message covers whoever has that phone or e-mail", async () => {
  const write = (replyTo: string) =>
    post("/api/contact", { name: "Maria", message: "Please do not call me any more.", replyTo });
  const [byPhone, byEmail, other] = [
    await apply({ email: "first@example.com" }),
    await apply({ phone: "512 555 0177" }),
    await apply({ phone: "512 555 0188", email: "third@example.com" }),
  ];
  for (const replyTo of ["+1 (210) 555-0123", "Maria@Example.com", "maria@example.com", "stranger@example.com", "me"]) {
    await write(replyTo);
    vi.setSystemTime(Date.now() + MINUTE);
  }
  const dana = await signedIn("specialist", "dana");
  const inbox = async () => (await (await dana.get("/api/desk/messages")).json<Inbox>()).messages;
  const [phone, email, , stranger, nobody] = await inbox();
  const stoppedOnes = async () =>
    Promise.all([byPhone, byEmail, other].map(async (id) => (await guidanceOf(id)).contactStoppedAt !== null));
  expect((await dana.post(`/api/desk/messages/${phone?.id}/stop`)).status).toBe(200);
  expect(await stoppedOnes()).toEqual([true, false, false]);
  expect((await readCase(dana, byPhone)).events).toMatchObject([
    { by: "dana", event: { kind: "contactStopped", elsewhere: false, how: "message" } },
  ]);
  expect((await dana.post(`/api/desk/messages/${email?.id}/stop`)).status).toBe(200);
  expect(await stoppedOnes()).toEqual([true, true, false]);
  expect((await inbox()).map(({ reply }) => reply.kind)).toEqual(["stopped", "stopped", "stopped", "email", "phone"]);
  expect((await dana.post(`/api/desk/messages/${stranger?.id}/stop`)).status).toBe(200);
  expect((await inbox()).map(({ reply }) => reply.kind)).toEqual([...Array(4).fill("stopped"), "phone"]);
  expect(await refusal(await dana.post(`/api/desk/messages/${nobody?.id}/stop`))).toMatch(/^409 The sender left no/);
  expect(await refusal(await dana.post("/api/desk/messages/x/stop"))).toMatch(/^404 /);
});

test("contact again takes a ticked box and begins our promise anew", async () => {
  const [id, other] = [await apply(), await apply()];
  await stopOnPage(id);
  await stopOnPage(other);
  // A Friday evening after hours, when this text was in use, so the promise ends on Saturday.
  const friday = new Date("2026-12-04T21:00:00-06:00");
  vi.setSystemTime(friday);
  const max = await signedIn("manager", "max");
  for (const body of [{}, { consentRecord: null }, { consentRecord: ticked("contact-1") }]) {
    expect(await refusal(await contactAgain(id, body))).toBe("400 Please check the box if we may contact you again");
  }
  expect((await guidanceOf(id)).contactStoppedAt).toBe(NOON.toISOString());
  for (let time = 0; time < 2; time++) expect((await contactAgain(id)).status).toBe(200);
  const found = await readCase(max, id);
  expect(found).toMatchObject({ contactStoppedAt: null, promisedSince: friday.toISOString() });
  expect(found.contact.email).toEqual({ allowed: true });
  expect(found.events.map(({ event }) => event.kind)).toEqual(["contactStopped", "contactResumed"]);
  expect(found.events.at(-1)).toMatchObject({
    by: "The applicant",
    event: {
      consent: {
        stated: { textIds: ["contact-again-2"] },
        textsSha256: await sha256(contactAgainConsent().text),
        receivedAt: friday.toISOString(),
        ip: "203.0.113.9",
        doubts: [],
      },
    },
  });
  const search = await max.post("/api/desk/queue/search", { q: "2105550123" });
  const { applications } = await search.json<{ applications: QueuedApplication[] }>();
  expect(applications.map((each) => each.id)).toEqual([id]);
  const [due] = await waiting(max);
  expect(due).toMatchObject({ id, dueAt: "2026-12-06T02:00:00.000Z", promisedSince: friday.toISOString() });
  expect((await guidanceOf(other)).contactStoppedAt).toBe(NOON.toISOString());
  expect((await contactAgain(crypto.randomUUID())).status).toBe(404);
  // Somebody who read it in Spanish agreed to the Spanish text.
  const inSpanish = inLanguage("es", contactAgainConsent);
  expect((await contactAgain(other, { consentRecord: ticked(inSpanish.id) })).status).toBe(200);
  expect((await readCase(max, other)).events.at(-1)).toMatchObject({
    event: { consent: { stated: { textIds: ["contact-again-2-es"] }, textsSha256: await sha256(inSpanish.text) } },
  });
});

/** Owes the applicant every kind of mail that applicants can get. */
async function oweEverything(id: string) {
  const max = await signedIn("manager", "max");
  const path = `/api/applications/${await referenceOf(env, id)}`;
  const desk = `/api/desk/case/${id}`;
  const done = async (response: Promise<Response>) => expect((await response).ok).toBe(true);
  await done(post("/api/applications/link-again", { email: "maria@example.com" }));
  await done(post(`${path}/appointment`, { startsAt: null }));
  await done(call(`${path}/appointment`, { method: "DELETE", headers: { "sec-fetch-site": "same-origin" } }));
  await done(post(`${path}/appointment`, { startsAt: null }));
  const correction = { email: "m@example.com", ground: "askedByPhone", reason: "Called" };
  await done(max.post(`${desk}/correct`, correction));
  await done(max.post(`${desk}/permissions`, await dealer("Asked")));
  for (const decision of ["yes", "no"] as const) {
    const words = introductionWords("dealer", decision);
    await done(max.post(`${desk}/permissions/phone`, { ...(await dealer(decision)), decision, words }));
  }
  const body = "Hello {firstName},\n\nAre you still in {city}?";
  const form = { name: "Hello", language: "en", subject: "Hello", body, isActive: true };
  await done(max.post("/api/desk/letters", form));
  const { letters } = await (await max.get(`${desk}/letters`)).json<{ letters: object[] }>();
  await done(max.post(`${desk}/letters`, letters[0]));
  for (const purpose of CODE_PURPOSES) await done(post(`${path}/${purpose}`, {}));
  await done(max.post(`${desk}/papers/ask`, { papers: ["payStub"] }));
}

async function mailKinds(status: MailStatus) {
  const { results } = await env.DB.prepare("select distinct kind from outbox where status = ? order by kind")
    .bind(status)
    .all<{ kind: MailKind }>();
  return results.map(({ kind }) => kind);
}

test("a stop drops all owed mail but the codes to delete", async () => {
  const id = await apply();
  await oweEverything(id);
  const kinds = Object.keys(toApplicant).toSorted() as MailKind[];
  expect(await mailKinds("owed"), "a kind of mail that is not tried here").toEqual(kinds);
  expect(kinds).toEqual([...APPLICANT_MAILS, "emailReplaced", "formerAddressNote"].toSorted());
  await stopOnPage(id);
  const left: MailKind[] = ["deletionCode", "papersCode"];
  expect(await mailKinds("owed")).toEqual(left);
  expect(await mailKinds("dropped")).toEqual(kinds.filter((kind) => !left.includes(kind)));
  // A delivery that had already started finds the stop.
  await env.DB.exec("update outbox set status = 'owed'");
  expect(await addressesMailed()).toHaveLength(2);
  expect(await mailKinds("sent")).toEqual(left);
  await contactAgain(id);
  expect(await addressesMailed()).toEqual([]);
});
