import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import { getPlatformProxy } from "wrangler";
import { wranglerEnv } from "../../db/admin/local.ts";
import { exampleCall } from "../../db/model/calls/example.ts";
import { shownTexts } from "../../db/model/consent/consent.ts";
import { categoryCriteria, LENDER_CATEGORIES } from "../../db/model/directory/lenders.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { applications } from "../../worker/api/applications.ts";
import { desk } from "../../worker/api/desk/index.ts";
import type { Env } from "../../worker/env.ts";
import { sha256 } from "../../worker/hash.ts";
import { routeApplications } from "../../worker/introductions/routing.ts";
import { openDatabase } from "../database-file.ts";
import { migratedState } from "../migrated.ts";
import { purge } from "../worker/operations/purge.ts";

/** An application worked to its end over the API, and what it weighs in a database of many. */

const TOKEN = "worked";
const EVERY_MS = 30_000;

/** The tables with rows of an application, and their columns with ids or hashes that each copy has for itself. */
const OWN_COLUMNS = {
  applications: ["id", "referenceHash", "idempotencyKeyHash"],
  name_words: [],
  case_events: ["applicationId"],
  appointments: ["id", "applicationId"],
  permissions: ["id", "applicationId"],
  referrals: ["id", "applicationId", "permissionId"],
  letters: ["id", "applicationId"],
  outbox: ["id", "subjectId", "messageId"],
  suggestions: ["applicationId"],
  audit: ["subjectId"],
};
const FIRST_NAMES =
  "Maria José Ashley James Guadalupe Michael Jessica David Juan Brittany Carlos Emily Luis Sarah Robert Ana";
const LAST_NAMES =
  "Garcia Smith Martinez Johnson Rodriguez Williams Hernandez Brown Lopez Jones Gonzalez Davis Perez Miller Nguyen Moore";
/** Numbers in no order, each once, so that indexes fill as with random ids. */
const SPREAD = "(i * 2654435761 & 0xfffffffff)";

/** Bytes in each table, with its indexes. */
export type Weight = Record<string, number>;

/**
 * Works an application in a local database of its own until a lender has approved it, lets the nights of so many days pass, and
 * weighs one of many copies.
 */
export async function weighCase({ days = 0, copies = 500 } = {}): Promise<Weight> {
  const state = migratedState();
  try {
    await workIn(state, days);
    using database = openDatabase(state);
    const before = bytesIn(database);
    copyCases(database, copies);
    const grown = Object.entries(bytesIn(database));
    return Object.fromEntries(grown.map(([table, bytes]) => [table, (bytes - (before[table] ?? 0)) / copies]));
  } finally {
    rmSync(state, { recursive: true });
  }
}

async function workIn(state: string, days: number) {
  Object.assign(process.env, wranglerEnv);
  const proxy = await getPlatformProxy<Env>({ configPath: "wrangler.toml", persist: { path: `${state}/v3` } });
  try {
    const env: Env = { ...proxy.env, LIMITS: "off", HASH_KEY: "weight" };
    const d1 = proxy.env.DB;
    await work(env, d1);
    await d1
      .prepare("update outbox set status = 'sent', attempts = 1, sentAt = createdAt, messageId = 'm-' || id")
      .run();
    if (days > 0) while (await purge(env, new Date(Date.now() + days * DAY_MS)));
  } finally {
    await proxy.dispose();
  }
}

