import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getPlatformProxy } from "wrangler";
import type { D1, Site } from "../../db/admin/d1.ts";
import {
  IMAGES,
  MANIFEST,
  type Manifest,
  manifestText,
  NIGHTS,
  type Part,
  PURGED,
  readManifest,
  tablesOf,
} from "../../db/backup.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../../worker/env.ts";
import { backUp as backUpNightly } from "../../worker/operations/backup.ts";
import { type Row, rowsOf, type Table, tables } from "./random-rows.ts";

const STATE = mkdtempSync(join(tmpdir(), "backed-up-"));
vi.stubEnv("STATE", STATE);
const { backUp } = await import("../../db/admin/backup.ts");
const { openLocal, openScratch } = await import("../../db/admin/d1.ts");
const { migrateLocally } = await import("../../db/admin/local.ts");
const { inBucket, inFolder, restore, restoreImages, tryRestoring } = await import("../../db/admin/restore.ts");

const RUNS = process.env.LONG ? 30 : 1;
const SEED = Number(process.env.SEED);
const D1_STATEMENT_BYTES = 100_000;
/** A page has up to two million bytes, and one more row. */
const ANSWER_BYTES = 2_500_000;

/** Tables that a restore empties or counts again. Only a trial restores them as they were. */
const MADE_ANEW = ["sessions", "mail_counts", "forecast_results"];

const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
type Contents = Record<string, unknown[]>;

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const backup = join(folder, "backup");

vi.setConfig({ testTimeout: 60 * MINUTE_MS, hookTimeout: 5 * MINUTE_MS });
beforeAll(() => migrateLocally());
afterAll(() => {
  for (const made of [STATE, folder]) rmSync(made, { recursive: true });
});

test("a backup takes every table of the schema with all its columns, and none of those of a search index", async () => {
  const found = await onSite(({ query }) => tablesOf(query));
  expect(found.tables).toEqual(
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
  );
  expect(found.indexes).toEqual(["application_search", "blog_search"]);
});

test("every row of every table comes back byte by byte", async () => {
  for (const [run, sample] of randomRows().entries()) {
    await inDatabase(({ DB }) => store(DB, sample));
    await onSite(async (site) => {
      const before = await contentsOf(site);
      await backUp(site, backup);
      await site.run(["delete from blog_posts", "delete from applications", "delete from sqlite_sequence"]);
      await restore(site, inFolder(backup), { replace: true });
      expectSame(await contentsOf(site), before, `SEED=${SEED}, run ${run}`);
      await tryRestoring(inFolder(backup));
    });
  }
});

test("a night's backup, made step by step, brings back every row byte for byte, and images purged since", async () => {
  for (const [run, sample] of randomRows().entries()) {
    let before: Contents = {};
    const images = ["kept.png", "lost.png", "purged.png"];
    await inDatabase(async ({ DB, MEDIA, BACKUPS }) => {
      await store(DB, sample);
      // The backup's own row keeps changing while it is made.
      await DB.exec("delete from jobs");
      for (const name of images) await MEDIA.put(name, name);
      before = await contents(async (sql) => (await DB.prepare(sql).all()).results);
      const success = () =>
        DB.prepare("select detail from jobs where name = 'backup' and endedAt >= startedAt").first("detail");
      const now = new Date(Date.UTC(2026, 10, run + 1, 8));
      while (!(await success())) await backUpNightly({ DB, MEDIA, BACKUPS } as Env, now, 1);
      // As retention does it (worker/operations/retention.ts).
      await BACKUPS.put(`${PURGED}2026-11-30/purged.png`, "purged.png");
      await BACKUPS.delete([`${IMAGES}purged.png`, `${IMAGES}lost.png`]);
      await MEDIA.delete(images);
    });
    await onMigratedSite(async (site) => {
      await site.run(["delete from blog_posts", "delete from applications", "delete from sqlite_sequence"]);
      const source = await inBucket(site.backups, "newest");
      const manifest = await restore(site, source, { replace: true });
      expectSame({ ...(await contentsOf(site)), jobs: [] }, before, `SEED=${SEED}, run ${run}`);
      expect(await restoreImages(site.media, source, manifest)).toEqual(["lost.png"]);
      expect(await site.media.list("")).toEqual(["kept.png", "purged.png"]);
      expect(new TextDecoder().decode((await site.media.get("purged.png")) ?? undefined)).toBe("purged.png");
      await tryRestoring(source);
      await expect(inBucket(site.backups, `${NIGHTS}1999`)).rejects.toThrow(source.name);
    });
  }
});

