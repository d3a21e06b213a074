import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Hono } from "hono";
import { getPlatformProxy } from "wrangler";
import { wranglerEnv } from "../../db/admin/local.ts";
import { shownTexts } from "../../db/model/consent/consent.ts";
import { categoryCriteria } from "../../db/model/directory/lenders.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { applications } from "../../worker/api/applications.ts";
import { desk } from "../../worker/api/desk/index.ts";
import type { Env } from "../../worker/env.ts";
import { sha256 } from "../../worker/hash.ts";
import { purge } from "../../worker/operations/retention.ts";
import { openDatabase } from "../database-file.ts";

/** One application worked to its end, over the API, and copies of it, to see what a database of many weighs. */

const TOKEN = "worked";

/** The tables with rows of an application, and which columns hold ids or hashes that each copy has for itself. */
const OWN_COLUMNS = {
  applications: ["id", "referenceHash", "idempotencyKeyHash"],
  case_events: ["applicationId"],
  appointments: ["id", "applicationId"],
  permissions: ["id", "applicationId"],
  referrals: ["id", "applicationId", "permissionId"],
  letters: ["id", "applicationId"],
  outbox: ["id", "subjectId", "messageId"],
  audit: ["subjectId"],
};
const FIRST_NAMES =
  "Maria,José,Ashley,James,Guadalupe,Michael,Jessica,David,Juan,Brittany,Carlos,Emily,Luis,Sarah,Robert,Ana";
const LAST_NAMES =
  "Garcia,Smith,Martinez,Johnson,Rodriguez,Williams,Hernandez,Brown,Lopez,Jones,Gonzalez,Davis,Perez,Miller,Nguyen,Moore";

/** A new local database in this folder with one worked application, after the nights of so many days. */
export async function workOneCase(state: string, days = 0) {
  Object.assign(process.env, wranglerEnv);
  const proxy = await getPlatformProxy<Env>({ configPath: "wrangler.toml", persist: { path: `${state}/v3` } });
  try {
    const bindings: Env = { ...proxy.env, LIMITS: "off", HASH_KEY: "bench" };
    const run = (sql: string, ...values: unknown[]) =>
      bindings.DB.prepare(sql)
        .bind(...values)
        .run();
    for (const { queries } of await readD1Migrations("migrations")) for (const sql of queries) await run(sql);
    await work(bindings, run);
    while (await purge(bindings, new Date(Date.now() + days * DAY_MS)));
  } finally {
    await proxy.dispose();
  }
  return openDatabase(state);
}

type Run = (sql: string, ...values: unknown[]) => Promise<unknown>;

