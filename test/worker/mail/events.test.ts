import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "../../../worker/env.ts";
import { call, post } from "../calls/call.ts";
import { applyByForm, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, permit } from "../directory/directory.ts";
import { purge } from "../operations/purge.ts";
import { envWithout, faultyEnv, type SentMail } from "../routes/faults.ts";
import { apply, type Colleague, idOf, refusal, signedIn } from "../staff/staff.ts";
import { answerQueue } from "./queue.ts";

/** What Cloudflare says of mails after it has accepted them: bounces, complaints, and mails that it could not deliver after all. */

freshDatabase();
const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
beforeEach(() => {
  logged.mockClear();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T18:00:00Z") });
});
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 60 * 60_000;

type Kind = "bounced" | "complained" | "rejected" | "failed" | "delivered" | "deferred";
type Details = Record<string, unknown>;
const HARD: [Kind, Details] = ["bounced", { bounce: { type: "hard", reason: "550 5.1.1 <maria@example.com>" } }];
const SOFT: [Kind, Details] = ["bounced", { bounce: { type: "soft", classification: "temporary_failure" } }];
const SPAM: [Kind, Details] = ["complained", { complaint: { type: "abuse" } }];
const SUPPRESSED: [Kind, Details] = ["rejected", { rejection: { reason: "suppressed", party: "recipient" } }];

/** An event as Cloudflare's documentation shows it. */
function event(messageId: string, [kind, details]: [Kind, Details]) {
  return {
    type: `cf.email.sending.message.${kind}`,
    source: { type: "email.sending", zoneId: "023e", domain: "example.com" },
    payload: {
      ...{ eventId: crypto.randomUUID(), messageId, sender: "no-reply@example.com", recipient: "maria@example.com" },
      ...{ subject: "We received your application", terminal: true, delivery: { status: kind }, ...details },
    },
    metadata: { accountId: "f9f7", eventSubscriptionId: "1830", eventSchemaVersion: 1 },
  };
}

/** What became of the message. */
async function hear(body: unknown, { bindings = env, attempts = 1 }: { bindings?: Env; attempts?: number } = {}) {
  const { explicitAcks } = await answerQueue("bluebonnet-mail-events", [body], bindings, attempts);
  return explicitAcks.length > 0 ? "done" : "comes again";
}

interface Row {
  id: string;
  status: string;
  lastError: string | null;
  messageId: string;
}

async function mailOf(kind = "confirmation") {
  return (await env.DB.prepare("select * from outbox where kind = ? order by createdAt desc")
    .bind(kind)
    .first()) as Row & Record<string, unknown>;
}

/** The newest mail of this kind gets this event. */
async function happens(what: [Kind, Details], kind = "confirmation") {
  expect(await hear(event((await mailOf(kind)).messageId, what))).toBe("done");
}

interface Found {
  hasBounced: boolean;
  mails: { kind: string; status: string; lastError: string | null }[];
  contact: Record<"call" | "email", { allowed: boolean; reason?: string }>;
}

async function caseOf(member: Colleague, id: string) {
  return (await member.get(`/api/desk/case/${id}`)).json<Found>();
}

async function guidance(ref: string) {
  return (await call(`/api/applications/${ref}/guidance`)).json();
}

test("after a hard bounce the mail counts as dead everywhere", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  await mailed();
  expect(await guidance(ref)).toMatchObject({ confirmation: "sent" });
  const correction = { email: "maria@gmail.example", ground: "bounced", reason: "Spelled on the phone" };
  expect(await refusal(await max.post(`/api/desk/case/${id}/correct`, correction))).toMatch(/^409 No email/);
  const { bindings, rung } = withAlerts();

  expect(await hear(event((await mailOf()).messageId, HARD), { bindings })).toBe("done");
  expect(await mailOf()).toMatchObject({ status: "dead", lastError: "hard-bounce" });
  expect(await guidance(ref)).toMatchObject({ confirmation: "dead" });
  expect(await caseOf(max, id)).toMatchObject({
    hasBounced: true,
    mails: [{ kind: "confirmation", status: "dead", lastError: "hard-bounce" }],
    contact: { email: { allowed: true } },
  });
  expect(rung).toEqual([(await mailOf("alarm")).id]);
  expect(await (await max.get("/api/desk/outbox")).json()).toMatchObject({
    dead: [{ kind: "confirmation", lastError: "hard-bounce" }],
  });
  expect(logged.mock.calls.flat().join()).toMatch(/hard-bounce/);
  expect(logged.mock.calls.flat().join()).not.toMatch(/maria|\b550\b|received your/i);

  expect((await max.post(`/api/desk/case/${id}/correct`, correction)).status).toBe(201);
  expect((await mailed()).map(({ to }) => to)).toEqual(["maria@gmail.example", "maria@gmail.example"]);
  expect(await caseOf(max, id)).toMatchObject({ hasBounced: false });
});

