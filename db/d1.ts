import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { getPlatformProxy } from "wrangler";
import { migrateLocally, STATE, wrangler, wranglerEnv } from "./local.ts";

/** The database that a script works on: the one on this machine, or with --remote the deployed one. */
export interface D1 {
  /** The rows of each statement. */
  query(statements: string[]): Promise<Record<string, unknown>[][]>;
  /** All statements or none. */
  run(statements: string[]): Promise<void>;
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
    run: async (statements) => void (await batch(statements)),
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
        writeFileSync(file, statements.join("\n"), { mode: 0o600 });
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

/** Tables that hold data, and those of full-text search, which hold nothing that the others do not. */
export async function tablesOf(d1: D1) {
  const [rows = []] = await d1.query(["select name, sql from sqlite_master where type = 'table' order by name"]);
  const all = rows.map(({ name, sql }) => ({
    name: String(name),
    isIndex: /^create virtual table/i.test(String(sql)),
  }));
  const indexes = all.filter(({ isIndex }) => isIndex).map(({ name }) => name);
  const isData = (name: string) =>
    !/^(sqlite_|_cf_|d1_)/.test(name) && !indexes.some((index) => name === index || name.startsWith(`${index}_`));
  return { tables: all.map(({ name }) => name).filter(isData), indexes };
}
