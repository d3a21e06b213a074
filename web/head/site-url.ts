/** The site's public address: SITE_URL of wrangler.toml, inserted by the build. */
const siteUrl: string = import.meta.env?.VITE_SITE_URL ?? "";

/** Our path as a full address. Full addresses stay the same. */
export function absolute(path: string) {
  return path.startsWith("/") ? siteUrl + path : path;
}
