import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { MINUTE_MS } from "../../../db/model/time/clock.ts";
import type { Guidance } from "../../../web/api.ts";
import type { Env } from "../../../worker/env.ts";
import { call, post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { idOf, refusal, signedIn } from "../staff/staff.ts";
import { applyInBrowser, askForCode, cookieOf, mailed } from "./mailed-codes.ts";

/** Whoever has just sent an application corrects a mistyped address in the same browser, without a code. */

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T18:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const OLD = { phone: "210 555 0123", email: "maria@example.com" };
const NEW = { phone: "(512) 555-0144", email: "Maria.Lopez@example.com" };
const KEY = { "idempotency-key": "a key" };

function correct(ref: string, cookie: string, body: object = NEW, bindings: Env = env) {
  return postWith(bindings, `/api/applications/${ref}/correction/without-code`, body, { cookie });
}

async function onFile(ref: string) {
  const { phone, email } = await (await call(`/api/applications/${ref}`)).json<typeof OLD>();
  return { phone, email };
}

/** Whether the page offers it in the browser with this cookie. */
async function isOffered(ref: string, cookie: string) {
  const answer = await call(`/api/applications/${ref}/guidance`, { headers: { cookie } });
  return (await answer.json<Guidance>()).correctsWithoutCode;
}

async function expectRefused(ref: string, cookie: string) {
  expect(await isOffered(ref, cookie)).toBe(false);
  expect(await refusal(await correct(ref, cookie))).toMatch(/^401 By now this takes a code/);
}

test("the browser that sent an application corrects it without a code", async () => {
  const { ref, cookie } = await applyInBrowser();
  await mailed();
  expect(await isOffered(ref, cookie)).toBe(true);
  expect((await correct(ref, cookie)).status).toBe(200);
  expect(await onFile(ref)).toEqual(NEW);
  const told = await mailed();
  expect(told.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    `${NEW.email}: Your contact details were corrected`,
    `${OLD.email}: Your email address was replaced`,
  ]);
  const toOld = told.find(({ to }) => to === OLD.email);
  expect(toOld?.text).toContain("Nothing more about it will come here.");
  for (const personal of [NEW.phone, NEW.email, OLD.phone, ref, "Maria"]) expect(toOld?.text).not.toContain(personal);
  expect((await askForCode(ref, "deletion")).mail?.to, "it counts as what was entered first").toBe(NEW.email);
});

test("codes stay with whoever has read our mail at the old address", async () => {
  const { ref, cookie } = await applyInBrowser();
  const [, proof] = /#mail-(\w+)/.exec((await mailed())[0]?.text ?? "") ?? [];
  expect((await post(`/api/applications/${ref}/opened`, { proof })).status).toBe(200);
  expect((await correct(ref, cookie)).status).toBe(200);
  expect((await mailed()).find(({ to }) => to === OLD.email)?.text).toContain("only codes that protect");
  expect((await askForCode(ref, "deletion")).mail?.to).toBe(OLD.email);
});

test("the cookie stays with the site's own calls for thirty minutes", async () => {
  const answer = await post("/api/applications/submit", exampleApplication());
  const set = answer.headers.get("set-cookie");
  expect(set).toMatch(/^__Host-sent=[\d.\w]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(set).not.toContain((await answer.json<{ ref: string }>()).ref);
});

test("it needs the browser, the application and an untouched cookie", async () => {
  const first = await applyInBrowser();
  const second = await applyInBrowser({ email: "rosa@example.com", phone: "512 555 0177" });
  await expectRefused(first.ref, "");
  await expectRefused(first.ref, second.cookie);
  const later = first.cookie.replace(/\d+(?=\.)/, (endsAt) => String(Number(endsAt) + MINUTE_MS));
  await expectRefused(first.ref, later);
  expect(await onFile(first.ref)).toEqual(OLD);
  expect((await correct(crypto.randomUUID(), first.cookie)).status).toBe(401);
});

test("it ends after thirty minutes, and sending again adds none", async () => {
  const submit = () => post("/api/applications/submit", exampleApplication(), KEY);
  const answer = await submit();
  const { ref } = await answer.json<{ ref: string }>();
  vi.setSystemTime(Date.now() + 29 * MINUTE_MS);
  const again = cookieOf(await submit());
  expect(again).toBe(cookieOf(answer));
  expect(await isOffered(ref, again)).toBe(true);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await expectRefused(ref, again);
  expect(cookieOf(await submit())).toBe("");
});

test("after a stop or a member's correction the cookie corrects nothing", async () => {
  const stopped = await applyInBrowser();
  expect((await post(`/api/applications/${stopped.ref}/stop-contact`, {})).status).toBe(200);
  expect(await isOffered(stopped.ref, stopped.cookie)).toBe(false);
  expect((await correct(stopped.ref, stopped.cookie)).status).toBe(409);
  const other = await applyInBrowser({ email: "rosa@example.com", phone: "512 555 0177" });
  const manager = await signedIn("manager");
  const correction = { phone: "512 555 0178", ground: "askedByPhone", reason: "She called" };
  expect((await manager.post(`/api/desk/case/${await idOf(other.ref)}/correct`, correction)).status).toBe(201);
  await expectRefused(other.ref, other.cookie);
});

test("the cookie opens nothing else that takes a code", async () => {
  const { ref, cookie } = await applyInBrowser();
  const path = `/api/applications/${ref}`;
  for (const what of ["deletion", "correction", "papers"]) {
    const body = { code: "123456", ...NEW };
    expect((await post(`${path}/${what}/confirm`, body, { cookie })).status, what).toBe(410);
  }
  expect(await (await call(`${path}/papers`, { headers: { cookie } })).json()).toEqual({ files: null });
});

test("what the form would refuse is refused at its field", async () => {
  const { ref, cookie } = await applyInBrowser();
  const refused = await correct(ref, cookie, { ...NEW, email: "maria@example" });
  expect([refused.status, (await refused.json<{ fields: object }>()).fields]).toEqual([
    400,
    { email: "Valid email is required" },
  ]);
});

test("it is limited as codes are", async () => {
  const { ref, cookie } = await applyInBrowser();
  const statuses: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    const { status } = await correct(ref, cookie, { ...NEW, email: `maria${n}@example.com` }, strict);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await onFile(ref)).toMatchObject({ email: "maria3@example.com" });
});