async function work(bindings: Env, run: Run) {
  const app = new Hono<{ Bindings: Env }>().route("/api/applications", applications).route("/api/desk", desk);
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      "content-type": "application/json",
      "cf-connecting-ip": "2600:1700:1234:5678:90ab:cdef:1234:5678",
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
      "sec-fetch-site": "same-origin",
      "idempotency-key": randomUUID(),
      cookie: `__Host-session=${TOKEN}`,
    };
    const request = new Request(`https://site.test/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const response = await app.fetch(request, bindings, context);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  };

  const member = randomUUID();
  await run("insert into users (id, username, password, role) values (?, 'theresa', '', 'manager')", member);
  await run(
    "insert into sessions (tokenHash, userId, createdAt, lastUsedAt, verifiedAt) values (?1, ?2, ?3, ?3, ?3)",
    await sha256(TOKEN),
    member,
    Date.now(),
  );
  const recipient = { kind: "lender", recipientId: randomUUID() };
  await run(
    "insert into lenders (id, name, category, leadAddress, criteria) values (?, 'Pecan Credit Union', 'Credit unions', ?, ?)",
    recipient.recipientId,
    "applications@pecan-credit-union.example.com",
    JSON.stringify(categoryCriteria["Credit unions"]),
  );

  const now = new Date().toISOString();
  const { ref } = await ask("POST", "/applications/submit", {
    ...exampleApplication({ email: "maria.lopez1987@example.com" }),
    source: "/blog/car-loan-after-bankruptcy",
    consentRecord: { textIds: shownTexts().map(({ id }) => id), language: "en", shownAt: now, tickedAt: now },
  });
  const id = (await bindings.DB.prepare("select id from applications").first<string>("id")) ?? "";
  const act = (method: string, path: string, body?: object) => ask(method, `/desk/case/${id}${path}`, body);
  await act("GET", "");
  await act("POST", "/claim", {});
  await act("POST", "/calls", { outcome: "voicemail" });
  await act("PUT", "/next", { kind: "call", note: "Call again", at: new Date(Date.now() + DAY_MS).toISOString() });
  await ask("POST", `/applications/${ref}/appointment`, { startsAt: null });
  await act("POST", "/calls", { outcome: "reached" });
  await act("POST", "/notes", { text: "Wants a truck for work, prefers to be called in the morning." });
  await act("POST", "/permissions", recipient);
  const permission = (await bindings.DB.prepare("select id from permissions").first<string>("id")) ?? "";
  await ask("POST", `/applications/${ref}/permissions/${permission}`, { decision: "yes" });
  await act("POST", "/send", recipient);
  const referral = (await bindings.DB.prepare("select id from referrals").first<string>("id")) ?? "";
  await act("POST", `/referrals/${referral}/answer`, { answer: "approved" });
  await act("GET", "");
  await act("POST", "/status", { from: "with_lender", to: "approved", outcome: "approved_in_30_days" });
  await run("update outbox set status = 'sent', attempts = 1, sentAt = createdAt + 900, messageId = 'm-' || id");
}

/** Adds copies with these numbers: each with other ids, hashes, names, phone numbers and addresses, and all a little later. */
export function copyCases(database: DatabaseSync, from: number, to: number, everyMs: number) {
  database.exec("begin");
  const [{ cases } = { cases: 1 }] = database.prepare("select count(*) as cases from applications").all();
  for (const [table, own] of Object.entries(OWN_COLUMNS)) {
    const columns = database
      .prepare("select name, type, pk from pragma_table_info(?)")
      .all(table)
      .filter(({ type, pk }) => !(type === "INTEGER" && pk));
    const values = columns.map(({ name, type }) => copyOf(String(name), String(type), own, everyMs));
    database.exec(`with recursive n(i) as (values (${from}) union all select i + 1 from n where i < ${to})
      insert into ${table} (${columns.map(({ name }) => name)})
      select ${values} from n, (select * from ${table} order by rowid limit (select count(*) / ${cases} from ${table}))`);
  }
  database.exec("commit");
}

const spread = "(i * 2654435761 & 0xfffffffff)";

function copyOf(name: string, type: string, own: string[], everyMs: number) {
  if (own.includes(name)) {
    return `case when ${name} glob '????????-????-*'
        then substr(${name}, 1, 3) || printf('%05x-%04x', ${spread} >> 16, ${spread} & 0xffff) || substr(${name}, 14)
      when length(${name}) = 64 then printf('%09x', ${spread}) || substr(${name}, 10)
      else ${name} || '-' || i end`;
  }
  if (name === "fullName") return `${nameAt(FIRST_NAMES, "i")} || ' ' || ${nameAt(LAST_NAMES, "i / 16")}`;
  if (name === "phoneDigits") return `printf('%010d', 2000000000 + ${spread} % 8000000000)`;
  if (name === "emailFolded") return `printf('maria%09x@example.com', ${spread})`;
  if (type === "INTEGER" && /At$|^at$/.test(name)) return `iif(${name} > 1e12, ${name} + i * ${everyMs}, ${name})`;
  return name;
}

function nameAt(names: string, index: string) {
  const list = names.split(",");
  return `('${JSON.stringify(list)}' ->> ((${index}) % ${list.length}))`;
}

/** Bytes of each table with its indexes, by name. */
export function bytesOf(database: DatabaseSync): Record<string, number> {
  const rows = database
    .prepare(
      `select coalesce(tbl_name, pages.name) "table", sum(pgsize) bytes
       from dbstat pages left join sqlite_schema schema on schema.name = pages.name group by 1`,
    )
    .all();
  return Object.fromEntries(rows.map(({ table, bytes }) => [String(table), Number(bytes)]));
}
