import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Site } from "../../db/admin/d1.ts";
import {
  IMAGES,
  MANIFEST,
  type Manifest,
  manifestText,
  NIGHTS,
  type Part,
  PURGED,
  readManifest,
} from "../../db/backup.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../../worker/env.ts";
import { backUp as backUpNightly } from "../../worker/operations/backup.ts";
import { migratedState } from "../migrated.ts";
import { contentsOf, example, expectSame, put, table } from "./contents.ts";
import { type MemorySite, memorySite } from "./memory-site.ts";
import { type Row, rowsOf, type Table, tables } from "./random-rows.ts";

const STATE = migratedState();
vi.stubEnv("STATE", STATE);
const { backUp } = await import("../../db/admin/backup.ts");
const { openLocal, openPlatform, queryOf } = await import("../../db/admin/d1.ts");
const { inBucket, inFolder, restore, tryRestoring } = await import("../../db/admin/restore.ts");

const RUNS = process.env.LONG ? 30 : 1;
const SEED = Number(process.env.SEED);
const D1_STATEMENT_BYTES = 100_000;
const D1_VALUE_BYTES = 2_000_000;

const folder = mkdtempSync(join(tmpdir(), "restore-"));
const backup = join(folder, "backup");
type Bindings = Pick<Env, "DB" | "MEDIA" | "BACKUPS">;

/** The number of a row with values that are hard to write in SQL or too long for one statement. */
const HARD_ROW = 1_234_567;
const HARD: Record<string, Record<string, string | number>> = {
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
  message_replies: { text: "\0".repeat(1_900_000) },
};

vi.setConfig({ testTimeout: 60 * MINUTE_MS, hookTimeout: 5 * MINUTE_MS });
afterAll(() => {
  for (const made of [STATE, folder]) rmSync(made, { recursive: true });
});

test("every row comes back byte by byte on D1, from a night's backup and from one made by hand, and images purged since", async () => {
  for (const [run, sample] of randomRows().entries()) {
    const message = `SEED=${SEED}, run ${run}`;
    const before = await inDatabase(async (bindings) => {
      await store(bindings.DB, sample);
      return backedUpByNight(bindings, new Date(Date.UTC(2026, 10, run + 1, 8)));
    });
    const site = await openLocal();
    const newest = await inBucket(site.backups, "newest");
    const { target: nights, lost } = await restore(watched(site), newest);
    expectSame({ ...(await contentsOf(nights)), jobs: [] }, before, message);
    await expectSearchAndTriggers(nights);
    await nights.remove();
    expect(lost).toEqual(["lost.png"]);
    expect(await site.media.list("")).toEqual(["kept.png", "purged.png"]);
    expect(new TextDecoder().decode((await site.media.get("purged.png")) ?? undefined)).toBe("purged.png");
    await expect(inBucket(site.backups, `${NIGHTS}1999`)).rejects.toThrow(newest.name);

    const stored = await contentsOf(site);
    await backUp(site, backup);
    await site.query(["delete from blog_posts", "delete from applications", "delete from sqlite_sequence"]);
    const since = await contentsOf(site);
    const { target } = await restore(site, await inFolder(backup));
    expectSame(await contentsOf(target), stored, message);
    expectSame(await contentsOf(site), since, message);
    await target.close();
    await site.close();
    target.takeOver();
    const onNew = await openLocal();
    expectSame(await contentsOf(onNew), stored, message);
    await onNew.close();
  }
});

let site: MemorySite;
beforeEach(() => {
  site = memorySite();
});

