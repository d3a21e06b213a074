import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { deliver, sweep } from "../../../worker/mail/outbox.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { app } from "../../../worker/site/index.ts";
import { call, post, withoutIds } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { type Fault, faultyEnv, randomFrom, type SentMail, scaled, seed } from "../routes/faults.ts";
import { idOf, signedIn } from "../staff/staff.ts";
import { answerQueue } from "./queue.ts";

/** Owed mail ends as sent or dead within 24 hours. No trouble under 12 hours ends it; few mails go out twice. */

freshDatabase();
const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Row {
  id: string;
  subjectId: string;
  status: string;
  attempts: number;
  unknownOutcomes: number;
  createdAt: number;
  nextAttemptAt: number;
  sentAt: number | null;
  lastError: string | null;
}

const rows = () =>
  env.DB.prepare("select * from outbox")
    .all<Row>()
    .then(({ results }) => results);
const row = async () => (await rows())[0] as Row;
const healthy = () => faultyEnv(() => null);

async function apply(changes: Parameters<typeof exampleApplication>[0] = {}) {
  const response = await post("/api/applications/submit", exampleApplication(changes));
  expect(response.status).toBe(201);
  return (await response.json<{ ref: string }>()).ref;
}

test("a submit rings with an id only, and the queue's consumer sends", async () => {
  const { env: bindings, sent, rung } = healthy();
  const request = new Request("https://site.test/api/applications/submit", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(exampleApplication()),
  });
  const context = createExecutionContext();
  const { ref } = await (await app.fetch(request, bindings, context)).json<{ ref: string }>();
  await waitOnExecutionContext(context);
  expect(rung).toEqual([(await row()).id]);

  expect(await answerQueue("bluebonnet-outbox", rung, bindings)).toMatchObject({ explicitAcks: ["0"] });
  expect(sent).toHaveLength(1);
  expect(await row()).toMatchObject({ status: "sent", attempts: 1, lastError: null, sentAt: expect.any(Number) });
  const guidance = await call(`/api/applications/${ref}/guidance`).then((answer) => answer.json());
  expect(guidance).toMatchObject({ confirmation: "sent" });
});

test("the mail has nothing personal but the first name", async () => {
  const ref = await apply({ fullName: "Zoë Canaryname", bankName: "Canary Bank", city: "Canaryville" });
  const { env: bindings, sent } = healthy();
  await sweep(bindings);
  const [mail] = sent as [SentMail];
  expect(mail.to).toBe("maria@example.com");
  expect(mail.subject).toBe("We received your application");
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("Hello Zoë,");
    expect(part).toContain(`http://localhost:8787/results?ref=${ref}`);
    expect(part).toMatch(/within 24 hours or the next business day/);
    expect(part).toContain("http://localhost:8787/contact");
    expect(part).toMatch(/Press “Stop contacting me” here:/);
    expect(part).toMatch(/Your reference number \(say it when you call\): BAP-\w{4}-\w{2}\./);
    expect(withoutIds(part)).not.toMatch(/canary|3800|1,?100|78205|210 555|example\.com/i);
  }
});

for (const [fullName, greeting] of [
  ["<b>Eve</b> X", "Hello,"],
  ["O'Neil Smith", "Hello O'Neil,"],
]) {
  test(`'${fullName}' is greeted with '${greeting}'`, async () => {
    await apply({ fullName });
    const { env: bindings, sent } = healthy();
    await sweep(bindings);
    expect(sent[0]?.text.split("\n")[0]).toBe(greeting);
    expect(sent[0]?.html).not.toMatch(/evil|<b>/);
  });
}

test("without a sender the mail is logged by kind and id alone", async () => {
  await apply();
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await sweep({ ...healthy().env, EMAIL: undefined });
  const line = String(log.mock.calls[0]?.[0]);
  log.mockRestore();
  expect(JSON.parse(line)).toMatchObject({ kind: "confirmation", id: (await row()).id });
  expect(line).not.toMatch(/maria|@/i);
  expect(await row()).toMatchObject({ status: "sent" });
});

