import { TURNSTILE } from "../../db/model/site/turnstile.ts";

type Vars = { ROBOTS?: string; TURNSTILE_SITE_KEY?: string };

/** The Content-Security-Policy of a page. `inlineStyles`: hashes of the style sheets inside its HTML. */
export function contentSecurityPolicy({ TURNSTILE_SITE_KEY }: Vars, inlineStyles: string[] = []) {
  const styles = inlineStyles.map((hash) => ` '${hash}'`).join("");
  return [
    "default-src 'none'",
    TURNSTILE_SITE_KEY ? `script-src 'self' ${TURNSTILE}; frame-src ${TURNSTILE}` : "script-src 'self'",
    `style-src 'self'${styles}`,
    // A post's hero image may come from any site.
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

/** This file tells browsers which pages they may fetch in advance. A header of every page names it. */
export const SPECULATION_RULES = "/speculation-rules.json";

/** Headers of every response. worker/run/build/prerender.ts writes them to `_headers` for static files. */
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

/** Keeps crawlers away from a site that is not public, such as staging. */
export function robotsHeader({ ROBOTS }: Vars): Record<string, string> {
  return ROBOTS ? { "X-Robots-Tag": ROBOTS } : {};
}
