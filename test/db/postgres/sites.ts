import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Hono } from "hono";
import { HonoRequest } from "hono/request";
import { getPlatformProxy } from "wrangler";
import { wranglerEnv } from "../../../db/admin/local.ts";
import { noteOf } from "../../../db/admin/migrations.ts";
import type { Query } from "../../../db/backup.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { applications } from "../../../worker/api/applications.ts";
import { desk } from "../../../worker/api/desk/index.ts";
import type { Caller } from "../../../worker/case/act.ts";
import type { Env } from "../../../worker/env.ts";
import { sha256 } from "../../../worker/hash.ts";
import { COPIED_COLUMNS, manyApplications, whatBelongsToThem } from "../../worker/form/many-applications.ts";

/** The site on D1, which Postgres is compared with, and what both stores are asked by. */

const STEP = 10_000;
const IP = "192.0.2.1";
/** Members, whose ids are also the tokens of their sessions. */
export const dana = { id: "dana", username: "dana", role: "specialist" } as const;
export const noor = { id: "noor", username: "noor", role: "specialist" } as const;

const app = new Hono<{ Bindings: Env }>().route("/api/applications", applications).route("/api/desk", desk);
const executionCtx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

/** An empty site in a new folder, without limits. */
export async function openSite() {
  const state = mkdtempSync(join(tmpdir(), "site-on-d1-"));
  Object.assign(process.env, wranglerEnv);
  const proxy = await getPlatformProxy<Env>({ configPath: "wrangler.toml", persist: { path: `${state}/v3` } });
  const env: Env = { ...proxy.env, LIMITS: "off", HASH_KEY: "test" };
  const query: Query = async (statements) => {
    // Node first has to notice that its idle connection was closed.
    await setTimeout(10);
    return (await env.DB.batch<Record<string, unknown>>(statements.map((sql) => env.DB.prepare(sql)))).map(
      ({ results }) => results,
    );
  };
  await query(["create table d1_migrations (id integer primary key, name text)"]);
  for (const { name, queries } of await readD1Migrations("migrations"))
    for (const sql of [...queries, noteOf(name)]) await query([sql]);
  return {
    env,
    query,
    /** The parsed answer to a request of this member, or of an applicant. */
    ask: (path: string, body?: object, member = "") => ask(env, path, body, member),
    submit: (changes: object) => ask(env, "/api/applications/submit", exampleApplication(changes), ""),
    /** Who asks the second store. */
    caller: (from = IP, limits: Env["LIMITS"] = "off") => callerOf({ ...env, LIMITS: limits }, from),
    close: async () => {
      await proxy.dispose();
      rmSync(state, { recursive: true });
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;

async function ask(env: Env, path: string, body: object | undefined, member: string) {
  const request = new Request(`https://site.test${path}`, {
    headers: { "content-type": "application/json", "cf-connecting-ip": IP, cookie: `__Host-session=${member}` },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, env, executionCtx);
  return (await response.json()) as Record<string, string>;
}

function callerOf(env: Env, from: string): Caller {
  const request = new Request("https://site.test/", { headers: { "cf-connecting-ip": from } });
  return { env, req: new HonoRequest(request), executionCtx } as Caller;
}

/** Fills it with so many applications, in which everything varies that the queue can be narrowed by. */
export async function fill({ query, submit }: Site, count: number, now: number) {
  for (const { id, role } of [dana, noor])
    await query([
      `insert into users (id, username, password, role) values ('${id}', '${id}', '', '${role}')`,
      `insert into sessions (tokenHash, userId, createdAt, lastUsedAt, verifiedAt)
        values ('${await sha256(id)}', '${id}', ${now}, ${now}, ${now})`,
    ]);
  await submit({});
  const [[columns] = []] = await query([COPIED_COLUMNS]);
  for (let from = 1; from <= count; from += STEP) {
    const to = Math.min(from + STEP - 1, count);
    await query([manyApplications(String(columns?.names), from, to), ...whatBelongsToThem(from, to)]);
  }
  await query([
    `update applications set
      status = case number % 11 when 1 then 'contacted' when 2 then 'with_lender' when 3 then 'duplicate' else status end,
      outcome = case number % 11 when 1 then null when 2 then null when 3 then 'undecided' else outcome end,
      ownerId = case number % 4 when 0 then 'dana' when 1 then null else ownerId end,
      metro = iif(number % 9 = 0, null, metro),
      city = case number % 6 when 0 then 'San Marcos' when 1 then ' san ygnacio' when 2 then 'PEÑITAS' else city end,
      nextAt = iif(number % 3 = 0, null, number % 17),
      queueAt = iif(number % 3 = 0, dueAt, number % 17),
      dueAt = iif(number % 5 = 0, ${now + 60_000}, dueAt),
      firstContactAt = iif(number % 8 = 0, 1, null),
      contactStoppedAt = iif(number % 16 = 7, 1, null),
      scoresForecast = iif(number % 13 = 0, null, scoresForecast)`,
    `update appointments set startsAt = ${now + 60_000} + rowid, place = 0 where rowid % 7 = 1`,
  ]);
}

/** Open cases that nobody owns and nobody stopped, so many, each of another person. */
export async function openCases({ query }: Site, count: number) {
  const [rows = []] = await query([
    `select id from applications where outcome is null and contactStoppedAt is null and ownerId is null
      and status = 'submitted' and id like '%-0000' order by number limit ${count}`,
  ]);
  return rows.map(({ id }) => String(id));
}