test("a restore sends no mail and signs everybody out: what was owed waits for a manager, and may have gone out", async () => {
  const began = Date.now();
  await site.query([
    "insert into outbox (id, kind, subjectId, status, leasedUntil, lastError) values ('owed', 'a', '1', 'owed', 1, 'x'), ('sent', 'b', '2', 'sent', null, null), ('tried', 'c', '3', 'dead', null, 'x')",
    "insert into sessions (tokenHash, userId) values ('a token', 'a user')",
  ]);
  const { target } = await backedUpAndRestored();
  // A second run does nothing twice.
  await restore(site, await inFolder(backup));
  const [mails, sessions] = await target.query([
    `select id, status, leasedUntil, lastError, unknownOutcomes, nextAttemptAt >= ${began} as isNew from outbox order by id`,
    "select * from sessions",
  ]);
  expect(mails).toEqual([
    { id: "owed", status: "dead", leasedUntil: null, lastError: "restored", unknownOutcomes: 1, isNew: 1 },
    { id: "sent", status: "sent", leasedUntil: null, lastError: null, unknownOutcomes: 0, isNew: 0 },
    { id: "tried", status: "dead", leasedUntil: null, lastError: "x", unknownOutcomes: 1, isNew: 0 },
  ]);
  expect(sessions).toEqual([]);
});