test("more rows than a page has, and longer ones than an answer holds, are asked for page by page", async () => {
  await inScratch(async (site) => {
    await site.run([
      `${numbers(4001)} insert into counters (name, count, max, endsAt) select 'counter ' || n, 1, 1, 1 from numbers`,
      `${numbers(101)} insert into message_replies (id, messageId, userId, text) select n, n, n, replace(hex(zeroblob(20000)), '00', '🚗') from numbers`,
    ]);
    const before = await contentsOf(site);
    const answers: number[] = [];
    const query: D1["query"] = async (statements) => {
      const answer = await site.query(statements);
      answers.push(Buffer.byteLength(JSON.stringify(answer)));
      return answer;
    };
    expect((await backUp({ ...site, query }, backup)).rows).toBe(101 + 4001);
    expect(Math.max(...answers)).toBeLessThan(ANSWER_BYTES);
    expect(readdirSync(backup).filter((name) => name.endsWith(".gz")).length).toBeGreaterThan(5);
    await restore(site, inFolder(backup), { replace: true });
    expectSame(await contentsOf(site), before);
  });
});

test("a restore sends no mail and signs everybody out: what was owed waits for a manager, and may have gone out", async () => {
  const began = Date.now();
  await inScratch(async (site) => {
    await site.run([
      "insert into outbox (id, kind, subjectId, status, leasedUntil, lastError) values ('owed', 'a', '1', 'owed', 1, 'x'), ('sent', 'b', '2', 'sent', null, null), ('tried', 'c', '3', 'dead', null, 'x')",
      "insert into sessions (tokenHash, userId) values ('a token', 'a user')",
    ]);
    await backUp(site, backup);
    await restore(site, inFolder(backup), { replace: true });
    const [mails, sessions] = await site.query([
      `select id, status, leasedUntil, lastError, unknownOutcomes, nextAttemptAt >= ${began} as isNew from outbox order by id`,
      "select * from sessions",
    ]);
    expect(mails).toEqual([
      { id: "owed", status: "dead", leasedUntil: null, lastError: "restored", unknownOutcomes: 1, isNew: 1 },
      { id: "sent", status: "sent", leasedUntil: null, lastError: null, unknownOutcomes: 0, isNew: 0 },
      { id: "tried", status: "dead", leasedUntil: null, lastError: "x", unknownOutcomes: 1, isNew: 0 },
    ]);
    expect(sessions).toEqual([]);
    await tryRestoring(inFolder(backup));
  });
});

