import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test, vi } from "vitest";
import { database } from "../../../db/database.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import * as schema from "../../../db/schema.ts";
import { newCode } from "../../../worker/contact/codes.ts";
import type { Env } from "../../../worker/env.ts";
import { sha256 } from "../../../worker/hash.ts";
import { leadLink } from "../../../worker/introductions/lead-link.ts";
import { jobs } from "../../../worker/operations/jobs.ts";
import { callWith, strict } from "../calls/call.ts";
import { type Asked, countingRows } from "../counting-rows.ts";
import { empty, rememberRows } from "../database.ts";
import { type GoodRequests, goodRequest, makeReady, nameOf, storeOneOfEach } from "../routes/good-requests.ts";
import { apiRoutes, isRead, pageRoutes } from "../routes/routes.ts";
import { frames } from "../site/page.ts";
import { type Colleague, signedIn } from "../staff/staff.ts";
import { copyCases, storeOthers, workCases } from "./worked-cases.ts";

/**
 * What each job and each route costs in the database of a firm after years: one member owns most of what was closed, hundreds share a
 * name and a ZIP code, one lender has every lead. The routes are those that the Worker has and the jobs those of the cron, so a new one
 * is measured as soon as it is there; it needs a good request (routes/good-requests.ts).
 */

const TOTAL = env.LONG ? 200_000 : 20_000;
const MOST_ROWS = 5000;

/** Calls that may read more, and why. */
const MAY_READ_MORE: Record<string, string> = {
  rates: "counts all decisions of two years, and all outcomes",
  "GET /api/desk/dashboard": "counts the applications of 90 days from an index",
  '/api/desk/queue?language=es ""': "looks through 5,000 applications and reads each three times",
  '/api/desk/queue?metro=Austin ""': "looks through 5,000 applications and reads each three times",
  '/api/desk/queue/search {"q":"Maria Garcia"}': "reads everybody with a common name",
  "POST /api/desk/queue/search": "asks for the last page of a common name: the search index walks the ones before",
  "GET /api/desk/export.csv": "writes all applications, a page at a time",
  "GET /api/desk/newsletter.csv": "writes all confirmed addresses, a page at a time",
};
/** Scans of tables that grow, as in the query's plan, and why they may be. */
const MAY_SCAN: Record<string, string> = {
  "applications USING COVERING INDEX applications_by_time": "only the newest",
  "applications USING INDEX applications_quiet": "the night's count of outcomes",
  "appointments USING INDEX appointments_due": "a page of the open calls, in their order",
  "kept_consents USING INDEX kept_consents_to_note": "a partial index: those of the last minute",
  "blog_posts USING INDEX blog_posts_unpublished": "a partial index: drafts and the bin",
  "blog_posts USING INDEX blog_posts_published": "the site map and the first page: as many posts as a team writes",
};
/** Tables that stay small: as many rows as there are members, lenders, stories, hours of a week, jobs, alarms, scores or recipients. */
const SMALL = ["users", "passkeys", "recovery_codes", "sessions", "lenders", "dealers", "answer_totals", "questions"]
  .concat(["letter_templates", "call_capacity", "jobs", "alarms", "forecast_results", "stories"])
  .concat(["visit_totals"]);
const GROWING = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table): string => getTableName(table))
  .filter((table) => !SMALL.includes(table));
/** Routes whose good request is refused: frames are never served, and a page of a mail's link has nothing without it. */
const REFUSED = /^(GET|POST) (\/_frames\/\*|(\/es)?\/(newsletter|unsubscribe|lead))$/;

interface Cost {
  name: string;
  status: number;
  read: number;
  worst: Asked | undefined;
}
const costs: Cost[] = [];
const scans = new Map<string, string>();

beforeAll(async () => {
  // Codes of an authenticator's app stay valid, however long it takes to store so many rows.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await empty();
  const manager = await signedIn("manager");
  const good = await storeOneOfEach(manager);
  const cases = await workCases(manager);
  await renewCode(good);
  const noticed = await rememberRows();
  await copyCases(cases, TOTAL / 4);
  await storeOthers(TOTAL);
  const restore = await noticed();
  for (const [name, job] of Object.entries(jobs)) {
    await restore();
    await env.DB.exec("delete from jobs");
    await measure(name, (bindings) => job(bindings, new Date()));
  }
  await restore();
  for (const route of [...apiRoutes, ...pageRoutes].toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))) {
    if (!isRead(route)) await restore();
    await makeReady(route, good, manager);
    await measure(nameOf(route), (bindings) => callWith(bindings, ...goodRequest(route, good, manager)));
    if (!isRead(route)) await measure(`mails of ${nameOf(route)}`, (bindings) => jobs.sweep(bindings));
  }
  await restore();
  for (const [name, [path, body]] of Object.entries(await others(good, cases.working, manager))) {
    await measure(name, (bindings) => callWith(bindings, path, requestOf(manager, body)));
    if (body) await restore();
  }
  vi.useRealTimers();
  vi.restoreAllMocks();
}, 3_600_000);