async function work(env: Env, d1: D1Database) {
  const app = new Hono<{ Bindings: Env }>().route("/api/applications", applications).route("/api/desk", desk);
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "idempotency-key": randomUUID(),
      "cf-connecting-ip": "2600:1700:1234:5678:90ab:cdef:1234:5678",
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
      cookie: `__Host-session=${TOKEN}`,
    };
    const request = new Request(`https://site.test/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const response = await app.fetch(request, env, context);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  };
  const idIn = async (table: string) => (await d1.prepare(`select id from ${table}`).first<string>("id")) ?? "";

  const member = randomUUID();
  const bank = { kind: "lender", recipientId: randomUUID() };
  await d1.batch([
    d1.prepare("insert into users (id, username, password, role) values (?, 'theresa', '', 'manager')").bind(member),
    d1
      .prepare(
        "insert into sessions (tokenHash, userId, createdAt, lastUsedAt, verifiedAt) values (?1, ?2, ?3, ?3, ?3)",
      )
      .bind(await sha256(TOKEN), member, Date.now()),
    d1
      .prepare(
        "insert into lenders (id, name, category, leadAddress, criteria) values (?, 'Pecan Credit Union', 'Credit unions', ?, ?)",
      )
      .bind(bank.recipientId, "leads@pecan.example.com", JSON.stringify(categoryCriteria["Credit unions"])),
    ...LENDER_CATEGORIES.flatMap((category) =>
      Array.from({ length: 12 }, () =>
        d1
          .prepare("insert into lenders (id, name, category, leadAddress, criteria) values (?, 'A lender', ?, '', ?)")
          .bind(randomUUID(), category, JSON.stringify(categoryCriteria[category])),
      ),
    ),
  ]);

  const now = new Date().toISOString();
  const { ref } = await ask("POST", "/applications/submit", {
    ...exampleApplication({ email: "maria.lopez1987@example.com" }),
    source: "/blog/car-loan-after-bankruptcy",
    consentRecord: { textIds: shownTexts().map(({ id }) => id), language: "en", shownAt: now, tickedAt: now },
  });
  await routeApplications(env);
  const id = await idIn("applications");
  const act = (method: string, path: string, body?: object) => ask(method, `/desk/case/${id}${path}`, body);
  await ask("GET", `/applications/${ref}/guidance`);
  await ask("GET", "/desk/queue");
  await act("GET", "");
  await act("POST", "/claim", {});
  await act("POST", "/calls", exampleCall("voicemail"));
  await act("PUT", "/next", { kind: "other", note: "Ask again", at: new Date(Date.now() + DAY_MS).toISOString() });
  await ask("POST", `/applications/${ref}/appointment`, { startsAt: null });
  await act("POST", "/calls", exampleCall("reached"));
  await act("POST", "/notes", { text: "Wants a truck for work, prefers to be called in the morning." });
  await act("GET", "/recipients");
  await act("POST", "/permissions", bank);
  await ask("GET", `/applications/${ref}/guidance`);
  await ask("POST", `/applications/${ref}/permissions/${await idIn("permissions")}`, { decision: "yes" });
  await act("POST", "/send", bank);
  await act("POST", `/referrals/${await idIn("referrals")}/answer`, { answer: "approved" });
  await act("GET", "");
  await act("POST", "/status", { from: "with_lender", to: "approved", outcome: "approved_in_30_days" });
  await ask("GET", `/applications/${ref}/guidance`);
}

/** Adds copies of the one application, each with other ids, hashes, names, phone numbers and addresses, and all a little later. */
function copyCases(database: DatabaseSync, copies: number) {
  database.exec("pragma cache_size = -1000000");
  database.exec("begin");
  for (const [table, own] of Object.entries(OWN_COLUMNS)) {
    const columns = database
      .prepare("select name, type from pragma_table_info(?) where not (type = 'INTEGER' and pk = 1)")
      .all(table)
      .map(({ name, type }) => ({ name: String(name), isNumber: type === "INTEGER" }));
    const values = columns.map(({ name, isNumber }) => copyOf(name, isNumber, own));
    database.exec(`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${copies})
      insert into ${table} (${columns.map(({ name }) => name)})
      select ${values} from n, (select * from ${table} order by rowid limit (select count(*) from ${table}))`);
  }
  database.exec("commit");
}

function copyOf(name: string, isNumber: boolean, own: string[]) {
  if (own.includes(name)) {
    return `case when ${name} glob '????????-????-*'
        then substr(${name}, 1, 3) || printf('%05x-%04x', ${SPREAD} >> 16, ${SPREAD} & 0xffff) || substr(${name}, 14)
      when length(${name}) = 64 then printf('%09x', ${SPREAD}) || substr(${name}, 10)
      else ${name} || '-' || i end`;
  }
  if (name === "number") return `${name} + i`;
  if (name === "fullName") return `${oneOf(FIRST_NAMES, "i")} || ' ' || ${oneOf(LAST_NAMES, "i / 16")}`;
  if (name === "phoneDigits") return `iif(${name} = '', '', printf('%010d', 2000000000 + ${SPREAD} % 8000000000))`;
  if (name === "emailFolded") return `iif(${name} = '', '', printf('maria%09x@example.com', ${SPREAD}))`;
  return isNumber && /At$|^at$/.test(name) ? `iif(${name} > 1e12, ${name} + i * ${EVERY_MS}, ${name})` : name;
}

function oneOf(names: string, number: string) {
  const list = names.split(" ");
  return `('${JSON.stringify(list)}' ->> (${number} % ${list.length}))`;
}

function bytesIn(database: DatabaseSync): Record<string, number> {
  const rows = database
    .prepare(
      `select coalesce(tbl_name, pages.name) "table", sum(pgsize) bytes
       from dbstat pages left join sqlite_schema schema on schema.name = pages.name group by 1`,
    )
    .all();
  return Object.fromEntries(rows.map(({ table, bytes }) => [String(table), Number(bytes)]));
}
