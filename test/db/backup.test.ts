import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

const STATE = ".wrangler/backed-up";
vi.stubEnv("STATE", STATE);
const { backUp } = await import("../../db/backup.ts");
const { openLocal, tablesOf } = await import("../../db/d1.ts");
const { restore } = await import("../../db/restore.ts");

const MINUTE_MS = 60_000;
/** More than a page. */
const ROWS = 201;
const AWKWARD = ["'it''s'", "'two\nlines; -- no comment'", "''", "'José 🚗'", "'\\''\"`'", "null"];
const LONGER_THAN_A_STATEMENT = "replace(hex(zeroblob(22000)), '00', '🚗x')";
const LONG_COLUMN = "content";
const folder = mkdtempSync(join(tmpdir(), "backup-"));
rmSync(STATE, { recursive: true, force: true });
const d1 = await openLocal();

afterAll(async () => {
  await d1.close();
  rmSync(STATE, { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

test("a backup brings every row of every table back, and search finds them", { timeout: 3 * MINUTE_MS }, async () => {
  const file = join(folder, "backup.sql");
  await d1.migrate();
  const { tables } = await tablesOf(d1);
  await fill(tables);
  const before = await contents(tables);
  expect(Object.values(before).map((rows) => rows.length)).toEqual(tables.map(() => ROWS));
  await backUp(d1, file);
  await expect(restore(d1, file)).rejects.toThrow("--replace");
  expect(await contents(tables)).toEqual(before);

  await d1.run(tables.map((table) => `delete from "${table}" where rowid % 2 = 0`));
  // A damaged index must not stand in the way.
  await d1.run(["insert into blog_search(blog_search) values ('delete-all')"]);
  await restore(d1, file, { replace: true });
  const after = await contents(tables);
  for (const table of tables) expect(after[table], table).toEqual(before[table]);
  const [found] = await d1.query(["select count(*) as n from blog_search where blog_search match 'findable'"]);
  expect(found).toEqual([{ n: ROWS }]);
});

async function contents(tables: string[]) {
  const rows = await d1.query(tables.map((table) => `select rowid, * from "${table}" order by rowid`));
  return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
}

/** Puts rows with awkward texts into every table, whatever its columns. */
async function fill(tables: string[]) {
  const columns = await d1.query(tables.map((table) => `pragma table_info("${table}")`));
  await d1.run(
    tables.flatMap((table, index) =>
      Array.from({ length: ROWS }, (_, row) => {
        const values = (columns[index] ?? []).map((column) => valueFor(column, row));
        return `insert into "${table}" values (${values.join(", ")});`;
      }),
    ),
  );
}

function valueFor({ type, name, notnull, pk }: Record<string, unknown>, row: number) {
  if (!/text/i.test(String(type))) return row + 1;
  const text = `'${name} ${row} findable '`;
  if (row === 0 && name === LONG_COLUMN) return `${text} || ${LONGER_THAN_A_STATEMENT}`;
  const awkward = AWKWARD[row % AWKWARD.length];
  return (notnull || pk) && awkward === "null" ? text : `${text} || ${awkward}`;
}
