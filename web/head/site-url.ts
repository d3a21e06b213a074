/** Where the site is published: SITE_URL of wrangler.toml, put in by the build. */
const siteUrl: string = import.meta.env?.VITE_SITE_URL ?? "";

/** The full address of one of our paths; full addresses stay as they are. */
export function absolute(path: string) {
  return path.startsWith("/") ? siteUrl + path : path;
}