test("where only some may get mail, everybody else's is dropped", async () => {
  await apply();
  const { env: bindings, sent } = healthy();
  await sweep({ ...bindings, MAIL_ONLY_TO: "tester@example.com" });
  expect(await row()).toMatchObject({ status: "dropped", lastError: "not-on-mail-only-to" });
  await apply({ email: "Tester@example.com", phone: "512 555 0188" });
  await sweep({ ...bindings, MAIL_ONLY_TO: "office@example.com, tester@example.com" });
  await apply({ email: "other@example.com", phone: "512 555 0199" });
  await sweep({ ...bindings, MAIL_ONLY_TO: "" });
  expect(sent.map(({ to }) => to)).toEqual(["Tester@example.com"]);
});

test("deliveries at the same time send one mail", async () => {
  await apply();
  const { id } = await row();
  const { env: bindings, sent } = healthy();
  await Promise.all(Array.from({ length: 10 }, () => deliver(bindings, id)));
  await deliver(bindings, id);
  expect(sent).toHaveLength(1);
});

test("a refusal for good ends the mail, and only its code stays", async () => {
  const ref = await apply();
  const error = Object.assign(new Error("maria@example.com is suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
  await sweep(withSender(() => Promise.reject(error)));
  expect(await row()).toMatchObject({ status: "dead", attempts: 1, lastError: "E_RECIPIENT_SUPPRESSED" });
  const guidance = await call(`/api/applications/${ref}/guidance`).then((answer) => answer.json());
  expect(guidance).toMatchObject({ confirmation: "dead" });
  expect(logged.mock.calls.flat().join()).not.toContain("maria");
});

test("an address that could carry a header ends the mail", async () => {
  logged.mockClear();
  const stopped = await apply({ phone: "512 555 0188", email: "joe@example.com" });
  await post(`/api/applications/${stopped}/stop-contact`, {});
  const bad = await idOf(await apply());
  const gone = await idOf(await apply());
  await env.DB.batch([
    env.DB.prepare("update applications set email = ? where id = ?").bind("a@b.com\r\nBcc: c@d.com", bad),
    env.DB.prepare("delete from applications where id = ?").bind(gone),
  ]);
  const { env: bindings, sent } = healthy();
  await sweep(bindings);
  expect(sent).toHaveLength(0);
  expect((await rows()).map(({ status, lastError }) => [status, lastError]).sort()).toEqual([
    ["dead", "bad-address"],
    ["dropped", "stopped"],
    ["dropped", "subject-gone"],
  ]);
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)).code)).toEqual(["bad-address"]);
  const guidance = await call(`/api/applications/${stopped}/guidance`).then((answer) => answer.json());
  expect(guidance).toMatchObject({ confirmation: "stopped" });
});

test("a kind of mail that only a newer version knows stays owed", async () => {
  await apply();
  await env.DB.exec("update outbox set kind = 'surprise'");
  const { env: bindings, sent } = healthy();
  await sweep(bindings);
  expect(sent).toHaveLength(0);
  expect(await row()).toMatchObject({ status: "owed", attempts: 1, lastError: "unknown-kind" });
});

test("what is refused for now is tried 12 times in 24 hours", async () => {
  await apply();
  const bindings = refusing("E_SENDER_NOT_VERIFIED");
  const start = (await row()).createdAt;
  const pauses: number[] = [];
  for (let now = start; (await row()).status === "owed"; now = (await row()).nextAttemptAt) {
    if (now > start) await sweep(bindings, () => now - 1);
    await sweep(bindings, () => now);
    pauses.push(((await row()).nextAttemptAt - now) / MINUTE);
    expect(now).toBeLessThan(start + 24 * HOUR);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 0]);
  expect(await row()).toMatchObject({ status: "dead", attempts: 12, lastError: "E_SENDER_NOT_VERIFIED" });
});

test("once the mail service's limit is reached, a sweep asks no more", async () => {
  for (let number = 0; number < 25; number++) await apply({ email: `a${number}@example.com` });
  let asked = 0;
  const limit = () => {
    asked++;
    return Promise.reject(Object.assign(new Error(), { code: "E_DAILY_LIMIT_EXCEEDED" }));
  };
  await sweep(withSender(limit));
  expect(asked).toBe(10);
  const { env: bindings, sent } = healthy();
  await sweep(bindings, () => Date.now() + HOUR);
  expect(sent).toHaveLength(25);
});

