import { readVars } from "../../env.ts";

interface Observability {
  redact_query_string?: boolean;
  logs?: { invocation_logs?: boolean };
  traces?: { enabled?: boolean };
}

/** Something at Cloudflare that wrangler.toml names. */
export interface Resource {
  kind: "D1 database" | "R2 bucket" | "queue";
  name: string;
  /** The API path that tells whether it exists: its own, or a list that contains its name. */
  info: string;
  /** The wrangler command that makes it; none where `wrangler deploy` makes it by itself. */
  command?: string;
}

/** The part of a configuration that names resources. */
interface Bindings {
  d1_databases: { database_name?: string }[];
  r2_buckets: { bucket_name?: string }[];
  queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
}

/** The part of a configuration that names addresses and rate limits. */
interface Addresses {
  routes?: (string | { pattern: string })[];
  ratelimits: { namespace_id: string }[];
}

/** Everything that `npm run deploy` checks before it decides. */
export interface Facts {
  isStaging: boolean;
  /** Accounts that the sign-in can use; empty if nobody is signed in. */
  accounts: { id: string; name: string }[];
  isAccountChosen: boolean;
  /** Resources that Cloudflare does not have yet, and that have to be made first. */
  absent: Resource[];
  /** The id of the deployed database. */
  databaseId: string | null;
  /** What Cloudflare said when it could not answer. */
  troubles: string[];
  /** Whether the secret exists that the Worker hashes and encrypts with (worker/env.ts). */
  hasHashKey: boolean;
  /** Whether Cloudflare tells the site of mails that bounce; true if it cannot say. */
  hearsBounces: boolean;
  /** [vars] of wrangler.toml. */
  vars: Record<string, unknown>;
  /** The addresses that the binding EMAIL of wrangler.toml may send from; null without it. Empty: any. */
  senders: string[] | null;
  /** Patterns of addresses that lead to the site. */
  routes: string[];
  /** What staging shares with the live site, although it must share nothing. */
  shared: string[];
  /** `preview_urls` and [observability] of wrangler.toml. */
  previewUrls: boolean | undefined;
  observability: Observability | undefined;
  /** Whether the migrations create exactly the tables of db/schema.ts. */
  isSchemaMigrated: boolean;
  /** Statements of new migrations that would break the previous version. */
  breaking: string[];
  /** What is missing of who we are, with file and line. */
  unset: string[];
}

/** The queue in this configuration to which Cloudflare tells what became of mails (worker/mail/events.ts). */
export function mailEventsOf({ queues }: Pick<Bindings, "queues">) {
  return (queues.consumers ?? []).find(({ queue }) => queue.endsWith("-mail-events"))?.queue ?? "";
}

/** What to do so that the site learns of mails from this address that bounce. Without it they stay 'sent', which stops no deployment. */
export function subscriptionHint(queue: string, mailFrom: unknown) {
  const domain = String(mailFrom).split("@").at(-1);
  const events = "message.bounced,message.complained,message.rejected,message.failed";
  return `Nobody tells the site when a mail bounces. Once Email Sending has your domain, run \`npx wrangler queues subscription create ${queue} --source email.sending --domain ${domain} --zone-id <its zone id> --events ${events}\`.`;
}

/** Where Cloudflare keeps the database: its place nearest to Texas. `wrangler deploy` would choose one near whoever deploys. */
const LOCATION = "enam";

/** Every database, bucket and queue in this configuration. */
export function resourcesOf({ d1_databases, r2_buckets, queues }: Bindings): Resource[] {
  const sentTo = (queues.producers ?? []).map(({ queue }) => queue);
  const heard = (queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue ?? queue]);
  return [
    ...d1_databases.map(({ database_name: name = "" }) => ({
      kind: "D1 database" as const,
      name,
      info: `/d1/database?name=${name}`,
      command: `d1 create ${name} --location ${LOCATION}`,
    })),
    ...r2_buckets.map(({ bucket_name: name = "" }) => ({
      kind: "R2 bucket" as const,
      name,
      info: `/r2/buckets/${name}`,
    })),
    ...[...new Set([...sentTo, ...heard])].map((name) => ({
      kind: "queue" as const,
      name,
      info: `/queues?name=${name}`,
      ...(!sentTo.includes(name) && { command: `queues create ${name}` }),
    })),
  ];
}

/** Names of resources and addresses that two environments share. */
export function sharedWith(site: Bindings & Addresses, staging: Bindings & Addresses) {
  const names = (config: Bindings & Addresses) => [
    ...resourcesOf(config).map(({ kind, name }) => `the ${kind} ${name}`),
    ...(config.routes ?? []).map((route) => `the address ${typeof route === "string" ? route : route.pattern}`),
    ...config.ratelimits.map(({ namespace_id }) => `the rate limit ${namespace_id}`),
  ];
  const taken = names(site);
  return names(staging).filter((name) => taken.includes(name));
}

