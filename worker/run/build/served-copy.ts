import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { siteUrl } from "../deploy/configured.ts";

/** A copy of the built site in the folder `state`, with canonical addresses for `address`. Returns its configuration. */
export function copyServedAt(address: string, state: string) {
  const copy = `${state}/site`;
  rmSync(copy, { recursive: true, force: true });
  cpSync("dist", copy, { recursive: true, filter: (file) => !file.endsWith(".map") });
  for (const file of globSync(`${copy}/**/*.{html,js}`)) {
    const built = readFileSync(file, "utf8");
    const served = built.replaceAll(siteUrl(), address);
    if (served !== built) writeFileSync(file, served);
  }
  return `${copy}/bluebonnet_auto_prequal/wrangler.json`;
}
