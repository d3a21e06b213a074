import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { callWith, postWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import {
  COPIED_COLUMNS,
  EVERY_MS,
  FIRST_AT,
  idOfMany,
  manyApplications,
  whatBelongsToThem,
} from "../form/many-applications.ts";
import { apply, signedIn } from "../staff/staff.ts";

/** The cost of a call does not grow with the number of applications. */

freshDatabase();

const FEW = 1000;
const MANY = 10_000;

async function store(from: number, to: number) {
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  await env.DB.batch(
    [manyApplications(columns, from, to), ...whatBelongsToThem(from, to)].map((sql) => env.DB.prepare(sql)),
  );
}

type Call = (bindings: typeof env, headers: Record<string, string>, total: number) => Promise<Response>;

const get =
  (path: string): Call =>
  (bindings, headers) =>
    callWith(bindings, path, { headers });
const search =
  (q: string): Call =>
  (bindings, headers) =>
    postWith(bindings, "/api/desk/queue/search", { q }, headers);

const calls: Record<string, Call> = {
  "the queue": get("/api/desk/queue"),
  "the queue's middle": (bindings, headers, total) =>
    callWith(bindings, `/api/desk/queue?cursor=${Math.trunc(total / 100)}_5_0`, { headers }),
  "a member's queue": get("/api/desk/queue?owner=me"),
  "the queue in Spanish": get("/api/desk/queue?language=es"),
  "a metro's queue": get("/api/desk/queue?metro=Austin"),
  "those in progress": get("/api/desk/queue?show=working"),
  "a member's in progress": get("/api/desk/queue?show=working&owner=me"),
  "closed ones": get("/api/desk/queue?show=closed"),
  "the calls": get("/api/desk/queue?show=calls"),
  "the calls' middle": (bindings, headers, total) =>
    callWith(bindings, `/api/desk/queue?show=calls&cursor=${FIRST_AT + (total / 2) * EVERY_MS}_a`, { headers }),
  "a search for one": search("person777@example.com"),
  "a search for all": search("Person"),
  "a search for a number": search("0000000777"),
  "a case": get(`/api/desk/case/${idOfMany(777)}`),
  "a day": get("/api/desk/my-day"),
  "a day's counts": get("/api/desk/my-day/counts"),
  "arrivals since the beginning": get(`/api/desk/arrivals?since=${FIRST_AT}`),
  "the forecast": get("/api/desk/forecast"),
  "the outbox": get("/api/desk/outbox"),
  "the audit": get("/api/desk/audit"),
  "the audit of one kind": get("/api/desk/audit?action=exportAudit"),
  "the audit of a day": get("/api/desk/audit?from=2025-01-01T00:00&to=2025-01-02T23:59"),
  "the audit of one case": get(`/api/desk/audit?about=${idOfMany(777)}`),
  "the applicant's result": async (bindings) =>
    callWith(bindings, `/api/applications/${await referenceOf(env, await idOfFirst())}/guidance`),
  "the free times": async (bindings) =>
    callWith(bindings, `/api/applications/${await referenceOf(env, await idOfFirst())}/slots`),
  "a call": async (bindings) =>
    postWith(bindings, `/api/applications/${await referenceOf(env, await idOfFirst())}/appointment`, {
      startsAt: null,
    }),
  "an application": (bindings, _, total) =>
    postWith(bindings, "/api/applications/submit", exampleApplication({ phone: `512 555 ${total}` })),
  "a note": (bindings, headers) =>
    postWith(bindings, `/api/desk/case/${idOfMany(777)}/notes`, { text: "Called back." }, headers),
  messages: get("/api/desk/messages"),
  "a stop": async (bindings, _, total) =>
    postWith(bindings, `/api/applications/${await referenceOf(env, await storedLast(total))}/stop-contact`, {}),
  "several claims": (bindings, headers, total) =>
    postWith(bindings, "/api/desk/claims", { ids: [idOfMany(total - 4), idOfMany(total - 9)] }, headers),
  "a merge": async (bindings, headers, total) => {
    const [main, other] = await storedTwice(total);
    return postWith(bindings, `/api/desk/case/${main}/merge`, { other }, headers);
  },
  "a split": async (bindings, headers, total) => {
    const [main, other] = await storedTwice(total + 1);
    await postWith(env, `/api/desk/case/${main}/merge`, { other }, headers);
    return postWith(bindings, `/api/desk/case/${main}/split`, { other }, headers);
  },
  "a claim": (bindings, headers, total) =>
    postWith(bindings, `/api/desk/case/${idOfMany(total - 1)}/claim`, {}, headers),
};

/** Two applications of one person. */
async function storedTwice(total: number) {
  const person = { phone: `713 555 ${total}`, email: `twice${total}@example.com`, fullName: `Twice ${total}` };
  return [await apply(person), await apply(person)] as const;
}

/** An application that its reference opens, unlike those from SQL. */
async function storedLast(total: number) {
  return apply({ phone: `214 555 ${total}`, email: `stop${total}@example.com` });
}

async function idOfFirst() {
  return (await env.DB.prepare("select id from applications order by number limit 1").first<string>("id")) ?? "";
}

/** Rows read and written by each call. */
async function costs(headers: Record<string, string>, total: number) {
  const found: Record<string, { read: number; written: number }> = {};
  for (const [name, call] of Object.entries(calls)) {
    const counter = countingRows();
    const response = await call({ ...env, DB: counter.DB }, headers, total);
    expect(response.ok, `${name}: ${await response.text()}`).toBe(true);
    found[name] = { read: counter.rowsRead, written: counter.rowsWritten };
  }
  return found;
}

test("with ten times as many applications every call reads and writes as few rows", { timeout: 300_000 }, async () => {
  const { headers } = await signedIn("manager");
  await apply();
  await store(1, FEW);
  // Fills pages of the audit log, so that entries of the calls below cost nothing more.
  await env.DB.prepare(
    `insert into audit (at, userId, username, action, subjectId, isAllowed)
     select createdAt, 'somebody', 'somebody', iif(number % 2, 'readCase', 'exportAudit'), id, 1 from applications
     where id like '%-0000'`,
  ).run();
  const few = await costs(headers, FEW);
  await store(FEW + 1, MANY);
  const many = await costs(headers, MANY);
  // A range at the very end of an index costs a row less. Random ids decide that for each range of a merge.
  const BY_CHANCE = 20;
  for (const [name, { read = 0, written = 0 }] of Object.entries(few)) {
    expect.soft(many[name]?.read, `rows read by ${name}, ${read} before`).toBeLessThanOrEqual(read + BY_CHANCE);
    expect.soft(many[name]?.written, `rows written by ${name}, ${written} before`).toBeLessThanOrEqual(written + 10);
  }
});

async function counts() {
  const { results: mails } = await env.DB.prepare(
    "select status, count from mail_counts where count > 0 order by status",
  ).all();
  const { results: scores } = await env.DB.prepare(
    "select * from forecast_results where count > 0 order by score",
  ).all();
  return { mails, scores };
}

async function counted() {
  const { results: mails } = await env.DB.prepare(
    "select status, count(*) count from outbox group by status order by status",
  ).all();
  const { results: scores } = await env.DB.prepare(
    `select scoresForecast score, count(*) count, sum(outcome = 'approved_in_30_days') approved from applications
     where outcome in ('approved_in_30_days', 'approved_later', 'declined') group by 1 order by 1`,
  ).all();
  return { mails, scores };
}

test("the counts that triggers keep are right, whatever happens to a row", async () => {
  await apply();
  await store(1, 500);
  expect(await counts()).toEqual(await counted());
  expect((await counts()).scores.length).toBeGreaterThan(10);
  for (const sql of [
    "update outbox set status = 'dead' where id like 'mail-1%'",
    "update applications set outcome = 'approved_later' where outcome = 'declined' and id like '%1-0000'",
    "update applications set outcome = 'withdrawn' where id like '%2-0000'",
    "update applications set outcome = 'declined' where outcome is null and id like '%3-0000'",
    "update applications set outcome = null where id like '%b-0000'",
    "delete from applications where id like '%5-0000'",
    "delete from outbox where id like 'mail-2%'",
    "insert into outbox (id, kind, subjectId) values ('a', 'confirmation', 'mine') on conflict do nothing",
    "insert into outbox (id, kind, subjectId) values ('b', 'confirmation', 'mine') on conflict do nothing",
  ]) {
    await env.DB.prepare(sql).run();
    expect(await counts(), sql).toEqual(await counted());
  }
});
