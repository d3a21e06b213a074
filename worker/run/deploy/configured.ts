import { unstable_readConfig } from "wrangler";

/** [vars] of wrangler.toml, or of the environment in it that CLOUDFLARE_ENV names. */
export function configuredVars() {
  return unstable_readConfig({ config: "wrangler.toml" }).vars as Record<string, string>;
}

/** The site's public address, for the build, without a slash at the end. */
export function siteUrl() {
  const { SITE_URL } = configuredVars();
  if (!SITE_URL) throw new Error("wrangler.toml has no SITE_URL");
  return SITE_URL.replace(/\/$/, "");
}
