import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { wranglerEnv } from "../../db/admin/local.ts";

const SOURCES = ["web", "worker", "db", "index.html", "vite.config.ts", "wrangler.toml", "package-lock.json"];
const BUILT = "dist/client/_headers";

/** Builds the site when a source has changed since it was built. */
export function buildWhenStale() {
  if (existsSync(BUILT) && newest(SOURCES) <= statSync(BUILT).mtimeMs) return;
  console.log("Building the site ...");
  // Whoever asks, a test runner too: with another NODE_ENV the build would hold React's development version.
  const env = { ...wranglerEnv, NODE_ENV: "production" };
  execFileSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"], env });
}

/** When the newest of these files and folders was changed; a deletion changes its folder. */
function newest(paths: string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const status = statSync(path);
      if (!status.isDirectory()) return status.mtimeMs;
      return Math.max(status.mtimeMs, newest(readdirSync(path).map((name) => `${path}/${name}`)));
    }),
  );
}
