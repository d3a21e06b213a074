import { TURNSTILE } from "../../db/model/site/turnstile.ts";

type Vars = { ROBOTS?: string; TURNSTILE_SITE_KEY?: string };

/** Content-Security-Policy of every page; `inlineStyles` are the hashes of the sheets that its HTML carries. */
export function contentSecurityPolicy({ TURNSTILE_SITE_KEY }: Vars, inlineStyles: string[] = []) {
  const styles = inlineStyles.map((hash) => ` '${hash}'`).join("");
  return [
    "default-src 'none'",
    TURNSTILE_SITE_KEY ? `script-src 'self' ${TURNSTILE}; frame-src ${TURNSTILE}` : "script-src 'self'",
    `style-src 'self'${styles}`,
    // A post's hero image may come from any other site.
    "img-src 'self' https: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** The file that tells browsers which pages may be fetched before they are asked for; named by a header of every page. */
export const SPECULATION_RULES = "/speculation-rules.json";

/** Headers of every response, the Worker's and, written to `_headers` by worker/run/build/prerender.ts, the static files'. */
export function securityHeaders(vars: Vars, inlineStyles?: string[]): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(vars, inlineStyles),
    // HSTS leaves out subdomains, because we do not know what else the customer's domain serves.
    "Strict-Transport-Security": "max-age=63072000",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

/** Tells crawlers to stay away from a site that is not meant for the public. */
export function robotsHeader({ ROBOTS }: Vars): Record<string, string> {
  return ROBOTS ? { "X-Robots-Tag": ROBOTS } : {};
}
