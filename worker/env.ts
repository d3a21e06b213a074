import type { Context } from "hono";
import * as z from "zod/mini";
import type { Member } from "../db/model/staff/member.ts";
import { email } from "../db/model/text.ts";

/** Who comes to the site: the person at this machine, the testers of [env.staging], or everybody. */
export type Place = "local" | "staging" | "live";

const SECRET_LENGTH = 32;
const EXAMPLE = /[@.]example(\.|$)/;
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const noOrEmail = z.union([z.literal(""), email]);
/** The part before the @ leaves room for a token (worker/reply-address.ts). */
const takesToken = email.check(z.refine((address) => /^[^@+]{1,10}@/.test(address)));

/** Every variable of wrangler.toml and every secret, as the person at this machine may set them. */
const settings = {
  /** Who may write posts: `staff` when deployed; `local` lets anybody until the first author is added. */
  AUTHORING: z.enum(["staff", "local"]),
  /** How limits count (worker/http/limits.ts): `local` is a hundred times wider. */
  LIMITS: z.enum(["strict", "local", "off"]),
  /** `required`, as deployed: everybody needs a second factor. `optional`: only members who have set one up. */
  SECOND_FACTOR: z.enum(["required", "optional"]),
  /** The site's address for links in mail: an origin without a slash at the end. */
  SITE_URL: z.string().check(z.refine((url) => URL.parse(url)?.origin === url)),
  /** The sender of every mail. */
  MAIL_FROM: email,
  /** Where answers to our mails come in (worker/incoming). Empty or absent: they go nowhere. */
  REPLY_ADDRESS: z.optional(z.union([z.literal(""), takesToken])),
  /** Gets a mail about each contact message; empty: nobody does. */
  OFFICE_EMAIL: noOrEmail,
  /** Gets mails about new applications and problems, and the morning digest. Empty: nobody does. */
  ALERT_EMAIL: noOrEmail,
  /** The date and name of who answers for what the pages claim without proof (web/copy/claims/claims.md). */
  CLAIMS_SIGNED: z.optional(z.string()),
  /** X-Robots-Tag of every response. Absent if people should find the site. */
  ROBOTS: z.optional(z.string()),
  /** The only addresses that may get mail, separated by commas. Absent: all may. */
  MAIL_ONLY_TO: z.optional(z.string()),
  /** Keys of Cloudflare Turnstile (worker/http/turnstile.ts). Unless both are there, nothing asks it. */
  TURNSTILE_SITE_KEY: z.optional(z.string()),
  TURNSTILE_SECRET_KEY: z.optional(z.string()),
  /**
   * The secret key for references, hashes of clients and codes, and secrets of authenticator apps and applicants' papers. After a
   * change, mails name references that do not work (known ones still do); apps and recovery codes stop working, and nobody
   * can open the papers.
   */
  HASH_KEY: z.string().check(z.minLength(1)),
};
/** What strangers come to has these stricter rules. */
const deployed = {
  AUTHORING: z.literal("staff"),
  LIMITS: z.literal("strict"),
  SECOND_FACTOR: z.literal("required"),
  SITE_URL: settings.SITE_URL.check(z.refine(isPublic)),
  MAIL_FROM: email.check(z.refine((address) => !EXAMPLE.test(address))),
  REPLY_ADDRESS: z.optional(z.union([z.literal(""), takesToken.check(z.refine((address) => !EXAMPLE.test(address)))])),
  HASH_KEY: z.string().check(z.minLength(SECRET_LENGTH)),
};
const rules = {
  local: z.object(settings),
  staging: z.object({ ...settings, ...deployed, ROBOTS: z.literal("noindex"), MAIL_ONLY_TO: z.string() }),
  live: z.object({
    ...settings,
    ...deployed,
    OFFICE_EMAIL: deployed.MAIL_FROM,
    ALERT_EMAIL: deployed.MAIL_FROM,
    CLAIMS_SIGNED: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \S/)),
    ROBOTS: z.optional(z.undefined()),
    MAIL_ONLY_TO: z.optional(z.undefined()),
  }),
} satisfies Record<Place, z.ZodMiniType>;

export type Settings = z.infer<typeof rules.local>;

const SECRETS = ["HASH_KEY", "TURNSTILE_SECRET_KEY"] as const satisfies (keyof Settings)[];

/** What is said of a bad value. */
const sentences: Record<keyof Settings, string> = {
  AUTHORING: 'AUTHORING must be "staff": otherwise anybody could write posts.',
  LIMITS: 'LIMITS must be "strict": otherwise anybody could flood the site.',
  SECOND_FACTOR: 'SECOND_FACTOR must be "required": otherwise a stolen password would open the desk.',
  SITE_URL: "SITE_URL must be the site's https address, without a slash at its end.",
  MAIL_FROM:
    "MAIL_FROM must be an address at your own domain, and allowed_sender_addresses of its send_email the same: confirmations are sent from it.",
  REPLY_ADDRESS:
    "REPLY_ADDRESS must be an address at your own domain with at most 10 characters before the @ and no +, or empty: the case it answers is added to it.",
  OFFICE_EMAIL:
    "OFFICE_EMAIL must be the address of whoever answers messages: otherwise nobody learns that one has come.",
  ALERT_EMAIL:
    "ALERT_EMAIL must be the address of whoever is told of new applications and of trouble: otherwise nobody is.",
  CLAIMS_SIGNED:
    'CLAIMS_SIGNED must be a date and a name, such as "2026-11-29 Ana Ruiz": who has read web/copy/claims/claims.md, and answers for what the pages claim without proof.',
  ROBOTS: 'ROBOTS must be "noindex" on staging, which nobody should find, and must not stand at the live site.',
  MAIL_ONLY_TO:
    "MAIL_ONLY_TO must say on staging who may get mail, and must not stand at the live site, where all applicants get it.",
  TURNSTILE_SITE_KEY: "TURNSTILE_SITE_KEY must be the key that Cloudflare shows at the Turnstile widget.",
  TURNSTILE_SECRET_KEY: "TURNSTILE_SECRET_KEY must be the secret key that Cloudflare shows at the Turnstile widget.",
  HASH_KEY: `The secret HASH_KEY must be the random one that the site began with, of ${SECRET_LENGTH} characters or more: until it is there, nobody can apply or sign in.`,
};

