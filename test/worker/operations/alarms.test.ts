import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { everyMinute } from "../../../worker/operations/alarms.ts";
import { referenceOf } from "../../../worker/reference.ts";
import worker from "../../../worker/site/index.ts";
import { callWith, post, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { type Fate, faultyEnv, type SentMail } from "../routes/faults.ts";
import { apply, signedIn } from "../staff/staff.ts";

/** The firm is told once per problem, and once each morning. */

freshDatabase();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Monday, 1 PM in Texas. */
const START = Date.UTC(2026, 10, 23, 19);
const ALERT_EMAIL = "alerts@example.com";

let sent: SentMail[];
let rung: string[];
let bindings: Env;
let fate: Fate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fate = () => null;
  const faulty = faultyEnv((part) => fate(part));
  ({ sent, rung } = faulty);
  bindings = { ...faulty.env, ALERT_EMAIL };
});
afterEach(async () => {
  // Time passes, so the Worker no longer remembers that the database failed.
  fate = () => null;
  await minute(14 * 24 * 60);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The cron job, so many minutes after the start. Fails if the Worker would report a failure. */
async function minute(after: number) {
  vi.setSystemTime(START + after * MINUTE);
  await everyMinute(bindings).catch(() => undefined);
}

/** The texts of mails with this subject, without the digest, which comes with the first sweep. */
function told(subject: RegExp) {
  return sent.filter((mail) => mail.to === ALERT_EMAIL && subject.test(mail.subject)).map(({ text }) => text);
}

/** The alarms so far, except those of cron, which tests stop to skip hours. */
async function alarms(except = "cronSilent") {
  const { results } = await env.DB.prepare("select name, endedAt from alarms where name <> ? order by since")
    .bind(except)
    .all<{
      name: string;
      endedAt: number | null;
    }>();
  return results.map(({ name, endedAt }) => `${name} ${endedAt === null ? "lasts" : "ended"}`);
}

function die(id: string, at: number) {
  return env.DB.prepare(
    "insert into outbox (id, kind, subjectId, status, nextAttemptAt) values (?1, 'confirmation', ?1, 'dead', ?2)",
  )
    .bind(id, at)
    .run();
}

test("a deployment's mail goes out with the next minute", async () => {
  await env.DB.prepare("insert into outbox (id, kind, subjectId) values ('a', 'published', ?)")
    .bind(new Date(START).toISOString())
    .run();
  await minute(1);
  expect(told(/version of the site was published/)).toEqual([
    expect.stringMatching(/published on Mon, Nov 23, 1:00 PM Central.*\/desk\/status/s),
  ]);
});

test("a silent cron is reported once each time, when it is back", async () => {
  await minute(0);
  await minute(10);
  expect(told(/clock/)).toEqual([]);
  await minute(21);
  await minute(22);
  expect(told(/clock/)).toEqual([
    expect.stringMatching(/Since Mon, Nov 23, 1:10 PM Central. It was over by Mon, Nov 23, 1:21 PM/),
  ]);
  await minute(40);
  expect(told(/clock/)).toHaveLength(2);
  expect(await alarms("")).toEqual(["cronSilent ended", "cronSilent ended"]);
});

for (const [who, wake] of [
  ["the health check", () => callWith(bindings, "/api/health")],
  ["the mail of the next application", () => worker.queue(createMessageBatch("bluebonnet-outbox", []), bindings)],
] as const) {
  test(`a silent cron is noticed by ${who} and told once, without it`, async () => {
    await minute(0);
    vi.setSystemTime(START + 11 * MINUTE);
    await wake();
    await wake();
    expect(await alarms("")).toEqual(["cronSilent lasts"]);
    expect(rung).toHaveLength(1);
    await worker.queue(
      createMessageBatch("bluebonnet-outbox", [{ id: "0", timestamp: new Date(), attempts: 1, body: rung[0] }]),
      bindings,
    );
    expect(told(/clock/)).toHaveLength(1);
    await minute(12);
    expect(await alarms("")).toEqual(["cronSilent ended"]);
    expect(told(/clock/)).toHaveLength(1);
  });
}

test("mail that died is reported once a day", async () => {
  await die("a", START);
  await minute(0);
  await die("b", START + 2 * MINUTE);
  await minute(3);
  expect(told(/could not be delivered/)).toHaveLength(1);
  expect(await alarms()).toEqual(["mailDead lasts"]);
  await minute(24 * 60 + 2);
  expect(await alarms()).toEqual(["mailDead lasts"]);
  await minute(24 * 60 + 3);
  expect(await alarms()).toEqual(["mailDead ended"]);
  await die("c", Date.now());
  await minute(24 * 60 + 4);
  await minute(24 * 60 + 5);
  expect(told(/could not be delivered/)).toHaveLength(2);
});

test("guessed codes are told once a day, without the member's name", async () => {
  const guess = (at: number) =>
    env.DB.prepare(
      "insert into audit (at, userId, username, action, isAllowed) values (?, 'd', 'dana', 'guessCodes', 1)",
    )
      .bind(at)
      .run();
  await guess(START);
  for (const after of [0, 5]) await minute(after);
  const [mail, ...others] = told(/guessing/);
  expect([mail, others]).toEqual([expect.stringContaining("They know the member’s password"), []]);
  expect(mail).not.toContain("dana");
  await minute(24 * 60 + 1);
  expect(await alarms()).toContain("codesGuessed ended");
});

const d1Down: Fate = (part) => (part === "d1" ? "before" : null);

const allDown: Fate = (part) => (part === "d1" || part === "r2" ? "before" : null);

test("a database that refuses is told past it, once, even without R2", async () => {
  await minute(0);
  fate = allDown;
  await minute(1);
  expect(told(/database/)).toEqual([]);
  for (const after of [2, 3, 4, 60, 89]) await minute(after);
  expect(told(/database/)).toEqual([expect.stringContaining("Since Mon, Nov 23, 1:01 PM Central.")]);
  fate = () => null;
  await minute(90);
  expect(await alarms()).toContain("databaseRefusing ended");
  await minute(91);
  fate = allDown;
  await minute(92);
  await minute(93);
  expect(told(/database/), "again within the hour").toHaveLength(1);
  fate = () => null;
  for (const after of [94, 100, 153]) await minute(after);
  fate = allDown;
  await minute(160);
  await minute(161);
  await minute(162);
  expect(told(/database/), "a new trouble").toHaveLength(2);
});

test("a mail about the database that fails is tried again", async () => {
  await minute(0);
  fate = (part) => (part === "d1" || part === "email" ? "before" : null);
  await minute(1);
  await minute(2);
  fate = d1Down;
  await minute(3);
  await minute(4);
  expect(told(/database/)).toHaveLength(1);
});

test("the digest comes at 8 AM in Texas, though clocks change", async () => {
  const days: string[] = [];
  for (let now = Date.parse("2026-03-07T15:00:00Z"); now <= Date.parse("2026-03-08T20:00:00Z"); now += HOUR) {
    const before = told(/digest/).length;
    vi.setSystemTime(now);
    await everyMinute(bindings);
    if (told(/digest/).length > before) days.push(new Date(now).toISOString());
  }
  expect(days).toEqual(["2026-03-07T15:00:00.000Z", "2026-03-08T13:00:00.000Z"]);
});

test("a cron that slept through the morning sends the digest once", async () => {
  await minute(0);
  await minute(24 * 60);
  await minute(24 * 60 + 1);
  expect(told(/digest/)).toHaveLength(2);
});

test("the digest counts the day before, and says what is waiting now", async () => {
  const manager = await signedIn("manager");
  const quick = await apply({ phone: "512 555 0001", email: "a@example.com" });
  const slow = await apply({ phone: "512 555 0002", email: "b@example.com" });
  await apply({ phone: "512 555 0003", email: "c@example.com" });
  await postWith(env, "/api/contact", { name: "Maria", message: "Do you help with a truck?" });
  const move = async (id: string, from: string, to: string, outcome: string | null = null) =>
    expect((await manager.post(`/api/desk/case/${id}/status`, { from, to, outcome })).status).toBe(200);
  for (const id of [quick, slow]) {
    await env.DB.prepare("update applications set status = 'in_review' where id = ?").bind(id).run();
  }
  await move(quick, "in_review", "contacted");
  await move(quick, "contacted", "withdrawn", "undecided");
  // After 8 PM, with a session that was used meanwhile.
  vi.setSystemTime(START + 7.5 * HOUR);
  await env.DB.prepare("update sessions set lastUsedAt = ?").bind(Date.now()).run();
  await move(slow, "in_review", "contacted");
  await everyMinute(bindings);
  await die("a", Date.now());
  await minute(19 * 60);
  const digest = told(/digest/).at(-1) ?? "";
  const figures = digest.split("\n").filter((line) => line.startsWith("> "));
  expect(digest).toContain("MONDAY, NOVEMBER 23");
  expect(figures).toEqual([
    "> Applications received: 3",
    "> First contacts in time: 1",
    "> First contacts late: 1",
    "> A lender approved within 30 days of the application: 0",
    "> A lender approved, but later than 30 days: 0",
    "> Every lender asked has declined: 0",
    "> No lender decided: 1",
    "> Messages received: 1",
    expect.stringMatching(/^> Emails sent: [56]$/),
    "> Emails we gave up on: 1",
    "> Applications waiting for a first call: 1",
    "> Of these, overdue: 1",
    "> Messages open: 1",
    expect.stringMatching(/^> Emails on their way: \d/),
    "> Emails we gave up on that nobody has tried again: 1",
    expect.stringContaining("Mail could not be delivered"),
  ]);
});

test("the firm is told once of overdue applications, without names", async () => {
  const manager = await signedIn("manager");
  const people = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => apply({ phone: `512 555 100${n}`, email: `late${n}@example.com` })),
  );
  const [spoken = "", booked = "", stopped = ""] = people;
  await manager.post(`/api/desk/case/${spoken}/calls`, { outcome: "voicemail" });
  await manager.post(`/api/desk/case/${stopped}/stop`, { how: "phone" });
  const startsAt = "2026-11-24T16:00:00.000Z";
  await post(`/api/applications/${await referenceOf(env, booked)}/appointment`, { startsAt });
  await minute(6.5 * 60);
  expect(told(/Overdue/)).toEqual([]);
  await minute(7 * 60 + 1);
  await minute(7 * 60 + 2);
  expect(told(/Overdue/)).toEqual([expect.stringContaining("has reached 2 more applicants")]);
  expect(told(/Overdue/).join()).toContain("/desk/queue");
  expect(told(/Overdue/).join()).not.toMatch(/Maria|Lopez|555/);
  await minute(20 * 60);
  expect(told(/Overdue/)).toHaveLength(1);
  // The hour that one of them chose passes without a call.
  await minute(22 * 60 + 1);
  await minute(23 * 60);
  expect(told(/Overdue/)).toEqual([expect.anything(), expect.stringContaining("has reached one more applicant")]);
  // Allowing contact again starts a new promise of a call.
  const ref = await referenceOf(env, stopped);
  const time = new Date().toISOString();
  const consentRecord = { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time };
  expect((await post(`/api/applications/${ref}/resume-contact`, { consentRecord })).status).toBe(200);
  await minute(24 * 60);
  expect(told(/Overdue/)).toHaveLength(2);
  await minute(31 * 60 + 1);
  expect(told(/Overdue/)).toHaveLength(3);
});

test("without an address nobody is told, but alarms are kept", async () => {
  bindings = { ...bindings, ALERT_EMAIL: "" };
  await postWith(env, "/api/applications/submit", exampleApplication());
  await die("a", START);
  await minute(0);
  expect(await alarms()).toEqual(["mailDead lasts"]);
  const { results } = await env.DB.prepare("select distinct kind from outbox").all();
  expect(results).toEqual([{ kind: "confirmation" }]);
});

test("when the database refuses, the cron fails", async () => {
  fate = d1Down;
  await expect(worker.scheduled({ cron: "* * * * *" } as ScheduledController, bindings)).rejects.toThrow();
});