/** Why the site must not be deployed, one sentence each, with what to do. Empty if it may. */
export function problemsOf(facts: Facts) {
  const { isStaging, vars, accounts, absent, troubles } = facts;
  const here = isStaging ? "[env.staging] of wrangler.toml" : "wrangler.toml";
  const { bad, troubles: wrongVars } = readVars(vars, isStaging ? "staging" : "live");
  const problems = [
    accounts.length === 0 && troubles.length === 0 && "You are not signed in to Cloudflare: run `npx wrangler login`.",
    accounts.length > 0 &&
      !facts.isAccountChosen &&
      `Your sign-in opens several accounts: put the account_id of the right one at the top of wrangler.toml (${accounts.map(({ id, name }) => `"${id}" is ${name}`).join(", ")}).`,
    ...[...new Set(troubles)].map((trouble) =>
      /\[code: 10042]/.test(trouble)
        ? "R2 is not enabled for this account: open R2 in the Cloudflare dashboard and accept its terms; it asks for a payment method."
        : `Cloudflare did not answer what it was asked: ${trouble}`,
    ),
    ...absent.map(
      ({ kind, name, command }) =>
        `Cloudflare has no ${kind} ${name}, which ${here} names: run \`npx wrangler ${command}\`, if this is the right account.`,
    ),
    !facts.hasHashKey &&
      `The secret HASH_KEY is missing: \`node -p "crypto.randomBytes(32).toString('base64')"\` makes one. Keep it in a password manager, and give it to \`npx wrangler secret put HASH_KEY${isStaging ? " --env staging" : ""}\`.`,
    facts.senders === null && `${here} has no [[send_email]] named EMAIL: mail would only be logged.`,
    ...wrongVars.map((trouble) => `In ${here}: ${trouble}`),
    !bad.has("SITE_URL") &&
      !leadsHere(String(vars.SITE_URL), facts.routes) &&
      `No address leads to the site that SITE_URL names: put routes = [{ pattern = "${URL.parse(String(vars.SITE_URL))?.hostname}", custom_domain = true }] into ${here}${isStaging ? "" : ", above its first section"}.`,
    !bad.has("MAIL_FROM") &&
      facts.senders !== null &&
      String(facts.senders) !== vars.MAIL_FROM &&
      `The binding EMAIL in ${here} must send from MAIL_FROM alone, which it cannot read there: put allowed_sender_addresses = ["${vars.MAIL_FROM}"] beside its name.`,
    ...facts.shared.map((name) => `Staging would use ${name} of the site itself: give it one of its own in ${here}.`),
    logsAddresses(facts.observability) &&
      "Cloudflare would log addresses that hold references and tokens: wrangler.toml needs redact_query_string = true under [observability] and invocation_logs = false under [observability.logs], and no traces.",
    facts.previewUrls !== false &&
      "wrangler.toml needs preview_urls = false: otherwise old versions stay reachable, each at an address of its own.",
    !facts.isSchemaMigrated &&
      "The migrations are behind db/schema.ts: run `npm run migration`, look at the new file and commit it.",
    ...facts.breaking.map(
      (statement) =>
        `A migration drops or renames what the published version may use (${statement}): add what is new, and drop in a later release, in a migration with a line "-- contract: " and why nothing uses it any more.`,
    ),
    ...facts.unset.map(
      (field) =>
        !isStaging && `${field} is not set: visitors have to know who we are and how to reach us, so write it there.`,
    ),
  ];
  return problems.filter((problem) => problem !== false);
}

/** The start of each statement that drops or renames something, unless its migration says why that is safe. */
export function breakingStatements(sql: string) {
  if (/^-- contract: \S/m.test(sql)) return [];
  return sql.match(/\bdrop\s+(table|view)\b.*|\balter\s+table\s+\S+\s+(drop|rename)\b.*/gi) ?? [];
}

/** What a live site has to say of us. Without the email it works: pages link to the contact form. */
const REQUIRED = ["name", "legalEntity", "phone", "postalAddress"];

/** Empty fields of the brand: those that stop the deployment of a live site, and others. */
export function unsetFields(brand: Record<string, string | null>) {
  const unset = Object.keys(brand).filter((field) => !brand[field]?.trim());
  return {
    required: unset.filter((field) => REQUIRED.includes(field)),
    others: unset.filter((field) => !REQUIRED.includes(field)),
  };
}

/** Whether Cloudflare's own log has a line per request, or any line with a query string. */
function logsAddresses({ redact_query_string, logs, traces }: Observability = {}) {
  return redact_query_string !== true || logs?.invocation_logs !== false || traces?.enabled === true;
}

/** A workers.dev address needs no route. */
function leadsHere(siteUrl: string, routes: string[]) {
  const { hostname } = new URL(siteUrl);
  return hostname.endsWith(".workers.dev") || routes.some((pattern) => pattern.split("/")[0] === hostname);
}
