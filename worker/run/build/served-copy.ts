import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { STATE } from "../../../db/admin/local.ts";
import { siteUrl } from "../deploy/configured.ts";

/**
 * A copy of the built site that names the address where it is served, as the deployed one names SITE_URL: canonical
 * addresses are inside the built files. Says what `wrangler dev` is to serve.
 */
export function copyServedAt(address: string) {
  const copy = `${STATE}/site`;
  rmSync(copy, { recursive: true, force: true });
  // Without a configuration of its own, so that wrangler finds the built one.
  cpSync("dist", copy, { recursive: true, filter: (file) => !/\.map$|[\\/]wrangler\.json$/.test(file) });
  for (const file of globSync(`${copy}/**/*.{html,js}`)) {
    const built = readFileSync(file, "utf8");
    const served = built.replaceAll(siteUrl(), address);
    if (served !== built) writeFileSync(file, served);
  }
  return [`${copy}/bluebonnet_auto_prequal/index.js`, "--assets", `${copy}/client`];
}
