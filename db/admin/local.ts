import { globSync } from "node:fs";
import { resolve } from "node:path";

/** Where the simulated Cloudflare keeps its data. Tests use a folder of their own. */
export const STATE = process.env.STATE || ".wrangler/state";
export const wrangler = "node_modules/wrangler/wrangler-dist/cli.js";
export const wranglerEnv = {
  ...process.env,
  CI: "true",
  // Not the one of all Workers on this machine, where a server in another folder, or with a moved clock, disturbs ours.
  WRANGLER_REGISTRY_PATH: resolve(".wrangler/registry"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
};

/** The file of the local D1; empty if there is none yet. */
export function databaseFiles(state = STATE) {
  return globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (name) => !name.endsWith("metadata.sqlite"),
  );
}