test("a restore deletes again who was deleted after the backup was made, and keeps what they had agreed to", async () => {
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
  await backedUpAndRestored();
  // Deleted only after the rows had been restored: the same command once more.
  await site.backups.put("erased/2026-11-23T08:00:00.000Z/erased", new Uint8Array());
  await site.backups.put("erased/2026-11-23T08:00:00.000Z/it's", new Uint8Array());
  for (let time = 0; time < 2; time++) {
    const { target } = await restore(site, await inFolder(backup));
    const [applications, events, mails, kept, found] = await target.query([
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

test("demo members of a backup cannot sign in where there should be none", async () => {
  await put(site, table("users"), [
    example(table("users"), 1, { username: "demo", isDemo: 1, deactivatedAt: null }),
    example(table("users"), 2, { username: "ana", isDemo: 0, deactivatedAt: null }),
  ]);
  for (const [withDemo, staying] of [
    [true, ["ana", "demo"]],
    [false, ["ana"]],
  ] as const) {
    site.databases.clear();
    const { target } = await backedUpAndRestored({ withDemo });
    const [found] = await target.query(["select username from users where deactivatedAt is null order by username"]);
    expect(found?.map(({ username }) => username)).toEqual(staying);
  }
});

test("a restore counts mails anew, and leaves as they were the forecasts that came true, also those of archived cases", async () => {
  const outcomes = ["approved_in_30_days", "declined", "other", null];
  const applications = outcomes.map((outcome, index) =>
    example(table("applications"), index + 1, { scoresForecast: 70, outcome }),
  );
  await put(site, table("applications"), applications);
  await site.query([
    "insert into outbox (id, kind, subjectId, status) values ('1', 'a', '1', 'sent'), ('2', 'a', '2', 'sent'), ('3', 'a', '3', 'dead')",
  ]);
  // As if a mail was sent between the pages of a backup, and cases were archived before it.
  await site.query(["update mail_counts set count = 9", "update forecast_results set count = 7, approved = 6"]);
  const { target } = await backedUpAndRestored();
  const counts = await target.query([
    "select * from mail_counts where count > 0 order by status",
    "select * from forecast_results",
  ]);
  expect(counts).toEqual([
    [
      { status: "dead", count: 1 },
      { status: "sent", count: 2 },
    ],
    [{ score: 70, count: 7, approved: 6 }],
  ]);
});

test("a trial leaves nothing, not even after one that died", async () => {
  await put(site, table("users"), [example(table("users"), 1)]);
  await backUp(site, backup);
  await (await site.beside("site-trial")).query(["create table left_over (id integer)"]);
  await tryRestoring(site, await inFolder(backup));
  expect([...site.databases.keys()]).toEqual([]);
});

test("once the site runs on a restored database, the same command only deletes who was deleted meanwhile", async () => {
  await put(site, table("applications"), [example(table("applications"), 1, { id: "erased" })]);
  const { target } = await backedUpAndRestored();
  const [name = ""] = site.databases.keys();
  await target.query(["insert into sessions (tokenHash, userId) values ('a token', 'a user')"]);
  await site.backups.put("erased/2026-11-23T08:00:00.000Z/erased", new Uint8Array());
  const live = {
    ...site,
    name,
    beside: async (other: string) => ({ ...(await site.beside(other)), isLive: other === name }),
  };
  await restore(live, await inFolder(backup));
  expect([...site.databases.keys()]).toEqual([name]);
  const [applications, sessions] = await target.query(["select id from applications", "select userId from sessions"]);
  expect([applications, sessions]).toEqual([[], [{ userId: "a user" }]]);
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

describe("a backup", () => {
  let whole: Manifest;
  beforeEach(async () => {
    for (const name of ["audit", "users"]) await put(site, table(name), [example(table(name), 1)]);
    await backUp(site, backup);
    whole = await readManifest(readFileSync(join(backup, MANIFEST), "utf8"));
  });

  const changed = join(folder, "changed");
  const manifestFile = join(changed, MANIFEST);
  const lastPart = () => join(changed, whole.parts.at(-1)?.name ?? "");
  const edited = (file: string, edit: (bytes: Buffer) => Buffer) => writeFileSync(file, edit(readFileSync(file)));
  const sealed = async (change: Partial<Manifest>) =>
    writeFileSync(manifestFile, await manifestText({ ...whole, ...change }));
  const sealedPart = (change: Partial<Part>) =>
    sealed({ parts: [...whole.parts.slice(0, -1), { ...(whole.parts.at(-1) as Part), ...change }] });

  test.each<[string, () => unknown, string]>([
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
    ["with another number of rows than it says", () => sealedPart({ rows: 2 }), "rows instead of"],
    ["with other rows than it says", () => sealedPart({ last: "0" }), "did not come back as it was"],
    ["with fewer rows than it says", () => sealedPart({ last: "2" }), "did not come back as it was"],
    [
      "of another kind",
      () => writeFileSync(manifestFile, "insert into users values (1);\n"),
      "was not written by this version of the site",
    ],
    ["that is older than the code", () => sealed({ migrations: [] }), "is of another version of the site"],
    [
      "that is newer than the code",
      () => sealed({ migrations: [...whole.migrations, "9999_more.sql"] }),
      "whose last migration is 9999_more.sql",
    ],
    [
      "with other columns",
      () => sealed({ tables: { ...whole.tables, users: ["id"] } }),
      "is of another version of the site",
    ],
    [
      "that names a file outside its folder",
      () => {
        cpSync(lastPart(), join(folder, "outside.gz"));
        return sealedPart({ name: "../outside.gz" });
      },
      'names "../outside.gz", which no backup does',
    ],
    ["that names an image outside its folder", () => sealed({ images: ["../../etc/passwd"] }), "which no backup does"],
    [
      "that names a file outside the archive",
      () => sealed({ archived: ["archive/../nightly"] }),
      "which no backup does",
    ],
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
    ["whose rows end in no number", () => sealedPart({ last: "1; drop table users" }), "which no backup does"],
    ["with one part twice", () => sealed({ parts: [...whole.parts, ...whole.parts.slice(-1)] }), "did not come back"],
  ])("%s is refused with a sentence, and leaves no database", async (_, change, sentence) => {
    cpSync(backup, changed, { recursive: true });
    await change();
    await expect(inFolder(changed).then((source) => restore(site, source))).rejects.toThrow(sentence);
    expect([...site.databases.keys()]).toEqual([]);
    rmSync(changed, { recursive: true });
  });

  test("whose row the database stores in another way is refused", async () => {
    const beside: Site["beside"] = async (name) => {
      const target = await site.beside(name);
      return {
        ...target,
        query: async (statements, values) => {
          const rows = await target.query(statements, values);
          if (/^insert into "users"/.test(statements.join())) await target.query(["update users set role = 'other'"]);
          return rows;
        },
      };
    };
    await expect(restore({ ...site, beside }, await inFolder(backup))).rejects.toThrow(
      "users until row 1 did not come back",
    );
  });
});

async function backedUpAndRestored(options?: Parameters<typeof restore>[2]) {
  await backUp(site, backup);
  return restore(site, await inFolder(backup), options);
}

function randomRows() {
  return fc.sample(fc.tuple(...tables.map(rowsOf)), { numRuns: RUNS, seed: SEED });
}

/** Stores these rows and a hard one in each table. Deletes the one with the highest number, which must not be used again. */
async function store(db: D1Database, sample: Row[][]) {
  // Applications first, since triggers protect rows of existing ones.
  await db.exec(tables.map(({ name }) => `delete from "${name}"`).join("\n"));
  for (const [index, table] of tables.entries()) {
    await insert(db, table, [...(sample[index] ?? []), example(table, HARD_ROW, HARD[table.name])]);
  }
  for (const { name } of tables) {
    // A trigger keeps what happened in open cases, and a random row may be of one.
    const isFree =
      name === "case_events" ? "applicationId not in (select id from applications where not isArchived)" : "1";
    const last = `select max(rowid) from "${name}" where rowid <> ${HARD_ROW}`;
    await db.exec(`delete from "${name}" where rowid = (${last}) and ${isFree}`);
  }
}

/** Makes a night's backup step by step, with images of which one is lost and one purged since. Returns what it has. */
async function backedUpByNight({ DB, MEDIA, BACKUPS }: Bindings, now: Date) {
  const images = ["kept.png", "lost.png", "purged.png"];
  // The backup's own row keeps changing while it is made.
  await DB.exec("delete from jobs");
  for (const name of images) await MEDIA.put(name, name);
  const before = await contentsOf({ query: queryOf(DB) });
  const isMade = () => DB.prepare("select 1 from jobs where name = 'backup' and endedAt >= startedAt").first();
  while (!(await isMade())) await backUpNightly({ DB, MEDIA, BACKUPS } as Env, now);
  // As retention does it (worker/operations/retention.ts).
  await BACKUPS.put(`${PURGED}2026-11-30/purged.png`, "purged.png");
  await BACKUPS.delete([`${IMAGES}purged.png`, `${IMAGES}lost.png`]);
  await MEDIA.delete(images);
  return before;
}

/** The site, whose new databases only get statements and values that D1 takes. */
function watched(site: Site): Site {
  const beside: Site["beside"] = async (name) => {
    const target = await site.beside(name);
    return {
      ...target,
      query: (statements, values = []) => {
        expect(Math.max(...statements.map(bytes))).toBeLessThan(D1_STATEMENT_BYTES);
        expect(Math.max(0, ...values.map(bytes))).toBeLessThan(D1_VALUE_BYTES);
        return target.query(statements, values);
      },
    };
  };
  return { ...site, beside };
}

async function expectSearchAndTriggers({ query }: Pick<Site, "query">) {
  const found = await query([
    "select count(*) as n from blog_search where blog_search match 'findable'",
    "select count(*) as n from application_search where application_search match 'nñ*'",
  ]);
  expect(found).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  await expect(query(["update audit set action = 'x'"])).rejects.toThrow("never changed");
  await expect(query(["update case_events set userId = 'x'"])).rejects.toThrow("append-only");
  await expect(query(["delete from case_events"])).rejects.toThrow("append-only");
}

/** Works on the local database with bound values, which bypass the code under test, while nobody else has it open. */
async function inDatabase<T>(work: (env: Bindings) => Promise<T>) {
  const { env, dispose } = await openPlatform();
  return work(env).finally(dispose);
}

async function insert(db: D1Database, { name, columns }: Table, rows: Row[]) {
  // Triggers counted here while other tables were filled.
  if (name === "hourly_counts") await db.exec(`delete from "${name}"`);
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  const statement = db.prepare(`insert into "${name}" (${names}) values (${names.map(() => "?")})`);
  await db.batch(rows.map(({ rowid, values }) => statement.bind(rowid, ...values)));
}

function bytes(text: unknown) {
  return Buffer.byteLength(String(text));
}
