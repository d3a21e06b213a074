import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { stages } from "../../db/model/case/status.ts";
import { queueTimeOf } from "../../db/model/queue/promise.ts";
import { breakingStatements } from "../../worker/run/deploy/deployable.ts";
import { statementsOf } from "../server/cloudflare-api.ts";

const files = globSync("migrations/*.sql").sort();
const migrations = files.map((file) => readFileSync(file, "utf8"));

test("a server that splits migrations carelessly makes the same tables, indexes and triggers from them", () => {
  expect(madeCarelessly(migrations.join("\n"))).toEqual(made(migrations.join("\n")));
});

const trigger = "create trigger late after insert on early begin select 1; end;";
for (const [name, sql] of [
  ["on several lines", trigger.replace("begin ", "begin\n").replace("1; ", "1;\n")],
  ["with an END inside", trigger.replace("select 1", "select case when 1 then 2 end")],
  ["on lines as Windows ends them", `${trigger}\r\n${trigger.replace("late", "later")}\r\n`],
]) {
  test(`a trigger ${name} does not survive that`, () => {
    const early = "create table early (id integer);\n";
    expect(madeCarelessly(early + trigger)).toEqual(made(early + trigger));
    expect(() => expect(madeCarelessly(early + sql)).toEqual(made(early + sql))).toThrow();
  });
}

test("no migration after the first drops or renames what the previous version may use", () => {
  expect(migrations.slice(1).flatMap(breakingStatements)).toEqual([]);
});

for (const sql of [
  "DROP TABLE `dealers`;",
  "drop view searched_applications;",
  "ALTER TABLE `lenders` DROP COLUMN `criteria`;",
  "ALTER TABLE `lenders` RENAME COLUMN `name` TO `title`;",
  "ALTER TABLE `__new_lenders` RENAME TO `lenders`;",
]) {
  test(`'${sql}' breaks the version before, unless the migration says why it does not`, () => {
    expect(breakingStatements(`CREATE TABLE a (b);\n${sql}`)).toEqual([sql]);
    expect(breakingStatements(`-- contract: unused since 2027-01-04\n${sql}`)).toEqual([]);
  });
}

test("a migration that adds, or replaces an index or a trigger, breaks nothing", () => {
  const sql = "ALTER TABLE `lenders` ADD `since` integer; DROP INDEX `a`; DROP TRIGGER `b`;";
  expect(breakingStatements(sql)).toEqual([]);
});

test("cases that were there before have a version for each event and a place for each booked call, and stay append-only", () => {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(migrations[0] ?? "");
  for (const [id, applicationId] of ["a", "b", "a", "a"].entries()) {
    sqlite.prepare("insert into case_events (id, applicationId, event) values (?, ?, '{}')").run(id + 1, applicationId);
  }
  const call = sqlite.prepare(
    "insert into appointments (id, applicationId, startsAt, dueAt, endedAt) values (?, ?, ?, 1, ?)",
  );
  for (const [id, startsAt, endedAt] of [
    ["one", 7, null],
    ["two", 7, null],
    ["over", 7, 1],
    ["later", 8, null],
    ["soon", null, null],
  ] as const)
    call.run(id, id, startsAt, endedAt);
  for (const migration of migrations.slice(1)) sqlite.exec(migration);
  const column = (sql: string) => sqlite.prepare(sql).all().flatMap(Object.values);
  expect(column("select version from case_events order by id")).toEqual([1, 1, 2, 3]);
  expect(column("select place from appointments order by rowid")).toEqual([0, 1, null, 0, null]);
  expect(() => sqlite.exec("update case_events set version = 9")).toThrow("append-only");
});

test("a database whose closed cases lie in the archive is not upgraded, and a sentence says what to do", () => {
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

test("cases that were there before stand in the queue where their next step puts them", () => {
  const sqlite = new DatabaseSync(":memory:");
  const places = files.findIndex((file) => file.endsWith("queue-time.sql"));
  for (const migration of migrations.slice(0, places)) sqlite.exec(migration);
  const required = sqlite
    .prepare(`select name from pragma_table_info('applications') where "notnull" and dflt_value is null and not pk`)
    .all()
    .map(({ name }) => String(name));
  const calls: { callAt: number | null; startsAt: number | null }[] = [
    { callAt: null, startsAt: null },
    { callAt: 4, startsAt: null },
    { callAt: 4, startsAt: 4 },
  ];
  const cases = [...stages.waiting, "contacted" as const].flatMap((status) =>
    [2, 5, 8.64e15].flatMap((dueAt) =>
      [3, 6, null].flatMap((nextAt) =>
        calls.flatMap((call) =>
          [null, 1].map((firstContactAt) => ({ status, dueAt, nextAt, ...call, firstContactAt })),
        ),
      ),
    ),
  );
  for (const [id, each] of cases.entries()) {
    const { status, dueAt, nextAt, callAt, startsAt, firstContactAt } = each;
    const own = { status, dueAt, nextAt, firstContactAt, contactStoppedAt: dueAt === 8.64e15 ? 1 : null };
    const row = { ...Object.fromEntries(required.map((name) => [name, String(id)])), ...own };
    const names = Object.keys(row);
    sqlite.prepare(`insert into applications (${names}) values (${names.map(() => "?")})`).run(...Object.values(row));
    const call = "insert into appointments (id, applicationId, startsAt, dueAt, place) values (?1, ?1, ?, ?, ?)";
    if (callAt !== null) sqlite.prepare(call).run(String(id), startsAt, callAt, startsAt && id);
  }
  for (const migration of migrations.slice(places)) sqlite.exec(migration);
  const found = sqlite.prepare("select queueAt from applications order by number").all();
  expect(found.map(({ queueAt }) => queueAt)).toEqual(
    cases.map(({ callAt, startsAt, ...facts }) =>
      queueTimeOf({
        ...facts,
        contactStoppedAt: facts.dueAt === 8.64e15 ? 1 : null,
        appointment: callAt === null ? null : { startsAt, dueAt: callAt },
      }).getTime(),
    ),
  );
});

function made(sql: string) {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(sql);
  return schemaOf(sqlite);
}

function madeCarelessly(sql: string) {
  const sqlite = new DatabaseSync(":memory:");
  for (const statement of statementsOf(sql)) sqlite.prepare(statement).run();
  return schemaOf(sqlite);
}

function schemaOf(sqlite: DatabaseSync) {
  return sqlite.prepare("select type, name, sql from sqlite_master order by name").all();
}
