/** Where Cloudflare Turnstile is, with which it tells people from programs: its script, its frames and its checks of tokens. */
export const TURNSTILE = "https://challenges.cloudflare.com";

/** The header with which a browser sends the token that Turnstile gave it. */
export const TURNSTILE_TOKEN = "Turnstile-Token";