for (const [what, said, code, isWrong] of [
  ["whose mailbox was full for too long", SOFT, "soft-bounce", false],
  ["to whom Cloudflare sends no more", SUPPRESSED, "E_RECIPIENT_SUPPRESSED", true],
] as const) {
  test(`of somebody ${what} the mail is dead, and the address ${isWrong ? "may be wrong" : "is not doubted"}`, async () => {
    const id = await apply();
    await mailed();
    await happens(said as [Kind, Details]);
    expect(await mailOf()).toMatchObject({ status: "dead", lastError: code });
    expect((await caseOf(await signedIn("manager"), id)).hasBounced).toBe(isWrong);
  });
}

test("a mail that was delivered, or is tried again, stays the same", async () => {
  await apply();
  await mailed();
  const before = await mailOf();
  for (const kind of ["delivered", "deferred"] as const) await happens([kind, { bounce: { type: "soft" } }]);
  expect(await mailOf()).toEqual(before);
});

test("who marks a mail as spam gets no letters at that address", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  await mailed();
  await happens(SPAM);
  expect(await mailOf()).toMatchObject({ status: "sent", lastError: "marked-as-spam" });
  expect(await guidance(ref)).toMatchObject({ confirmation: "sent", contactStoppedAt: null });
  const found = await caseOf(max, id);
  expect(found).toMatchObject({ hasBounced: true, contact: { email: { allowed: false }, call: { allowed: true } } });
  expect(found.contact.email.reason).toMatch(/marked as spam.*Call/);
  expect(await lettersRefusal(max, id)).toMatch(/marked as spam/);

  vi.setSystemTime(Date.now() + 60_000);
  const correction = { email: "maria@gmail.example", ground: "bounced", reason: "It was a neighbor's address" };
  expect((await max.post(`/api/desk/case/${id}/correct`, correction)).status).toBe(201);
  expect(await caseOf(max, id)).toMatchObject({ hasBounced: false, contact: { email: { allowed: true } } });
  expect(await lettersRefusal(max, id)).toBeNull();
});

test("a bounced lead has left, so its recipient hears of the end", async () => {
  const id = await apply();
  const ref = await referenceIn(await mailed());
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, id, recipient);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  await mailed();
  expect(await guidance(ref)).toMatchObject({ permissions: [{ hasArrived: true }] });
  await happens(HARD, "dealerLead");
  expect(await guidance(ref)).toMatchObject({ permissions: [{ hasArrived: false, wasSent: true }] });
  expect((await caseOf(max, id)).mails).toContainEqual(
    expect.objectContaining({ kind: "dealerLead", status: "dead", lastError: "hard-bounce" }),
  );
  expect((await caseOf(max, id)).hasBounced).toBe(false);
  await answer(id, recipient, "no");
  expect(await mailOf("dealerLead")).toMatchObject({ status: "dropped" });
  expect(await mailOf("permissionWithdrawn")).toMatchObject({ status: "owed" });
});