/** What takes the place of a bad value: what lets nobody do more than they may, or else what is left of it. */
const safe: { [Name in keyof Settings]-?: (bad: unknown) => Settings[Name] } = {
  AUTHORING: () => "staff",
  LIMITS: () => "strict",
  SECOND_FACTOR: () => "required",
  SITE_URL: (bad) => URL.parse(String(bad))?.origin ?? "",
  MAIL_FROM: (bad) => String(bad ?? ""),
  REPLY_ADDRESS: () => "",
  OFFICE_EMAIL: () => "",
  ALERT_EMAIL: () => "",
  CLAIMS_SIGNED: () => undefined,
  ROBOTS: (bad) => (bad === undefined ? undefined : String(bad)),
  MAIL_ONLY_TO: (bad) => String(bad ?? ""),
  TURNSTILE_SITE_KEY: () => undefined,
  TURNSTILE_SECRET_KEY: () => undefined,
  // Nothing can be hashed or encrypted with it.
  HASH_KEY: () => "",
};

/** The Worker's bindings and settings from wrangler.toml. */
export interface Env extends Settings {
  ASSETS: Fetcher;
  DB: D1Database;
  MEDIA: R2Bucket;
  /** What applicants send us, encrypted (worker/papers/store.ts), and what has to be remembered outside of D1 (worker/operations). */
  PAPERS: R2Bucket;
  /** A queue of outbox ids, so that mail need not wait for the cron job. */
  DOORBELL: Queue<string>;
  /** Counts each client's requests roughly (worker/http/limits.ts). */
  FLOOD_GUARD: RateLimit;
  /** The same for all that comes with session cookies from one network: ten times as much. */
  OFFICE_GUARD: RateLimit;
  /** Without it, mail is only logged. */
  EMAIL?: SendEmail;
  /** The version of the Worker. */
  VERSION: WorkerVersionMetadata;
}

/** The bindings, and the member who asks. */
export interface DeskEnv {
  Bindings: Env;
  Variables: { member: Member };
}
export type DeskContext = Context<DeskEnv>;

/** Settings that are safe to run with, and a sentence for each bad value, which they do without. */
function read(values: Partial<Record<string, unknown>>, place: Place) {
  const result = rules[place].safeParse(values);
  const bad = new Set(result.error?.issues.map(({ path }) => path[0] as keyof Settings));
  const names = Object.keys(settings) as (keyof Settings)[];
  return {
    settings: Object.fromEntries(
      names.map((name) => [name, bad.has(name) ? safe[name](values[name]) : values[name]]),
    ) as Settings,
    bad,
    troubles: [...bad].map((name) => sentences[name]),
  };
}

const known = new WeakMap<object, { env: Env; troubles: string[] }>();

/** The Worker's bindings, with all settings read once: a bad one is replaced by what lets nobody do more than they may. */
export function settled(env: Env): Env {
  return reading(env).env;
}

/** What is wrong with the settings, a sentence each. */
export function settingTroubles(env: Env) {
  return reading(env).troubles;
}

function reading(env: Env) {
  let found = known.get(env);
  if (!found) {
    const { settings, troubles } = read({ ...env }, placeOf(env));
    found = { env: { ...env, ...settings }, troubles };
    known.set(env, found);
    known.set(found.env, found);
  }
  return found;
}

/** The settings of [vars] in wrangler.toml with a sentence for each bad one, and for what does not belong there. */
export function readVars(vars: Record<string, unknown>, place: Place) {
  const secrets = SECRETS.filter((name) => name in vars);
  const unread = Object.keys(vars).filter((name) => !(name in settings));
  // Any key will do: nobody but Cloudflare sees the real one.
  const found = read({ ...vars, HASH_KEY: "-".repeat(SECRET_LENGTH) }, place);
  return {
    ...found,
    troubles: [
      ...found.troubles,
      ...secrets.map(
        (name) => `${name} is a secret, which must not stand in a file: \`npx wrangler secret put ${name}\` takes it.`,
      ),
      ...unread.map((name) => `${name} is nothing that the site reads: is it misspelled?`),
    ],
  };
}

function placeOf({ SITE_URL, ROBOTS, MAIL_ONLY_TO }: Partial<Record<keyof Settings, unknown>>): Place {
  if (isOnThisMachine(URL.parse(String(SITE_URL)))) return "local";
  return ROBOTS === undefined && MAIL_ONLY_TO === undefined ? "live" : "staging";
}

export function isOnThisMachine(address: URL | null) {
  return THIS_MACHINE.test(address?.hostname ?? "");
}

function isPublic(url: string) {
  const address = URL.parse(url);
  return address?.protocol === "https:" && !isOnThisMachine(address) && !EXAMPLE.test(address.hostname);
}