/** Requests whose statements differ from those of the good one. */
async function others({ stored }: GoodRequests, working: string, manager: Colleague) {
  const get = (path: string): [string, object?] => [path];
  const search = (q: string): [string, object?] => ["/api/desk/queue/search", { q }];
  const correct = (change: object): [string, object?] => [
    `/api/desk/case/${working}/correct`,
    { ...change, ground: "askedByPhone", reason: "She called" },
  ];
  const find = env.DB.prepare("select id from referrals where applicationId = ?");
  const lead = await find.bind(working).first<string>("id");
  const leadPath = (await leadLink(env, lead ?? "")).replace(env.SITE_URL, "");
  const pressed = (path: string, form: Record<string, string>): [string, object] => [
    path,
    new URLSearchParams({ token: path.split("=")[1] ?? "", ...form }),
  ];
  await env.DB.prepare("update newsletter_tokens set tokenHash = ? where subscriberId = 'reader-1'")
    .bind(await sha256("a-token"))
    .run();
  return Object.fromEntries(
    [
      get(`/api/desk/queue?cursor=${Date.now() - 30 * DAY_MS}_5_0`),
      get("/api/desk/queue?owner=me"),
      get("/api/desk/queue?order=approval"),
      get("/api/desk/queue?language=es"),
      get("/api/desk/queue?metro=Austin"),
      get("/api/desk/queue?show=working"),
      get("/api/desk/queue?show=working&owner=me"),
      get("/api/desk/queue?show=closed"),
      get("/api/desk/queue?show=closed&owner=me"),
      get("/api/desk/queue?show=closed&metro=San Antonio"),
      get("/api/desk/queue?show=calls"),
      get(`/api/desk/queue?show=calls&cursor=${Date.now() - 30 * DAY_MS}_a`),
      get("/api/desk/queue?show=calls&owner=me"),
      search("maria.lopez@example.com"),
      search("Garcia"),
      search("Maria Garcia"),
      search("ma"),
      search("512"),
      search("5125550101"),
      get("/api/desk/my-day?order=approval"),
      get(`/api/desk/audit?member=${manager.id}`),
      get(`/api/desk/audit?about=${working}`),
      get("/api/desk/audit?day=2025-01-01"),
      get(`/api/desk/audit?day=2025-01-01&member=${manager.id}`),
      correct({ phone: "512 555 0177" }),
      correct({ email: "another@example.com" }),
      get(`/api/desk/case/${working}`),
      get(`/api/applications/${stored["/api/applications/"]}/slots`),
      get("/api/blog?q=guide"),
      get("/blog?q=zebra"),
      get("/es/blog?q=guide"),
      get(leadPath),
      pressed(leadPath, { answer: "approved" }),
      pressed(leadPath, { press: "renew" }),
      get("/unsubscribe?token=a-token"),
      pressed("/unsubscribe?token=a-token", {}),
    ].map(([path, body]) => [`${path} ${nameOfBody(body)}`, [path, body] as const]),
  );
}

function nameOfBody(body?: object) {
  return body instanceof URLSearchParams ? [...body.keys()].at(-1) : JSON.stringify(body ?? "");
}

function requestOf({ headers }: Colleague, body?: object): RequestInit {
  if (!body) return { headers };
  if (body instanceof URLSearchParams) return { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body };
  const posted = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers };
  return { method: "POST", headers: posted, body: JSON.stringify(body) };
}

/** The mails that went out since have brought another code. */
async function renewCode({ bodies }: GoodRequests) {
  const path = "POST /api/applications/:ref/papers/confirm";
  const id = await env.DB.prepare("select id from codes where purpose = 'papers'").first<string>("id");
  bodies[path] = { code: await newCode(env, database(env.DB), id ?? "") };
}

/** Counts the rows that this reads, and looks at the plan of each statement. */
async function measure(name: string, act: (bindings: Env) => Promise<unknown>) {
  const counter = countingRows();
  const done = await act({ ...strict, ASSETS: frames, DB: counter.DB });
  const status = done instanceof Response ? done.status : 200;
  // What is sent in parts is read in parts, too.
  if (done instanceof Response) await done.arrayBuffer();
  const worst = counter.asked.toSorted((a, b) => b.rowsRead - a.rowsRead)[0];
  costs.push({ name, status, read: counter.rowsRead, worst });
  for (const { sql, values } of counter.asked) {
    if (planned.has(sql)) continue;
    planned.add(sql);
    for (const scan of await scansOf(sql, values)) scans.set(scan, sql);
  }
}
const planned = new Set<string>();

/** The tables that grow, of those which the statement reads from one end to the other. */
async function scansOf(sql: string, values: unknown[]) {
  const { results } = await env.DB.prepare(`explain query plan ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  const plan = results.map(({ detail }) => detail);
  return plan.flatMap((step) => {
    const [, name, how = ""] = /^SCAN (\w+)(.*)$/.exec(step) ?? [];
    if (!name || plan.some((other) => /^(CO-ROUTINE|MATERIALIZE)/.test(other) && other.endsWith(` ${name}`))) return [];
    const [, table = name] = new RegExp(`(?:from|join) "?(\\w+)"? (?:as )?"?${name}"?\\b`, "i").exec(sql) ?? [];
    return GROWING.includes(table) ? [table + how] : [];
  });
}

test("every route of the Worker has a request that succeeds", () => {
  const refused = costs.filter(({ name, status }) => status >= 400 && !REFUSED.test(name));
  expect(refused.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
});

test(`among ${TOTAL} applications no call or job reads over ${MOST_ROWS} rows`, () => {
  if (env.LONG) for (const { name, read } of costs.toSorted((a, b) => b.read - a.read)) console.log(`${read} ${name}`);
  const many = costs.filter(({ name, read }) => read > MOST_ROWS && !(name in MAY_READ_MORE));
  expect(many.map(({ name, read, worst }) => `${name}: ${read}, of which ${worst?.rowsRead} ${worst?.sql}`)).toEqual(
    [],
  );
});

test("no statement scans a table that grows", () => {
  const unforeseen = [...scans].filter(([scan]) => !(scan in MAY_SCAN));
  expect(unforeseen.map(([scan, sql]) => `${scan}: ${sql}`)).toEqual([]);
});
