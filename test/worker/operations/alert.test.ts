import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { everyMinute } from "../../../worker/operations/alarms.ts";
import { referenceOf } from "../../../worker/reference.ts";
import worker from "../../../worker/site/index.ts";
import { post, postWith, withoutIds } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { type Fate, faultyEnv, type SentMail } from "../routes/faults.ts";
import { type Colleague, idOf, signedIn } from "../staff/staff.ts";

/** The office is told of new applications that nobody takes. */

freshDatabase();

const MINUTE = 60_000;
/** A Monday, 1 PM in Texas. */
const START = Date.UTC(2026, 10, 23, 19);
const OFFICE = "alerts@example.com";

let sent: SentMail[];
let rung: string[];
let bindings: Env;
let fate: Fate;
let people = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fate = () => null;
  const faulty = faultyEnv((part) => fate(part));
  ({ sent, rung } = faulty);
  bindings = { ...faulty.env, ALERT_EMAIL: OFFICE };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An applicant sends the form so many minutes after the start, and the queue rings. Returns the id. */
async function arrive(after = 0, changes: Parameters<typeof exampleApplication>[0] = {}) {
  vi.setSystemTime(START + after * MINUTE);
  people++;
  const person = { phone: `512 555 ${1000 + people}`, email: `person${people}@example.com`, ...changes };
  const response = await postWith(bindings, "/api/applications/submit", exampleApplication(person));
  expect(response.status).toBe(201);
  for (const body of rung.splice(0)) {
    await worker.queue(
      createMessageBatch("bluebonnet-outbox", [{ id: body, timestamp: new Date(), attempts: 1, body }]),
      bindings,
    );
  }
  return idOf((await response.json<{ ref: string }>()).ref);
}

/** The cron job of each minute up to this one after the start. */
async function untilMinute(after: number) {
  while (Date.now() < START + after * MINUTE) {
    vi.setSystemTime(Math.min(Date.now() + MINUTE, START + after * MINUTE));
    await everyMinute(bindings);
  }
}

/** Of how many applications the office was told in each mail. Empties the list. */
function told() {
  return sent
    .splice(0)
    .flatMap(({ subject, text }) =>
      /New applications/.test(subject) ? Number(/(\d+)\s+more\s+applications/.exec(text)?.[1] ?? 1) : [],
    );
}

test("the office is told at once how many wait, and nobody's name", async () => {
  await arrive(0, { fullName: "Canaryfirst Canarylast", phone: "210 555 0142", email: "canary@canary.example" });
  const [mail, ...others] = sent.filter(({ to }) => to === OFFICE);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("One more application is waiting, due by Mon, Nov 23, 8:00 PM Central.");
  expect(withoutIds(`${mail?.text}${mail?.html}`)).not.toMatch(/canary|555.?01|maria|lopez|78205|results\?ref/i);
});

test("those that come within a minute are together in the next mail", async () => {
  await arrive(0);
  await arrive(0.2);
  await arrive(0.9);
  expect(told()).toEqual([1]);
  await untilMinute(2);
  expect(told()).toEqual([2]);
  await arrive(3);
  expect(told()).toEqual([1]);
  await untilMinute(60);
  expect(told()).toEqual([]);
});

for (const [what, act] of [
  ["claimed", (sam, id) => sam.post(`/api/desk/case/${id}/claim`)],
  [
    "stopped by its applicant",
    async (_, id) => post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {}),
  ],
] as [string, (sam: Colleague, id: string) => Promise<Response>][]) {
  test(`an application ${what} before the next mail is not in it`, async () => {
    const sam = await signedIn("specialist", "sam");
    await arrive(0);
    const id = await arrive(0.5);
    told();
    expect((await act(sam, id)).status).toBeLessThan(300);
    await untilMinute(2);
    expect(told()).toEqual([]);
    await arrive(3);
    expect(told()).toEqual([1]);
  });
}

test("an owed mail says nothing once the application is claimed", async () => {
  const sam = await signedIn("specialist", "sam");
  fate = (part) => (part === "email" ? "before" : null);
  const id = await arrive(0);
  fate = () => null;
  expect((await sam.post(`/api/desk/case/${id}/claim`)).status).toBe(200);
  await untilMinute(30);
  expect(told()).toEqual([]);
});

test("an office that could not be told is told the next minute", async () => {
  let calls = 0;
  fate = (part) => (part === "d1" && ++calls > 1 ? "before" : null);
  await arrive(0);
  fate = () => null;
  expect(told()).toEqual([]);
  await untilMinute(1);
  expect(told()).toEqual([1]);
});