test("a limit is no try, and the mail waits for 24 hours", async () => {
  const code = "E_DAILY_LIMIT_EXCEEDED";
  await apply();
  const start = (await row()).createdAt;
  for (let hour = 0; hour < 24; hour++) {
    const now = start + hour * HOUR;
    await sweep(refusing(code), () => now);
    const nextAttemptAt = now + (hour === 0 ? 1 : 10) * MINUTE;
    expect(await row()).toMatchObject({ status: "owed", attempts: 0, lastError: code, nextAttemptAt });
  }
  await sweep(refusing(code), () => start + 24 * HOUR - 10 * MINUTE);
  expect(await row()).toMatchObject({ status: "dead", lastError: code });
});

test("an unknown outcome is sent again twice at most", async () => {
  await apply();
  const { env: bindings, sent } = faultyEnv((binding) => (binding === "email" ? "after" : null));
  const start = (await row()).createdAt;
  const times: number[] = [];
  for (let now = start; (await row()).status === "owed"; now = (await row()).nextAttemptAt) {
    if (now > start) await sweep(bindings, () => now - 1);
    expect(sent).toHaveLength(times.length);
    await sweep(bindings, () => now);
    times.push((now - start) / HOUR);
  }
  expect(sent).toHaveLength(3);
  expect(times).toEqual([0, 5, 16]);
  expect(await row()).toMatchObject({ status: "dead", unknownOutcomes: 3, lastError: "no-answer" });
  const references = (sent as (SentMail & { headers: Record<string, string> })[]).map(({ headers }) => headers);
  expect(references).toEqual(Array(3).fill({ References: `<${(await row()).id}@example.com>` }));
});

/** Kinds of trouble, as bindings. */
const troubles: Record<string, () => { env: Env }> = {
  "a daily limit": () => ({ env: refusing("E_DAILY_LIMIT_EXCEEDED") }),
  "failed delivery": () => ({ env: refusing("E_DELIVERY_FAILED") }),
  "lost answers": () => faultyEnv((binding) => (binding === "email" ? "after" : null)),
  "a database that is down": () => faultyEnv((binding) => (binding === "d1" ? "before" : null)),
  "many things in turn": () => {
    const kinds: Fault[] = ["before", "after", null];
    let turn = 0;
    return faultyEnv((binding) => kinds[turn++ % (binding === "email" ? 2 : 3)] ?? null);
  },
};
for (const [name, trouble] of Object.entries(troubles)) {
  test(`nearly twelve hours of ${name} end no mail`, { timeout: MINUTE }, async () => {
    const ref = await apply();
    const start = (await row()).createdAt;
    const troubled = trouble();
    const { env: bindings, sent } = healthy();
    for (let minute = 0; minute < 24 * 60; minute += minute < 10 ? 1 : 60) {
      const now = start + minute * MINUTE;
      if (now - start >= 12 * HOUR - MINUTE) await sweep(bindings, () => now);
      else await sweep(troubled.env, () => now).catch(() => undefined);
    }
    expect(await row()).toMatchObject({ status: "sent" });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(ref);
  });
}

test("a dead mail that is tried again has 24 hours anew", async () => {
  await apply();
  const max = await signedIn("manager", "max");
  const { id } = await row();
  await env.DB.prepare("update outbox set status = 'dead', attempts = 12, unknownOutcomes = 3, createdAt = ?")
    .bind(Date.now() - 48 * HOUR)
    .run();
  expect((await max.post(`/api/desk/outbox/${id}/retry`)).status).toBe(200);
  await sweep(refusing("E_SENDER_NOT_VERIFIED"));
  expect(await row()).toMatchObject({ status: "owed", attempts: 1, unknownOutcomes: 0 });
  const { env: bindings, sent } = healthy();
  await sweep(bindings, () => Date.now() + 15 * HOUR);
  expect(sent).toHaveLength(1);
});

test("a delivery that never came back counts as an unknown outcome", async () => {
  await apply();
  const { id } = await row();
  const start = Date.now();
  const { env: hanging, isStuck } = silence();
  await Promise.race([isStuck(), deliver(hanging, id, () => start)]);
  const { env: bindings, sent } = healthy();
  await sweep(bindings, () => start + MINUTE - 1);
  expect(await row()).toMatchObject({ attempts: 1, unknownOutcomes: 0 });
  await sweep(bindings, () => start + MINUTE + 1);
  await sweep(bindings, () => start + 5 * HOUR);
  expect(sent).toHaveLength(0);
  await sweep(bindings, () => start + 5 * HOUR + MINUTE + 1);
  expect(sent).toHaveLength(1);
  expect(await row()).toMatchObject({ status: "sent", attempts: 2, unknownOutcomes: 1 });
});

