import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Hono } from "hono";
import { getPlatformProxy } from "wrangler";
import { wranglerEnv } from "../../db/admin/local.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { applications } from "../../worker/api/applications.ts";
import { blog } from "../../worker/api/blog.ts";
import { desk } from "../../worker/api/desk/index.ts";
import type { Env } from "../../worker/env.ts";
import { sha256 } from "../../worker/hash.ts";
import { purge } from "../../worker/operations/retention.ts";
import {
  COPIED_COLUMNS,
  FIRST_AT,
  idOfMany,
  manyApplications,
  whatBelongsToThem,
} from "../worker/form/many-applications.ts";
import { counted, newCounter } from "./counted.ts";
import { median } from "./table.ts";

/** `npx node test/bench/million.ts`: what calls cost with 10,000 and 1,000,000 applications. Needs 4 GB. */

const STATE = ".wrangler/million";
const SIZES = [
  { total: 10_000, posts: 100 },
  { total: 1_000_000, posts: 10_000 },
];
const STEP = 10_000;
const ROUNDS = 7;
/** Seven years with their leap days. */
const KEPT_MS = Date.UTC(2032, 0, 1) - FIRST_AT;
const TOKEN = "bench";
/** An application that retention does not delete soon. */
const SOMEBODY = 9000;

const app = new Hono<{ Bindings: Env }>()
  .route("/api/applications", applications)
  .route("/api/blog", blog)
  .route("/api/desk", desk);

rmSync(STATE, { recursive: true, force: true });
Object.assign(process.env, wranglerEnv);
const proxy = await getPlatformProxy<Env>({ configPath: "wrangler.toml", persist: { path: `${STATE}/v3` } });
/** How many nights of retention have run. */
let nights = 0;
const counter = newCounter();
const bindings: Env = { ...proxy.env, DB: counted(proxy.env.DB, counter), LIMITS: "off", HASH_KEY: "bench" };

try {
  for (const { queries } of await readD1Migrations("migrations")) for (const sql of queries) await run(sql);
  await run("insert into users (id, username, password, role) values ('bench', 'bench', '', 'manager')");
  const ref = await submit(0);
  const columns = (await proxy.env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  const found: Record<string, typeof counter>[] = [];
  const bytes: number[] = [];
  let stored = { total: 0, posts: 0 };
  for (const size of SIZES) {
    for (let from = stored.total + 1; from <= size.total; from += STEP) {
      const to = Math.min(from + STEP - 1, size.total);
      await store([manyApplications(columns, from, to), ...whatBelongsToThem(from, to)]);
    }
    await run(posts(stored.posts + 1, size.posts));
    stored = size;
    found.push(await measured(size, ref));
    bytes.push(counter.bytes);
  }
  const [few = {}, many = {}] = found;
  console.log("| what | rows read | rows written | ms in SQLite |\n|---|---|---|---|");
  for (const [name, small] of Object.entries(few)) {
    const large = many[name] ?? small;
    const shown = (["rowsRead", "rowsWritten", "ms"] as const).map((what) => `${small[what]} → ${large[what]}`);
    console.log(`| ${name} | ${shown.join(" | ")} |`);
  }
  const [small, large] = SIZES;
  const each = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) / ((large?.total ?? 0) - (small?.total ?? 0));
  console.log(`\n${Math.round(each)} bytes for each application, with its indexes, an event and a mail`);
} finally {
  await proxy.dispose();
  rmSync(STATE, { recursive: true, force: true });
}

async function measured({ total, posts }: (typeof SIZES)[number], ref: string) {
  await signIn();
  const get = (path: string) => () => ask(path);
  const search = (q: string) => () => ask("/api/desk/queue/search", { q });
  const calls: Record<string, () => Promise<unknown>> = {
    "the queue": get("/api/desk/queue"),
    "the queue's middle": get(`/api/desk/queue?cursor=${Math.trunc(total / 100)}_5_0`),
    "closed ones": get("/api/desk/queue?show=closed"),
    "a search for one": search(`person${SOMEBODY}@example.com`),
    "a search that fits all": search("Person"),
    "a case": get(`/api/desk/case/${idOfMany(SOMEBODY)}`),
    "a deed at the desk": () => ask(`/api/desk/case/${idOfMany(SOMEBODY)}/notes`, { text: "A note" }),
    "the poll for arrivals": get(`/api/desk/arrivals?since=${Date.now()}`),
    "the forecast": get("/api/desk/forecast"),
    "the outbox": get("/api/desk/outbox"),
    "the applicant's guidance": get(`/api/applications/${ref}/guidance`),
    "an application": () => submit(Math.random()),
    "the blog's list": get("/api/blog?limit=12"),
    "a page from the blog's middle": get(
      `/api/blog?limit=12&cursor=en_${FIRST_AT + (posts / 2) * 1000}_id-${Math.trunc(posts / 2)}`,
    ),
    "a search of the blog": get("/api/blog?q=guide%2077"),
  };
  const results: Record<string, typeof counter> = {};
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    // The desk's first call is noted in the audit log.
    for (let round = 0; round <= ROUNDS; round++) {
      Object.assign(counter, { ms: 0, rowsRead: 0, rowsWritten: 0 });
      await call();
      if (round > 0) times.push(counter.ms);
    }
    results[name] = { ...counter, ms: median(times) };
  }
  // The first night deletes everything that was due for longer, such as all mails.
  for (const night of [1, 2]) {
    Object.assign(counter, { ms: 0, rowsRead: 0, rowsWritten: 0 });
    await purge(bindings, new Date(FIRST_AT + (night + nights) * DAY_MS + KEPT_MS));
  }
  nights += 2;
  results["a slice of retention"] = { ...counter };
  return results;
}

async function ask(path: string, body?: object) {
  const response = await app.fetch(
    new Request(`https://site.test${path}`, {
      headers: { "content-type": "application/json", cookie: `__Host-session=${TOKEN}` },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    }),
    bindings,
    { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, string>;
}

async function submit(seed: number) {
  const { ref = "" } = await ask("/api/applications/submit", exampleApplication({ email: `a${seed}@example.com` }));
  return ref;
}

/** Needed again, because retention ends sessions. */
async function signIn() {
  const lasts = Date.now() + DAY_MS;
  await run(`insert into sessions (tokenHash, userId, createdAt, lastUsedAt, verifiedAt)
    values ('${await sha256(TOKEN)}', 'bench', ${lasts}, ${lasts}, ${lasts})`);
}

/** Stores in one transaction. Node first has to notice that its idle connection was closed. */
async function store(statements: string[]) {
  await setTimeout(10);
  await proxy.env.DB.batch(statements.map((sql) => proxy.env.DB.prepare(sql)));
}

function run(sql: string) {
  return bindings.DB.prepare(sql).run();
}

function posts(from: number, to: number) {
  return `insert into blog_posts (id, title, slug, content, tags, published, createdAt, updatedAt, searchText)
    with recursive n(i) as (values(${from}) union all select i + 1 from n where i < ${to})
    select 'id-' || i, 'Guide ' || i, 'guide-' || i, 'text', 'car', 1, ${FIRST_AT} + i * 1000, ${FIRST_AT} + i * 1000,
      'guide ' || i || char(10) || 'car ${randomUUID()}' from n`;
}