test("a restore deletes again who was deleted after the backup was made, and keeps what they had agreed to", async () => {
  const table = (name: string) => tables.find((each) => each.name === name) as Table;
  await inScratch(async (site) => {
    const event = (kind: string) => JSON.stringify({ kind, grounds: { ground: "asked", reason: "private" } });
    await put(site, table("applications"), [
      example(table("applications"), 1, { id: "erased", email: "maria@example.com", mergedInto: null }),
      example(table("applications"), 2, { id: "stays", mergedInto: null }),
    ]);
    await put(site, table("case_events"), [
      example(table("case_events"), 1, { applicationId: "erased", event: event("contactStopped") }),
      example(table("case_events"), 2, { applicationId: "erased", event: event("note") }),
      example(table("case_events"), 3, { applicationId: "stays", event: event("note") }),
    ]);
    await put(site, table("outbox"), [
      example(table("outbox"), 1, { subjectId: "erased", status: "sent" }),
      example(table("outbox"), 2, { subjectId: "stays", status: "sent" }),
    ]);
    await backUp(site, backup);
    const erased = ["erased/2026-11-23T08:00:00.000Z/erased", "erased/2026-11-23T08:00:00.000Z/it's"];
    for (let time = 0; time < 2; time++) {
      await restore(site, inFolder(backup), { replace: true, erased });
      const [applications, events, mails, kept, found] = await site.query([
        "select id from applications",
        "select applicationId from case_events",
        "select subjectId from outbox",
        "select applicationId, email, deletedAt, events from kept_consents",
        "select count(*) as n from application_search where application_search match 'fullName'",
      ]);
      expect([applications, events, mails]).toEqual([
        [{ id: "stays" }],
        [{ applicationId: "stays" }],
        [{ subjectId: "stays" }],
      ]);
      expect(kept).toMatchObject([
        { applicationId: "erased", email: "maria@example.com", deletedAt: Date.UTC(2026, 10, 23, 8) },
      ]);
      expect(String(kept?.[0]?.events)).toContain("contactStopped");
      expect(String(kept?.[0]?.events)).not.toContain("private");
      expect(found).toEqual([{ n: 1 }]);
    }
  });
});

test("demo members of a backup cannot sign in where there should be none", async () => {
  const users = tables.find(({ name }) => name === "users") as Table;
  await inScratch(async (site) => {
    await put(site, users, [
      example(users, 1, { username: "demo", isDemo: 1, deactivatedAt: null }),
      example(users, 2, { username: "ana", isDemo: 0, deactivatedAt: null }),
    ]);
    await backUp(site, backup);
    const staying = async () => (await site.query(["select username from users where deactivatedAt is null"]))[0];
    await restore(site, inFolder(backup), { replace: true });
    expect(await staying()).toHaveLength(2);
    await restore(site, inFolder(backup), { replace: true, withDemo: false });
    expect(await staying()).toEqual([{ username: "ana" }]);
  });
});

