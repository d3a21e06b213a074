import { readFileSync } from "node:fs";
import { type D1, openNamed, tablesOf } from "./d1.ts";

/**
 * `npm run restore -- file.sql [--remote] [--replace]`: brings the database up to date and puts a backup's rows in. What
 * is there already goes, and only with --replace.
 */

/** Throws, and changes nothing, when the database holds rows and `replace` is false. */
export async function restore(d1: D1, file: string, { replace = false } = {}) {
  const filled = await filledTables(d1);
  if (filled.length > 0 && !replace) {
    throw new Error(`These tables hold rows: ${filled.join(", ")}. With --replace they are deleted first.`);
  }
  await d1.migrate();
  const { tables, indexes } = await tablesOf(d1);
  const rebuilt = indexes.map((index) => `insert into "${index}"("${index}") values ('rebuild');`);
  await d1.run([
    "pragma defer_foreign_keys = on;",
    // A damaged index would refuse the deletions.
    ...rebuilt,
    ...tables.map((table) => `delete from "${table}";`),
    ...statementsOf(readFileSync(file, "utf8")),
    ...rebuilt,
  ]);
}

async function filledTables(d1: D1) {
  const { tables } = await tablesOf(d1);
  if (tables.length === 0) return [];
  const found = await d1.query(tables.map((table) => `select 1 from "${table}" limit 1`));
  return tables.filter((_, index) => found[index]?.length !== 0);
}

/** A semicolon within quotes ends nothing. */
function statementsOf(sql: string) {
  return sql.match(/(?:[^';]+|'[^']*')+;/g) ?? [];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const file = args.find((arg) => !arg.startsWith("--"));
  if (!file) throw new Error("Say which file: npm run restore -- backups/<time>.sql");
  const d1 = await openNamed(args);
  await restore(d1, file, { replace: args.includes("--replace") }).finally(() => d1.close());
  console.log(`${file} is restored.`);
}