test("a newsletter address whose mail bounces gets no more", async () => {
  const subscribe = () => post("/api/newsletter", { email: "ana@example.com" });
  const status = () => env.DB.prepare("select status from newsletter_subscribers").first("status");
  await subscribe();
  const [mail] = await mailed();
  const token = /newsletter\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  await happens(HARD, "newsletterConfirmation");
  expect(await status()).toBe("unreachable");
  await env.DB.exec("update outbox set createdAt = 1");
  expect((await subscribe()).status).toBe(202);
  expect(await mailed()).toEqual([]);
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  await call("/newsletter", { method: "POST", headers: form, body: `token=${token}` });
  expect(await status()).toBe("unreachable");
  await purge(env, new Date(Date.now() + 31 * DAY));
  expect(await status()).toBeNull();
});

test("a confirmed subscriber who complains gets no news", async () => {
  await post("/api/newsletter", { email: "ana@example.com" });
  await mailed();
  const status = () => env.DB.prepare("select status from newsletter_subscribers").first("status");
  const set = (status: string) => env.DB.prepare("update newsletter_subscribers set status = ?").bind(status).run();
  await set("unsubscribed");
  await happens(SPAM, "newsletterConfirmation");
  expect(await status()).toBe("unsubscribed");
  await set("confirmed");
  await happens(SOFT, "newsletterConfirmation");
  expect(await status()).toBe("confirmed");
  await happens(SPAM, "newsletterConfirmation");
  expect(await status()).toBe("unreachable");
});

test("an event counts once, and nothing after it changes that mail", async () => {
  await apply();
  await mailed();
  await happens(HARD);
  const before = await mailOf();
  for (const again of [HARD, SPAM, SOFT]) await happens(again);
  expect(await mailOf()).toEqual(before);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("an event about an earlier copy says nothing about the next", async () => {
  await apply();
  const max = await signedIn("manager", "max");
  await mailed();
  const first = await mailOf();
  await happens(HARD);
  expect((await max.post(`/api/desk/outbox/${first.id}/retry`)).status).toBe(200);
  await happens(HARD);
  expect(await mailOf()).toMatchObject({ status: "owed" });
  await mailed();
  expect(await hear(event(first.messageId, HARD), { attempts: 2 })).toBe("done");
  expect(await mailOf()).toMatchObject({ status: "sent", lastError: null });
  await happens(HARD);
  expect(await mailOf()).toMatchObject({ status: "dead" });
});

test("an event that comes before we noted its mail comes again", async () => {
  await apply();
  expect(await hear(event("soon", HARD))).toBe("comes again");
  expect(await hear(event("soon", HARD), { attempts: 2 })).toBe("done");
  expect(await mailOf()).toMatchObject({ status: "owed" });
  expect(logged).not.toHaveBeenCalled();
});

test("what is no event is taken off the queue without a word", async () => {
  await apply();
  await mailed();
  const { messageId } = await mailOf();
  const good = event(messageId, HARD);
  const bodies = [
    ...["nonsense", "", null, undefined, 7, [], {}, "x".repeat(100_000), JSON.stringify(good)],
    { ...good, type: "cf.email.sending.message.surprise" },
    { ...good, payload: { ...good.payload, messageId: { $ne: "" } } },
    { ...good, payload: { ...good.payload, bounce: { type: ["hard"] } } },
  ];
  for (const body of bodies) expect(await hear(body), JSON.stringify(body)).toBe("done");
  expect(await mailOf()).toMatchObject({ status: "sent", lastError: null });
  expect(logged).not.toHaveBeenCalled();
});

test("an event that meets a database that is down comes again", async () => {
  await apply();
  await mailed();
  const { messageId } = await mailOf();
  const down = { bindings: envWithout("d1"), attempts: 2 };
  expect(await hear(event(messageId, HARD), down)).toBe("comes again");
  await happens(HARD);
  expect(await mailOf()).toMatchObject({ status: "dead" });
});

function withAlerts() {
  const { env: bindings, rung } = faultyEnv(() => null);
  return { bindings: { ...bindings, ALERT_EMAIL: "owner@example.com" }, rung };
}

async function lettersRefusal(member: Colleague, id: string) {
  return (await (await member.get(`/api/desk/case/${id}/letters`)).json<{ refusal: string | null }>()).refusal;
}

function referenceIn([mail]: SentMail[]) {
  return /ref=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
