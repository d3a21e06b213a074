import { unstable_readConfig } from "wrangler";
import { readVars } from "../../env.ts";

/** [vars] of wrangler.toml, or of the environment in it that CLOUDFLARE_ENV names, with a sentence for each bad one. */
export function configured() {
  return readVars(unstable_readConfig({ config: "wrangler.toml" }).vars, "local");
}

/** The site's public address, for the build, without a slash at the end. */
export function siteUrl() {
  return configured().settings.SITE_URL;
}
