import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";

/** An unusable local database stays as it is, and a sentence says so. The tests build on each other. */

const TOLD =
  /^The local database in .wrangler\/state is damaged or cannot .* It is as it was before\. Move that folder away/m;
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "bluebonnet-"));
  for (const part of ["db", "migrations", "wrangler.toml"]) cpSync(part, join(project, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
  expect(migrate()).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(project, { recursive: true }));

test("a migration that fails in the middle changes nothing", () => {
  const migration = join(project, "migrations/0001_next.sql");
  const first = "ALTER TABLE `lenders` ADD `extra` text;";
  writeFileSync(migration, `${first}\nINSERT INTO nowhere VALUES (1);\n`);
  const { status, stderr } = migrate();
  expect(status).toBe(1);
  expect(stderr).toMatch(TOLD);
  expect(columnsOfLenders()).not.toContain("extra");

  writeFileSync(migration, first);
  expect(migrate()).toMatchObject({ status: 0 });
  expect(columnsOfLenders()).toContain("extra");
});

test("a damaged database is reported and kept", () => {
  const file = databaseFile();
  for (const log of globSync(`${file}-*`)) rmSync(log);
  writeFileSync(file, "This was a database once.".repeat(1000));
  const { status, stderr } = migrate();
  expect(status).toBe(1);
  expect(stderr).toMatch(TOLD);
  expect(readFileSync(file, "utf8")).toMatch(/^This was a database once/);
});

function migrate() {
  return spawnSync(process.execPath, ["db/admin/migrate.ts"], { cwd: project, encoding: "utf8" });
}

function databaseFile() {
  const [file = ""] = globSync(join(project, ".wrangler/state/v3/d1/*/*.sqlite")).filter(
    (name) => !/metadata/.test(name),
  );
  return file;
}

function columnsOfLenders() {
  using database = new DatabaseSync(databaseFile());
  const columns = database.prepare("select name from pragma_table_info('lenders')").all();
  return columns.map(({ name }) => name);
}
