import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Made once for all files of a run, which are children of one process. */
const MADE = join(tmpdir(), `migrated-${process.ppid}`);

/** A new folder with an empty local database, for STATE: a copy, because wrangler takes seconds to make one. */
export function migratedState() {
  const state = mkdtempSync(join(tmpdir(), "state-"));
  if (existsSync(MADE)) cpSync(MADE, state, { recursive: true });
  else {
    execFileSync(process.execPath, ["db/admin/migrate.ts"], { env: { ...process.env, STATE: state } });
    const copy = mkdtempSync(join(tmpdir(), "made-"));
    cpSync(state, copy, { recursive: true });
    // Another file may have been faster.
    if (!existsSync(MADE)) renameSync(copy, MADE);
  }
  return state;
}
