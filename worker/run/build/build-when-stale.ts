import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { wranglerEnv } from "../../../db/admin/local.ts";
import { build } from "./build.ts";

const SOURCES = ["{web,worker,db,words}/**", "index.html", "vite.config.ts", "wrangler.toml", "package-lock.json"];
/** Each build first empties its folder, so this file is there only after a complete one. */
const BUILT_FROM = "dist/bluebonnet_auto_prequal/built-from";

/** Builds the site, unless it was built from these sources for this environment of wrangler.toml. */
export function buildWhenStale(environment = "") {
  const sources = fingerprint(environment);
  if (existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, "utf8") === sources) return;
  // Another NODE_ENV, such as a test runner's, would put React's development version into the build.
  build({ ...wranglerEnv, CLOUDFLARE_ENV: environment, NODE_ENV: "production" });
  writeFileSync(BUILT_FROM, sources);
}

function fingerprint(settings: string) {
  const hash = createHash("sha256").update(settings);
  for (const file of globSync(SOURCES).sort()) {
    if (statSync(file).isFile()) hash.update(`\n${file}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}
