import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { getPlatformProxy } from "wrangler";
import { migrateLocally, STATE, wrangler, wranglerEnv } from "./local.ts";

/** The database that a script works on: the one on this machine, or with --remote the deployed one. */
export interface D1 {
  /** The rows of each statement. */
  query(statements: string[]): Promise<Record<string, unknown>[][]>;
  /** All statements or none: one transaction, remotely one import. */
  run(statements: Iterable<string> | AsyncIterable<string>): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

const NOTICED_WITHIN_MS = 10;
const MAX_ANSWER_BYTES = 2 ** 30;

export async function openLocal(): Promise<D1> {
  let proxy = await openProxy();
  const batch = async (statements: string[]) => {
    const prepared = statements.map((sql) => proxy.env.DB.prepare(sql));
    // Preparing thousands blocks this process for seconds. Node has to notice that the idle connection was closed meanwhile.
    await setTimeout(NOTICED_WITHIN_MS);
    return proxy.env.DB.batch<Record<string, unknown>>(prepared);
  };
  return {
    query: async (statements) => (await batch(statements)).map(({ results }) => results),
    run: async (statements) => {
      const all: string[] = [];
      for await (const statement of statements) all.push(statement);
      await batch(all);
    },
    migrate: async () => {
      // Migrating is a process of its own, and two at once on one database bring workerd down.
      await proxy.dispose();
      migrateLocally();
      proxy = await openProxy();
    },
    close: () => proxy.dispose(),
  };
}

function openProxy() {
  return getPlatformProxy<{ DB: D1Database }>({ configPath: "wrangler.toml", persist: { path: `${STATE}/v3` } });
}

export function openRemote(): D1 {
  const d1 = (...args: string[]) =>
    execFileSync(process.execPath, [wrangler, "d1", ...args, "--remote", "--config", "wrangler.toml"], {
      encoding: "utf8",
      env: wranglerEnv,
      maxBuffer: MAX_ANSWER_BYTES,
      stdio: ["ignore", "pipe", "inherit"],
    });
  return {
    query: async (statements) => {
      const answer = d1("execute", "DB", "--json", "--command", statements.join("; "));
      return (JSON.parse(answer) as { results: Record<string, unknown>[] }[]).map(({ results }) => results);
    },
    run: async (statements) => {
      const folder = mkdtempSync(join(tmpdir(), "d1-"));
      const file = join(folder, "statements.sql");
      try {
        writeFileSync(file, "", { mode: 0o600 });
        for await (const statement of statements) appendFileSync(file, `${statement}\n`);
        d1("execute", "DB", "--yes", "--file", file);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    migrate: async () => void d1("migrations", "apply", "DB"),
    close: async () => undefined,
  };
}

/** Opens the database that a command line means. */
export async function openNamed(args: string[]) {
  return args.includes("--remote") ? openRemote() : openLocal();
}

/** Tables that hold data, with their columns, and those of full-text search, which hold nothing that the others do not. */
export async function tablesOf(d1: D1) {
  const [columns = [], indexes = []] = await d1.query([
    `select tables.name as "table", columns.name as "column"
     from pragma_table_list as tables join pragma_table_info(tables.name) as columns
     where tables.type = 'table' and ${isOurs("tables.name")} order by tables.name, columns.cid`,
    "select name from pragma_table_list where type = 'virtual' order by name",
  ]);
  const byTable = Object.groupBy(columns, ({ table }) => String(table));
  const tables = Object.fromEntries(
    Object.entries(byTable).map(([table, rows = []]) => [table, rows.map(({ column }) => String(column))]),
  );
  return { tables, indexes: indexes.map(({ name }) => String(name)) };
}

/** The migrations that have been applied, in their order. */
export async function migrationsOf(d1: D1) {
  const [rows = []] = await d1.query(["select name from d1_migrations order by id"]);
  return rows.map(({ name }) => String(name));
}

/** Not one of those that SQLite, D1 and Wrangler keep for themselves. */
function isOurs(name: string) {
  return ["sqlite_*", "_cf_*", "d1_*"].map((pattern) => `${name} not glob '${pattern}'`).join(" and ");
}