test("a refused restore says why in a sentence and nothing else", () => {
  const { status, stderr } = spawnSync(process.execPath, ["db/admin/restore.ts", join(folder, "nothing")], {
    encoding: "utf8",
    env: { ...process.env, STATE },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("is missing: this is not a backup");
  expect(stderr).not.toMatch(/^ +at /m);
});

test("a restore counts anew what triggers count, as they do", async () => {
  const outcomes = ["approved_in_30_days", "approved_in_30_days", "declined", "approved_later", "other", null];
  const table = tables.find(({ name }) => name === "applications") as Table;
  await inScratch(async (site) => {
    const rows = [70, 80, null].flatMap((score) => outcomes.map((outcome) => ({ score, outcome })));
    await put(
      site,
      table,
      rows.map(({ score, outcome }, index) => example(table, index + 1, { scoresForecast: score, outcome })),
    );
    await site.run([
      "insert into outbox (id, kind, subjectId, status) values ('1', 'a', '1', 'sent'), ('2', 'a', '2', 'sent'), ('3', 'a', '3', 'dead')",
    ]);
    const counts = () =>
      site.query([
        "select * from mail_counts where count > 0 order by status",
        "select * from forecast_results where count > 0 order by score",
      ]);
    const counted = await counts();
    expect(counted.map((rows) => rows.length)).toEqual([2, 2]);
    // As if a mail was sent, or an outcome noted, between the pages of a backup.
    await site.run(["update mail_counts set count = count + 1", "update forecast_results set count = 9, approved = 0"]);
    await backUp(site, backup);
    await restore(site, inFolder(backup), { replace: true });
    expect(await counts()).toEqual(counted);
    await tryRestoring(inFolder(backup));
  });
});

describe("with rows that are hard to write in SQL", () => {
  let d1: Site;
  let before: Contents;
  let whole: Manifest;
  beforeAll(async () => {
    await inDatabase(({ DB }) => fillWithExamples(DB));
    d1 = { ...(await openLocal()), migrate: async () => undefined };
    before = await contentsOf(d1);
    await backUp(d1, backup);
    whole = await readManifest(readFileSync(join(backup, MANIFEST), "utf8"));
  });
  afterAll(() => d1.close());

  test("a long note, entry, key and a post with NUL are sent in statements that D1 takes, all in one text that SQLite takes", async () => {
    const sent: string[] = [];
    const run: D1["run"] = async (statements) => {
      for await (const statement of statements) sent.push(statement);
      await d1.run(sent);
    };
    await restore({ ...d1, run }, inFolder(backup), { replace: true });
    for (const statement of sent) expect(Buffer.byteLength(statement)).toBeLessThan(D1_STATEMENT_BYTES);
    expect(sent.join()).not.toContain("\0");

    const elsewhere = new DatabaseSync(":memory:");
    elsewhere.exec(migrations.map((name) => readFileSync(join("migrations", name), "utf8")).join("\n"));
    elsewhere.exec(["begin;", ...sent, "commit;"].join("\n"));
    const restored = await contents(async (sql) => elsewhere.prepare(sql).all());
    expectSame(JSON.parse(JSON.stringify(restored)), before);
    expectSame(await contentsOf(d1), before);
  });

  test("what was restored is found by search, and what nobody may change cannot be changed", async () => {
    // A damaged index must not prevent the restore.
    await d1.run(["insert into blog_search(blog_search) values ('delete-all')"]);
    await restore(d1, inFolder(backup), { replace: true });
    const found = await d1.query([
      "select count(*) as n from blog_search where blog_search match 'findable'",
      "select count(*) as n from application_search where application_search match 'case'",
    ]);
    expect(found).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    await expect(d1.run(["update audit set action = 'x'"])).rejects.toThrow("never changed");
    await expect(d1.run(["update case_events set userId = 'x'"])).rejects.toThrow("append-only");
    await expect(d1.run(["delete from case_events"])).rejects.toThrow("append-only");
  });

  test("a backup that fails leaves the one before it and nothing half written; only its owner may read it", async () => {
    const query: D1["query"] = async (statements) => {
      if (/from "users"/.test(statements.join())) throw new Error("gone");
      return d1.query(statements);
    };
    await expect(backUp({ ...d1, query }, backup)).rejects.toThrow("gone");
    expect(await readManifest(readFileSync(join(backup, MANIFEST), "utf8"))).toEqual(whole);
    expect(readdirSync(folder)).toEqual(["backup"]);
    // On Windows, a folder has the rights of its parent.
    if (process.platform === "win32") return;
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
  });

  test("what is there already is deleted only when that was asked for", async () => {
    await expect(restore(d1, inFolder(backup))).rejects.toThrow("--replace");
  });

  const changed = join(folder, "changed");
  const manifestFile = join(changed, MANIFEST);
  const lastPart = () => join(changed, whole.parts.at(-1)?.name ?? "");
  const edited = (file: string, edit: (bytes: Buffer) => Buffer) => writeFileSync(file, edit(readFileSync(file)));
  const sealed = async (change: Partial<Manifest>) =>
    writeFileSync(manifestFile, await manifestText({ ...whole, ...change }));

  const refused: [string, () => unknown, string][] = [
    ["without its end", () => edited(manifestFile, (bytes) => bytes.subarray(0, -80)), "is cut off"],
    ["that never ended", () => rmSync(manifestFile), `${MANIFEST} is missing`],
    [
      "of which a letter has changed",
      () => edited(manifestFile, (bytes) => Buffer.from(String(bytes).replace("users", "usres"))),
      `${MANIFEST} is damaged`,
    ],
    ["of which a part is damaged", () => edited(lastPart(), (bytes) => bytes.fill(7, 30, 31)), "is damaged"],
    ["of which a part is cut off", () => edited(lastPart(), (bytes) => bytes.subarray(0, -5)), "is damaged"],
    ["of which a part is gone", () => rmSync(lastPart()), "is missing"],
    [
      "with another number of rows than it says",
      () => sealed({ parts: whole.parts.map((part) => ({ ...part, rows: part.rows + 1 })) }),
      "rows instead of",
    ],
    [
      "of another kind",
      () => writeFileSync(manifestFile, "insert into users values (1);\n"),
      "was not written by this version of the site",
    ],
    [
      "that is older than the database's schema",
      () => sealed({ migrations: [] }),
      `is older than ${migrations.join(", ")}`,
    ],
    [
      "that is newer than the code",
      () => sealed({ migrations: [...whole.migrations, "9999_more.sql"] }),
      "is from a newer version of the site, which has 9999_more.sql",
    ],
    [
      "with other columns",
      () => sealed({ tables: { ...whole.tables, users: ["id"] } }),
      "have other columns than the database",
    ],
    [
      "that names a file outside its folder",
      () => {
        cpSync(lastPart(), join(folder, "outside.gz"));
        return sealed({
          parts: [...whole.parts.slice(0, -1), { ...(whole.parts.at(-1) as Part), name: "../outside.gz" }],
        });
      },
      'names "../outside.gz", which no backup does',
    ],
    ["that names an image outside its folder", () => sealed({ images: ["../../etc/passwd"] }), "which no backup does"],
    [
      "that names a table which is none",
      () => sealed({ counters: { "users'; drop table users; --": "1" } }),
      "which no backup does",
    ],
    [
      "that counts in what is no number",
      () => sealed({ counters: { audit: "1' as integer)); drop table users; --" } }),
      "which no backup does",
    ],
    [
      "with one row twice",
      () => sealed({ parts: [...whole.parts, ...whole.parts.slice(-1)] }),
      "UNIQUE constraint failed",
    ],
  ];
  test("a backup that is damaged, cut off, forged or of another schema is refused with a sentence, and nothing is changed by it", async () => {
    // A refused backup must not bring this back.
    await d1.run(["update applications set city = 'here since'"]);
    const since = await contentsOf(d1);
    for (const [kind, change, sentence] of refused) {
      cpSync(backup, changed, { recursive: true });
      await change();
      await expect(restore(d1, inFolder(changed), { replace: true }), kind).rejects.toThrow(sentence);
      rmSync(changed, { recursive: true });
    }
    expectSame(await contentsOf(d1), since);
  });
});

function randomRows() {
  return fc.sample(fc.tuple(...tables.map(rowsOf)), { numRuns: RUNS, seed: SEED });
}

/** Stores these rows. Deletes the one with the highest number, which must not be used again. */
async function store(db: D1Database, sample: Row[][]) {
  await empty(db);
  for (const [index, table] of tables.entries()) await insert(db, table, sample[index] ?? []);
  for (const { name } of tables) {
    await db.exec(`delete from "${name}" where rowid = (select max(rowid) from "${name}")`);
  }
}

/** A new plain SQLite database without images, for tests where D1's own ways do not matter. */
async function inScratch<T>(work: (site: D1 & Pick<Site, "media">) => Promise<T>) {
  const d1 = openScratch(":memory:");
  await d1.migrate();
  const media = { list: async () => [], get: async () => null, put: async () => undefined };
  return work({ ...d1, media, migrate: async () => undefined }).finally(() => d1.close());
}

/** Like `insert`, for values that are easy to write. */
function put(d1: D1, { name, columns }: Table, rows: Row[]) {
  const written = (value: Row["values"][number]) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  return d1.run(
    rows.map(({ rowid, values }) => `insert into "${name}" (${names}) values (${[rowid, ...values].map(written)})`),
  );
}

/** Only one process at a time may open the database, so these run one after another. */
async function onSite<T>(work: (site: Site) => Promise<T>) {
  const site = await openLocal();
  return work(site).finally(() => site.close());
}

/** Like `onSite`, without the slow search for migrations. */
function onMigratedSite<T>(work: (site: Site) => Promise<T>) {
  return onSite((site) => work({ ...site, migrate: async () => undefined }));
}

/** The same database with bound values, which bypass the code under test. */
async function inDatabase<T>(work: (env: Pick<Env, "DB" | "MEDIA" | "BACKUPS">) => Promise<T>) {
  const proxy = await getPlatformProxy<Pick<Env, "DB" | "MEDIA" | "BACKUPS">>({
    configPath: "wrangler.toml",
    persist: { path: `${STATE}/v3` },
  });
  return work(proxy.env).finally(() => proxy.dispose());
}

/** Says where two contents differ, in few words. Ignores tables that a restore fills again. */
function expectSame(after: Contents, before: Contents, message = "") {
  const compared = Object.keys(before).filter((name) => !MADE_ANEW.includes(name));
  const different = compared.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  expect(different, message).toEqual([]);
}

function contentsOf(d1: D1) {
  return contents(async (sql) => (await d1.query([sql])).flat());
}

/** Everything in the database with the type of each value: texts as bytes, integers as digits. */
async function contents(query: (sql: string) => Promise<unknown[]>) {
  const stored: Contents = {};
  for (const { name, columns } of tables) {
    const exact = columns.map(({ name }) => `${exactly(`"${name}"`)} as "${name}"`);
    stored[name] = await query(
      `select format('%d', rowid) as "rowid", ${exact.join(", ")} from "${name}" order by "${name}".rowid`,
    );
  }
  stored.counters_of_rows = await query(
    `select name, ${exactly("seq")} as seq from sqlite_sequence where name not like 'd1%' order by name`,
  );
  stored.triggers = await query("select name, sql from sqlite_master where type = 'trigger' order by name");
  return stored;
}

function exactly(value: string) {
  return `typeof(${value}) || ' ' || iif(typeof(${value}) = 'real', format('%!.17g', ${value}), hex(${value}))`;
}

/** Applications first, since triggers protect rows of existing ones. */
async function empty(db: D1Database) {
  for (const { name } of tables) await db.exec(`delete from "${name}"`);
}

async function insert(db: D1Database, { name, columns }: Table, rows: Row[]) {
  if (rows.length === 0) return;
  // Triggers counted here while other tables were filled.
  if (name === "hourly_counts") await db.exec(`delete from "${name}"`);
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  const statement = db.prepare(`insert into "${name}" (${names}) values (${names.map(() => "?")})`);
  await db.batch(rows.map(({ rowid, values }) => statement.bind(rowid, ...values)));
}

/** A row in each table, some with values that are hard to write in SQL. */
async function fillWithExamples(db: D1Database) {
  await empty(db);
  const hard: Record<string, Record<string, string | number>> = {
    applications: {
      id: "the case",
      fullName: "ñ".repeat(50_000),
      city: "'".repeat(50_000),
      emailFolded: "\0".repeat(50_000),
      isArchived: 0,
    },
    audit: { subjectId: "x".repeat(8000) },
    blog_posts: { content: "before\0after 🚗", title: "🚗".repeat(25_000) },
    case_events: { applicationId: "the case", event: JSON.stringify({ kind: "note", text: "a note ".repeat(300) }) },
    counters: { name: "k".repeat(60_000) },
  };
  for (const table of tables) await insert(db, table, [example(table, 1, hard[table.name])]);
}

function example({ columns }: Table, number: number, values: Record<string, Row["values"][number]> = {}): Row {
  const plain = (column: Table["columns"][number]) =>
    column.getSQLType() === "integer" ? number : `findable ${column.name} ${number}`;
  return {
    rowid: number,
    values: columns.map((column) => (column.name in values ? (values[column.name] ?? null) : plain(column))),
  };
}

function numbers(count: number) {
  return `with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < ${count})`;
}