test("a consumer that cannot reach D1 asks for the message again", async () => {
  await apply();
  const { id } = await row();
  const broken = faultyEnv((binding) => (binding === "d1" ? "before" : null));
  expect(await answerQueue("bluebonnet-outbox", [id], broken.env)).toMatchObject({
    explicitAcks: [],
    retryMessages: [{ msgId: "0" }],
  });
  const { env: bindings, sent } = healthy();
  expect(await answerQueue("bluebonnet-outbox-dead", [id], bindings)).toMatchObject({ explicitAcks: ["0"] });
  expect(sent).toHaveLength(0);
  await sweep(bindings);
  expect(sent).toHaveLength(1);
});

test("a message that is no id of ours is dropped", async () => {
  const { env: bindings } = healthy();
  const batch = ["nonsense", "", "x".repeat(10_000)];
  expect((await answerQueue("bluebonnet-outbox", batch, bindings)).explicitAcks).toEqual(["0", "1", "2"]);
});

test("whatever fails, every mail ends within 24 hours, twice only if unknown", {
  timeout: 30 * MINUTE,
}, async () => {
  const mails = scaled(1000);
  const random = randomFrom(seed);
  const start = Date.now();
  for (let n = 0; n < mails; n++) {
    const application = { email: `visitor${n}@example.com`, phone: `210 555 ${String(n).padStart(5, "0")}` };
    await post("/api/applications/submit", exampleApplication(application));
  }
  let faults = 0;
  const { env: bindings, sent } = faultyEnv((binding) => {
    if (random() > (binding === "d1" ? 0.2 : 0.6)) return null;
    faults++;
    return random() < 0.7 ? "before" : "after";
  });
  let now = start;
  for (; now < start + 24 * HOUR && (await owed()) > 0; now += 5 * MINUTE) {
    for (let turn = 0; turn <= mails / 80; turn++) await sweep(bindings, () => now).catch(() => undefined);
  }
  const ended = await rows();
  const refs = new Map(
    await Promise.all(ended.map(async (of) => [of.id, await referenceOf(env, of.subjectId)] as const)),
  );
  const copies = (of: Row) => sent.filter(({ text }) => text.includes(refs.get(of.id) as string)).length;
  const figures = {
    mails: ended.length,
    unended: ended.filter(({ status }) => status === "owed").length,
    late: ended.filter(({ sentAt }) => sentAt && sentAt > start + 24 * HOUR).length,
    sentWithoutACopy: ended.filter((one) => one.status === "sent" && copies(one) === 0).length,
    tooManyTries: ended.filter(({ attempts }) => attempts > 12).length,
    doubledThoughKnown: ended.filter((one) => copies(one) > 1 + one.unknownOutcomes || copies(one) > 3).length,
  };
  const counts = Object.groupBy(ended, ({ status }) => status);
  console.log(
    `outbox: seed ${seed}, ${faults} faults, sent ${counts.sent?.length ?? 0}, dead ${counts.dead?.length ?? 0}, doubled ${ended.filter((one) => copies(one) > 1).length}, ended after ${(now - start) / HOUR} h, ${JSON.stringify(figures)}`,
  );
  expect(figures, `seed ${seed}`).toEqual({
    mails,
    unended: 0,
    late: 0,
    sentWithoutACopy: 0,
    tooManyTries: 0,
    doubledThoughKnown: 0,
  });
});

/** Bindings whose sender fails like this. */
function withSender(send: () => Promise<never>): Env {
  return { ...healthy().env, EMAIL: { send } as unknown as SendEmail };
}

/** Bindings whose sender never answers, and a promise of that moment. */
function silence() {
  let asked = () => {};
  const send = () => {
    asked();
    return new Promise<never>(() => undefined);
  };
  return { env: withSender(send), isStuck: () => new Promise<void>((resolve) => (asked = resolve)) };
}

function refusing(code: string) {
  return withSender(() => Promise.reject(Object.assign(new Error("no"), { code })));
}

function owed() {
  return env.DB.prepare("select count(*) n from outbox where status = 'owed'").first<number>("n") as Promise<number>;
}
