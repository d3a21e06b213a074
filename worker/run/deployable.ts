interface Observability {
  redact_query_string?: boolean;
  logs?: { invocation_logs?: boolean };
  traces?: { enabled?: boolean };
}

/** What `npm run deploy` finds out before it decides. */
export interface Facts {
  /** [vars] of wrangler.toml. */
  vars: Record<string, unknown>;
  databaseId: string | undefined;
  isSignedIn: boolean;
  /** Whether wrangler.toml binds what sends mail. */
  hasSender: boolean;
  /** Whether the secret is there that client addresses are hashed with. */
  hasHashKey: boolean;
  /** What wrangler.toml names and Cloudflare does not have yet, as the command that looks for it: 'queues info …'. */
  absent: string[];
  /** `preview_urls` and [observability] of wrangler.toml. */
  previewUrls: boolean | undefined;
  observability: Observability | undefined;
  /** Whether the migrations make the tables that db/schema.ts describes. */
  isSchemaMigrated: boolean;
}

/** Why the site must not be deployed as it stands: one sentence each, with what to do. Empty when it may. */
export function problemsOf(facts: Facts) {
  const { vars, databaseId, isSignedIn, hasSender, hasHashKey, absent, isSchemaMigrated } = facts;
  const checks: [isFine: boolean, problem: string][] = [
    [isSignedIn, "You are not signed in to Cloudflare: run `npx wrangler login`."],
    [
      /[1-9a-f]/i.test(databaseId ?? ""),
      "database_id in wrangler.toml is still zeros: run `npx wrangler d1 create bluebonnet` and put the id it prints there.",
    ],
    ...absent.map((what): [boolean, string] => [
      false,
      `Cloudflare does not know what wrangler.toml names (wrangler ${what}): create it first with \`npx wrangler ${what.replace(/\binfo\b/, "create")}\`.`,
    ]),
    [hasSender, "wrangler.toml has no [[send_email]] named EMAIL: mail would only be logged."],
    [
      hasHashKey,
      "The secret HASH_KEY is missing: run `npx wrangler secret put HASH_KEY` and give it a long random text.",
    ],
    [
      isPublicOrigin(vars.SITE_URL),
      "SITE_URL in wrangler.toml must be the site's https address, without a slash at its end.",
    ],
    [
      isOwnAddress(vars.MAIL_FROM),
      "MAIL_FROM in wrangler.toml must be an address at your own domain: confirmations are sent from it.",
    ],
    [vars.AUTHORING === "staff", 'AUTHORING in wrangler.toml must be "staff": otherwise anybody could write posts.'],
    [vars.LIMITS === "strict", 'LIMITS in wrangler.toml must be "strict": otherwise anybody could flood the site.'],
    [
      vars.SECOND_FACTOR === "required",
      'SECOND_FACTOR in wrangler.toml must be "required": otherwise a stolen password would open the desk.',
    ],
    [
      !logsAddresses(facts.observability),
      "Cloudflare would log addresses that hold references and tokens: wrangler.toml needs redact_query_string = true under [observability] and invocation_logs = false under [observability.logs], and no traces.",
    ],
    [
      facts.previewUrls === false,
      "wrangler.toml needs preview_urls = false: otherwise old versions stay reachable, each at an address of its own.",
    ],
    [
      isSchemaMigrated,
      "The migrations are behind db/schema.ts: run `npm run migration`, look at the new file and commit it.",
    ],
  ];
  return checks.filter(([isFine]) => !isFine).map(([, problem]) => problem);
}

/** Fields of the brand that nobody has filled in. The site does without them, so they do not stop a deployment. */
export function unsetFields(brand: Record<string, string | null>) {
  return Object.keys(brand).filter((field) => brand[field] === null);
}

/** Whether Cloudflare's own log has a line for each request, or a query string in any of its lines. */
function logsAddresses({ redact_query_string, logs, traces }: Observability = {}) {
  return redact_query_string !== true || logs?.invocation_logs !== false || traces?.enabled === true;
}

function isPublicOrigin(value: unknown) {
  const url = URL.parse(String(value));
  return (
    url?.protocol === "https:" && url.origin === value && !/^(localhost|127\.|\[|.*\.example\b)/.test(url.hostname)
  );
}

function isOwnAddress(value: unknown) {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(value)) && !/[@.]example(\.|$)/.test(String(value));
}
