import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Hono } from "hono";
import { getPlatformProxy } from "wrangler";
import { wranglerEnv } from "../../../db/admin/local.ts";
import { database } from "../../../db/database.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { spokenReference } from "../../../db/model/form/spoken-reference.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { applications } from "../../../worker/api/applications.ts";
import { blog } from "../../../worker/api/blog.ts";
import { desk } from "../../../worker/api/desk/index.ts";
import type { Env } from "../../../worker/env.ts";
import { readDashboard } from "../../../worker/figures/dashboard.ts";
import { sha256 } from "../../../worker/hash.ts";
import { mondayOf } from "../../../worker/queue/first-contact.ts";
import {
  COPIED_COLUMNS,
  FIRST_AT,
  idOfMany,
  manyApplications,
  whatBelongsToThem,
} from "../../worker/form/many-applications.ts";
import { purge } from "../../worker/operations/purge.ts";
import { median } from "../table.ts";
import { countedEnv, newCounter } from "./counted.ts";

/** `npx node test/bench/database/million.ts`: what calls cost with 10,000 and 1,000,000 applications. Needs 4 GB. */

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

/** The dashboard of this time reads totals of 90 days with 200 kinds of applications, and 600 rows: 50 members in 12 weeks. */
const LAST_AT = new Date(FIRST_AT + 1000 * DAY_MS);
const TOTALS = [
  `insert into application_totals (day, source, status, closedFrom, outcome, isContacted, count)
    with recursive n(i) as (values(0) union all select i + 1 from n where i < 90 * 200 - 1)
    select ${Math.floor(LAST_AT.getTime() / DAY_MS)} - 1 - i / 200, '/' || (i % 10), 'contacted', i % 200 / 10, '', 1, 1 from n`,
  `insert into contact_totals (week, userId, contacted, inTime, businessMinutes, clockMinutes)
    with recursive n(i) as (values(0) union all select i + 1 from n where i < 600 - 1)
    select '${mondayOf(LAST_AT)}', i, 30, 20, '{"5":10,"60":10,"840":10}', '{"5":10,"60":10,"840":10}' from n`,
];

/** An application that retention does not delete soon. */
const SOMEBODY = 9000;

/** SQL for names: half from each pair of lists, so that nobody is called Maria Smith; three in four have a longer last name. */
const NAMES = [
  [
    "Maria Jose Juan Ana Luis Carlos Rosa Jorge Elena Pedro Marta Miguel Laura Diego Sofia Raul Lucia Mario Irene Oscar",
    "Garcia Martinez Lopez Hernandez Perez Gonzalez Rodriguez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Cruz Reyes",
  ],
  [
    "James Mary John Linda Robert David Susan Karen Mark Paul Brian Nancy Kevin Laura Jason Helen Scott Amy Ryan Emma",
    "Smith Johnson Williams Brown Jones Miller Davis Wilson Moore Taylor White Harris Clark Lewis Walker Young Allen",
  ],
].map(([firsts = "", lasts = ""]) => {
  const rare = `char(${[1, 26, 676].map((by) => `97 + i / ${by} * 17 % 26`)})`;
  return `${oneOf(firsts, 20)} || ' ' || ${oneOf(lasts, 1)} || iif(i / 2 % 4 = 1, '', ${rare})`;
});
const FULL_NAME = `iif(i % 2, ${NAMES[0]}, ${NAMES[1]})`;

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
const bindings = countedEnv(proxy.env, counter);

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
      await store([manyApplications(columns, from, to, FULL_NAME), ...whatBelongsToThem(from, to)]);
    }
    await run(posts(stored.posts + 1, size.posts));
    stored = size;
    if (found.length === 0) await store(TOTALS);
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
    "a search for an address": search(`person${SOMEBODY}@example.com`),
    "a search for a phone number": search(String(SOMEBODY).padStart(10, "0")),
    "a search for a reference": search(spokenReference(SOMEBODY)),
    "a search for two letters": search("ma"),
    "a search for common names": search("mar garcia"),
    "a search for a rare name": search("lopezq"),
    "a search for common names that nobody has": search("maria smith"),
    "the dashboard": () => readDashboard(database(bindings.DB), LAST_AT),
    "a case": get(`/api/desk/case/${idOfMany(SOMEBODY)}`),
    "a deed at the desk": () => ask(`/api/desk/case/${idOfMany(SOMEBODY)}/notes`, { text: "A note" }),
    "the arrivals": get(`/api/desk/arrivals?since=${Date.now()}`),
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
  // The first night deletes everything that was already due, such as all mails.
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

/** SQL for one of these words, the first ones more often. */
function oneOf(words: string, many: number) {
  const all = words.split(" ");
  return `json_extract('${JSON.stringify(all)}', '$[' || (i / 2 / ${many} % ${all.length}) || ']')`;
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
