import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { siteUrl } from "../deploy/configured.ts";

/** A copy of the built site in the folder `state`, with canonical addresses for `address`. Returns what `wrangler dev` should serve. */
export function copyServedAt(address: string, state: string) {
  const copy = `${state}/site`;
  rmSync(copy, { recursive: true, force: true });
  // Leave out the copy's own configuration, so that wrangler finds the built one.
  cpSync("dist", copy, { recursive: true, filter: (file) => !/\.map$|[\\/]wrangler\.json$/.test(file) });
  for (const file of globSync(`${copy}/**/*.{html,js}`)) {
    const built = readFileSync(file, "utf8");
    const served = built.replaceAll(siteUrl(), address);
    if (served !== built) writeFileSync(file, served);
  }
  return [`${copy}/bluebonnet_auto_prequal/index.js`, "--assets", `${copy}/client`];
}
