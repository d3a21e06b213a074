import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { openDatabase } from "../database-file.ts";
import { migratedState } from "../migrated.ts";

vi.setConfig({ testTimeout: 120_000 });

/** A site with its database in `.wrangler/state`, and an empty database to load. */
const site = realpathSync(mkdtempSync(join(tmpdir(), "exported-")));
const state = join(site, ".wrangler/state");
const loaded = join(site, "loaded");
afterAll(() => rmSync(site, { recursive: true }));

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: site, env: wranglerEnv, encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

function contentsOf(database: DatabaseSync) {
  const made = database
    .prepare("select type, name, sql from sqlite_master where name not glob '_cf_*' order by name")
    .all();
  const tables = made.filter(({ type }) => type === "table").map(({ name }) => String(name));
  return {
    made,
    rows: Object.fromEntries(tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()])),
  };
}

test("an export makes the same database anew", () => {
  cpSync(migratedState(), state, { recursive: true });
  for (const name of ["wrangler.toml", "migrations", "db", "node_modules"])
    symlinkSync(resolve(name), join(site, name));
  run(resolve("worker/run/prepare.ts"));
  const own = openDatabase(state);
  const addPost = own.prepare(
    "insert into blog_posts (id, title, slug, content, searchText) values (?1, ?1, ?1, ?1, '')",
  );
  for (const text of ['It\'s; -- "odd"\n\nñ 🚗\r\n', "C:\\new\\n", ""]) addPost.run(text);
  own.exec("delete from applications where number = 1");
  own.exec(`insert into case_events (applicationId, event, version) select id, '{"kind":"note","text":"It''s\\n"}', 1 from applications;
    insert into audit (userId, username, action, isAllowed) values ('u', 'max', 'manageMembers', 1);
    insert into outbox (id, kind, subjectId) values ('a', 'confirmation', 'b')`);
  const before = contentsOf(own);
  own.close();

  run(resolve("db/admin/export.ts"), "all.sql");
  expect(statSync(join(site, "all.sql")).mode & 0o777).toBe(0o600);
  run(wrangler, "d1", "execute", "DB", "--local", "--persist-to", loaded, "--file", "all.sql");
  expect(contentsOf(openDatabase(loaded))).toEqual(before);
  expect(Object.keys(before.rows).filter((name) => before.rows[name]?.length)).toEqual(
    expect.arrayContaining([
      "applications",
      "audit",
      "blog_posts",
      "case_events",
      "d1_migrations",
      "outbox",
      "sqlite_sequence",
      "users",
    ]),
  );
});
