import { readFileSync } from "node:fs";

/** SITE_URL as wrangler.toml has it, for the build. */
export function siteUrl() {
  const found = /^SITE_URL = "(.*?)\/?"$/m.exec(readFileSync("wrangler.toml", "utf8"))?.[1];
  if (!found) throw new Error("wrangler.toml has no SITE_URL");
  return found;
}
