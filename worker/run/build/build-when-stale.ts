import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { wranglerEnv } from "../../../db/admin/local.ts";
import { build } from "./build.ts";

const SOURCES = ["{web,worker,db,words}/**", "index.html", "vite.config.ts", "wrangler.toml", "package-lock.json"];
/** Every build begins by emptying its folder. */
const BUILT_FROM = "dist/bluebonnet_auto_prequal/built-from";

/** Builds the site unless it was already built from these sources, for this environment of wrangler.toml. */
export function buildWhenStale(environment = "") {
  const sources = fingerprint(environment);
  if (existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, "utf8") === sources) return;
  // Whoever asks, a test runner too: with another NODE_ENV the build would hold React's development version.
  build({ ...wranglerEnv, CLOUDFLARE_ENV: environment, NODE_ENV: "production" });
  writeFileSync(BUILT_FROM, sources);
}

function fingerprint(environment: string) {
  const hash = createHash("sha256").update(environment);
  for (const file of globSync(SOURCES).sort()) {
    if (statSync(file).isFile()) hash.update(`\n${file}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}
