import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { buildWhenStale } from "../worker/run/build/build-when-stale.ts";
import { serve } from "../worker/run/serve.ts";

/** `node test/sites.ts 8801 8802:required`: the built site on each of these ports, each with a new local D1, and where it says so with a second factor. */

const STATES = ".wrangler/sites";
const PREPARED = `${STATES}/prepared`;

rmSync(STATES, { recursive: true, force: true });
buildWhenStale();
execFileSync(process.execPath, ["worker/run/prepare.ts"], {
  env: { ...process.env, STATE: PREPARED },
  stdio: "inherit",
});
await Promise.all(
  process.argv.slice(2).map((site) => {
    const [port, factor] = site.split(":");
    const state = `${STATES}/${port}`;
    cpSync(PREPARED, state, { recursive: true });
    return serve(Number(port), factor === "required" ? { SECOND_FACTOR: factor } : {}, state);
  }),
);
console.log("All sites are ready");
