import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { breakingStatements } from "../../worker/run/deploy/deployable.ts";
import { statementsOf } from "../server/cloudflare-api.ts";

const files = globSync("migrations/*.sql").sort();
const migrations = files.map((file) => readFileSync(file, "utf8"));

test("a server that splits migrations carelessly makes the same tables", () => {
  expect(madeCarelessly(migrations.join("\n"))).toEqual(made(migrations.join("\n")));
});

test("db/triggers.sql has each trigger that the migrations leave, as they leave it", () => {
  const read = readFileSync("db/triggers.sql", "utf8").replace(/^--.*$/gm, "");
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(migrations.join("\n"));
  const triggers = sqlite.prepare("select sql from sqlite_schema where type = 'trigger'").all();
  expect(triggers.map(({ sql }) => onOneLine(String(sql))).sort()).toEqual(
    read
      .split(/(?<=^END);$/m)
      .map(onOneLine)
      .filter(Boolean)
      .sort(),
  );
});

const trigger = "create trigger late after insert on early begin select 1; end;";
for (const [name, sql] of [
  ["on several lines", trigger.replace("begin ", "begin\n").replace("1; ", "1;\n")],
  ["on lines as Windows ends them", `${trigger}\r\n${trigger.replace("late", "later")}\r\n`],
]) {
  test(`a trigger ${name} does not survive that`, () => {
    const early = "create table early (id integer);\n";
    expect(madeCarelessly(early + trigger)).toEqual(made(early + trigger));
    expect(() => expect(madeCarelessly(early + sql)).toEqual(made(early + sql))).toThrow();
  });
}

test("no migration drops or renames what the previous version may use", () => {
  expect(migrations.slice(1).flatMap(breakingStatements)).toEqual([]);
});

for (const sql of [
  "DROP TABLE `dealers`;",
  "ALTER TABLE `lenders` DROP COLUMN `criteria`;",
  "ALTER TABLE `__new_lenders` RENAME TO `lenders`;",
]) {
  test(`'${sql}' breaks the version before, unless the migration says why not`, () => {
    expect(breakingStatements(`CREATE TABLE a (b);\n${sql}`)).toEqual([sql]);
    expect(breakingStatements(`-- contract: unused since 2027-01-04\n${sql}`)).toEqual([]);
  });
}

test("a migration that adds or replaces breaks nothing", () => {
  const sql = "ALTER TABLE `lenders` ADD `since` integer; DROP INDEX `a`; DROP TRIGGER `b`;";
  expect(breakingStatements(sql)).toEqual([]);
});

test("a database with archived cases is not upgraded, with a sentence", () => {
  const sqlite = new DatabaseSync(":memory:");
  const thin = files.findIndex((file) => file.endsWith("_thin.sql"));
  for (const migration of migrations.slice(0, thin)) sqlite.exec(migration);
  const columns = sqlite.prepare("select name from pragma_table_info('applications')").all();
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== "number");
  sqlite.exec(
    `insert into applications (${names}) values (${names.map((name) => (name === "isArchived" ? 1 : "''"))})`,
  );
  expect(() => sqlite.exec(migrations[thin] ?? "")).toThrow(/cases lie in files.*Put them back first.*operations\.md/);
  sqlite.exec("update applications set isArchived = 0");
  sqlite.exec(migrations[thin] ?? "");
  expect(sqlite.prepare("select isThinned from applications").get()).toEqual({ isThinned: 0 });
  expect(sqlite.prepare("select sql from sqlite_schema where name = 'case_events_delete'").get()?.sql).toContain(
    "NOT isThinned",
  );
});

function made(sql: string) {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(sql);
  return schemaOf(sqlite);
}

function onOneLine(sql: string) {
  return sql.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")").trim();
}

function madeCarelessly(sql: string) {
  const sqlite = new DatabaseSync(":memory:");
  for (const statement of statementsOf(sql)) sqlite.prepare(statement).run();
  return schemaOf(sqlite);
}

function schemaOf(sqlite: DatabaseSync) {
  return sqlite.prepare("select type, name, sql from sqlite_master order by name").all();
}
