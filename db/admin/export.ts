import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { wrangler, wranglerEnv } from "./local.ts";

/** `npm run export [-- --remote] [file]`: the whole database as one file of SQL. It holds personal data, so only its owner may read it. */

const { values, positionals } = parseArgs({
  options: { remote: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [file = `exports/${new Date().toISOString().replace(/[:.]/g, "-")}.sql`] = positionals;
mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
// wrangler fills it, and leaves its mode as it is.
writeFileSync(file, "", { flag: "wx", mode: 0o600 });
const place = values.remote ? "--remote" : "--local";
const command = [wrangler, "d1", "export", "DB", place, "--skip-confirmation", "--output", file];
const { status } = spawnSync(process.execPath, command, { stdio: "inherit", env: wranglerEnv });
if (status === 0) console.log(`${file} holds the personal data of everybody: keep it where few can read it.`);
process.exitCode = status ?? 1;
