import { and, eq, gt, notExists, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Context, Next } from "hono";
import type { Database } from "../../db/database.ts";
import { mailboxOf } from "../../db/model/contact/person.ts";
import { plural, t } from "../../db/model/words.ts";
import { applications, counters } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { keyedHash } from "../hash.ts";
import { hasReference } from "../reference.ts";
import { refuse } from "./body.ts";
import { sessionCookie } from "./session-cookie.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The period of FLOOD_GUARD in wrangler.toml. */
const GUARDED_SECONDS = MINUTE;
/** Mails to one mailbox caused by one site: few enough that it is not flooded, and others can still ask for theirs. */
const MAILS = [
  { max: 6, seconds: DAY },
  { max: 3, seconds: HOUR },
];
/** Mails to one mailbox caused by all sites together: five times as many, so that many sites cannot flood it either. */
const MAILS_FROM_ANYWHERE = MAILS.map(({ max, seconds }) => ({ max: 5 * max, seconds }));
/** A developer's machine is one client, however many tests run on it. */
const LOCAL_FACTOR = 100;
const ONLY_COUNTED = 1_000_000_000;

/** How often a client, or a named party, may do something. The first limit reached says how long to wait. */
export const limits = {
  submit: [
    { max: 60, seconds: DAY },
    { max: 10, seconds: 10 * MINUTE },
  ],
  contact: [
    { max: 20, seconds: DAY },
    { max: 5, seconds: 10 * MINUTE },
  ],
  newsletter: [
    { max: 20, seconds: DAY },
    { max: 5, seconds: 10 * MINUTE },
  ],
  "link-again": [
    { max: 20, seconds: DAY },
    { max: 5, seconds: 10 * MINUTE },
  ],
  /** Reports of how far a visit got. */
  visit: [{ max: 300, seconds: HOUR }],
  /** With one name, from one network. */
  "sign-in": [
    { max: 30, seconds: HOUR },
    { max: 5, seconds: MINUTE },
  ],
  /** From one site (`siteFrom`), with any names that have not signed in there before. */
  "wrong-password": [{ max: 20, seconds: HOUR }],
  /** With one name, from anywhere. Strangers can slow a name down (`signInDelay`), but lock nobody out. */
  "wrong-password-for-name": [{ max: ONLY_COUNTED, seconds: DAY }],
  /** Sign-ins with one name from one network. Strangers' wrong passwords do not lock their owner out. */
  "signed-in": [{ max: ONLY_COUNTED, seconds: 30 * DAY }],
  /** Bookings of calls for one application. */
  call: [{ max: 20, seconds: HOUR }],
  /** Files of papers, for one application. */
  paper: [{ max: 200, seconds: DAY }],
  /** Mails that come in (worker/incoming): from one mailbox, which lenders may use for many leads, and about one thing. */
  "mail-from": [{ max: 200, seconds: DAY }],
  "mail-about": [{ max: 30, seconds: DAY }],
  /** Yeses to introductions, for one application. A no has no limit. */
  yes: [{ max: 30, seconds: HOUR }],
  /** 'Contact me again', for one application. A stop has no limit. */
  resume: [{ max: 10, seconds: HOUR }],
  "unknown-reference": [{ max: 100, seconds: DAY }],
  /** Each kind of mail has its own count, so that none uses up another's (`mailboxCounters`). */
  mail: MAILS,
  "mail-from-anywhere": MAILS_FROM_ANYWHERE,
  "code-mail": MAILS,
  "code-mail-from-anywhere": MAILS_FROM_ANYWHERE,
  "link-mail": MAILS,
  "link-mail-from-anywhere": MAILS_FROM_ANYWHERE,
  /** From everywhere. Anybody may enter any address here, but its owner loses nothing more than news. */
  "newsletter-mail": MAILS,
  /** For one application, from anywhere, because only its reference can ask for codes. */
  code: MAILS,
};
export type Limited = keyof typeof limits;
type MailboxLimited = "mail" | "link-mail" | "newsletter-mail";

/** The parts of a request, or of a mail, that we need: the sender's headers and our bindings. */
export interface Caller {
  env: Env;
  req: { header(name: string): string | undefined };
}

/**
 * Statements that count once, to add to the batch that does the work. Over the limit a trigger aborts the batch, and
 * `refusalOverLimit` answers; with `isFull: "stay"` the count just stays. Counts the client, or `who`, if `when` holds.
 */
export async function countStatements(
  c: Caller,
  db: Database,
  kind: Limited,
  { who, when = sql`true`, isFull = "abort" }: { who?: string; when?: SQL; isFull?: "abort" | "stay" } = {},
) {
  const now = Date.now();
  return (await windowsOf(c, kind, who)).map(({ name, max, seconds }) => {
    const endsAt = now + seconds * 1000;
    const hasEnded = sql`${counters.endsAt} <= ${now}`;
    return db
      .insert(counters)
      .select(sql`select ${name}, 1, ${max}, ${endsAt} where ${when}`)
      .onConflictDoUpdate({
        target: counters.name,
        set: {
          count: sql`case when ${hasEnded} then 1 else ${counters.count} + 1 end`,
          max,
          endsAt: sql`case when ${hasEnded} then ${endsAt} else ${counters.endsAt} end`,
        },
        setWhere: isFull === "stay" ? sql`${hasEnded} or ${counters.count} < ${max}` : undefined,
      });
  });
}

/** The condition that one more mail may go to this address, and statements that count it, for later in the batch. */
export async function mailsTo(c: Caller, db: Database, email: string, when: SQL, kind: MailboxLimited = "mail") {
  const counted = mailboxCounters(c, kind, email).map(([limited, who]) => windowsOf(c, limited, who));
  const windows = JSON.stringify((await Promise.all(counted)).flat());
  return {
    windows,
    isAllowed: isNoneFull(windows, Date.now()),
    counts: await countMailStatements(c, db, email, { kind, when, isFull: "stay" }),
  };
}

/** Like `countStatements`, for one more mail of this kind to this address. */
export async function countMailStatements(
  c: Caller,
  db: Database,
  email: string,
  { kind, ...how }: { kind: MailboxLimited; when?: SQL; isFull?: "abort" | "stay" },
) {
  const counters = mailboxCounters(c, kind, email);
  return (await Promise.all(counters.map(([limited, who]) => countStatements(c, db, limited, { who, ...how })))).flat();
}

/**
 * Like `countStatements`, for one more code of this application. `email` is null if whoever asks has proven to read it. Otherwise the
 * code counts for the mailbox, too: of all sites together once an hour, so that a few applications of strangers leave enough.
 */
export async function countCodeStatements(c: Caller, db: Database, applicationId: string, email: string | null) {
  const own = await countStatements(c, db, "code", { who: applicationId });
  const hour = (await windowsOf(c, "code", applicationId)).find(({ seconds }) => seconds === HOUR);
  if (email === null || !hour) return own;
  const isRunning = and(eq(counters.name, hour.name), gt(counters.endsAt, new Date()));
  const isFirst = notExists(db.select({ name: counters.name }).from(counters).where(isRunning));
  const mailbox = mailboxOf(email);
  return [
    ...(await countStatements(c, db, "code-mail", { who: `${siteFrom(c)} ${mailbox}` })),
    ...(await countStatements(c, db, "code-mail-from-anywhere", { who: mailbox, when: isFirst })),
    ...own,
  ];
}

/** The limits for a mail to this address, and the name each one counts under. */
function mailboxCounters(c: Caller, kind: MailboxLimited, email: string): [Limited, string][] {
  const mailbox = mailboxOf(email);
  if (kind === "newsletter-mail") return [[kind, mailbox]];
  return [
    [kind, `${siteFrom(c)} ${mailbox}`],
    [`${kind}-from-anywhere`, mailbox],
  ];
}

/** The condition that none of these windows (JSON) is full at this time. */
export function isNoneFull(windows: string | Placeholder, now: number | Placeholder) {
  return sql`not exists (select 1 from json_each(${windows}) limited join ${counters}
    on ${counters.name} = limited.value ->> 'name' and ${counters.count} >= limited.value ->> 'max' and ${counters.endsAt} > ${now})`;
}

/** The present limits of this kind, each with the name of its counter. */
export async function windowsOf(c: Caller, kind: Limited, who?: string) {
  const { LIMITS } = c.env;
  if (LIMITS === "off") return [];
  const counted = await clientOf(c, who);
  return limits[kind].map(({ max, seconds }) => ({
    name: `${kind}/${seconds}/${counted}`,
    max: LIMITS === "local" ? max * LOCAL_FACTOR : max,
    seconds,
  }));
}

/** Like `countStatements`, for a look-up by reference. Only guesses count, not references that exist. */
export async function countUnknownStatements(c: Caller, db: Database, ref: string) {
  const isKnown = sql`exists (select 1 from ${applications} where ${await hasReference(ref)})`;
  return countStatements(c, db, "unknown-reference", { when: sql`not ${isKnown}` });
}

/** Refuses clients with far too many requests, before D1 is asked. Cloudflare counts roughly, and may fail. */
export async function onlyUnlessFlooding(c: Context<{ Bindings: Env }>, next: Next) {
  if (c.env.LIMITS !== "strict") return next();
  return (await isFlood(c)) ? tooMany(c, GUARDED_SECONDS) : next();
}

/** Members are counted by their session cookies, since a whole office may have one address; made-up cookies are stopped by what an office may ask. */
async function isFlood(c: Context<{ Bindings: Env }>) {
  const { FLOOD_GUARD, OFFICE_GUARD } = c.env;
  const cookie = sessionCookie(c.req.raw);
  const guards: [RateLimit, who?: string][] =
    cookie === undefined ? [[FLOOD_GUARD]] : [[FLOOD_GUARD, `session ${cookie}`], [OFFICE_GUARD]];
  try {
    const counted = guards.map(async ([guard, who]) => guard.limit({ key: await clientOf(c, who) }));
    return (await Promise.all(counted)).some(({ success }) => !success);
  } catch {
    return false;
  }
}

/** 429 with the time to wait, if this error comes from a batch over a limit. */
export function refusalOverLimit(c: Context, error: Error) {
  const endsAt = endOfLimit(error);
  if (!endsAt) return;
  return tooMany(c, Math.max(1, Math.ceil((Number(endsAt) - Date.now()) / 1000)));
}

/** Whether this error comes from a batch over a limit. */
export function isOverLimit(error: unknown) {
  return endOfLimit(error) !== undefined;
}

/** When the limit ends, from the message of D1's error, which Drizzle wraps. */
function endOfLimit(error: unknown): string | undefined {
  if (!(error instanceof Error)) return;
  return /over limit until (\d+)/.exec(error.message)?.[1] ?? endOfLimit(error.cause);
}

function tooMany(c: Context, seconds: number) {
  c.header("Retry-After", String(seconds));
  const comeBack = comeBackIn(seconds);
  return c.req.path.startsWith("/api/")
    ? refuse(c, 429, `${comeBack} ${t`What you typed is kept.`}`)
    : c.text(comeBack, 429);
}

/** The client, or `who`, as a hash that only we can make. */
function clientOf(c: Caller, who = networkFrom(c)) {
  return keyedHash(c.env.HASH_KEY, "client", who);
}

export function networkFrom(c: Caller) {
  return networkOf(c.req.header("cf-connecting-ip") ?? "");
}

/** A customer can get a /48 of IPv6, so it counts as one site: an attacker inside it may use 65,536 networks. */
export function siteFrom(c: Caller) {
  return networkOf(c.req.header("cf-connecting-ip") ?? "", 3);
}

/** What a client cannot choose: a whole IPv4 address, or the first 16-bit groups of an IPv6 one. */
export function networkOf(address: string, groups = 4) {
  const ipv4 = /[^:]+\.[^:]+$/.exec(address)?.[0];
  if (ipv4 || !address.includes(":")) return ipv4 ?? address;
  const [head = "", tail] = address.split("::").map((part) => part.split(":").filter(Boolean)) as string[][];
  const zeros = Array(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill("0");
  return [...head, ...(tail ? [...zeros, ...tail] : [])]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function comeBackIn(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (seconds < 60) {
    return plural(seconds, {
      one: t`Too many tries for now. Please come back in a second.`,
      other: t`Too many tries for now. Please come back in ${seconds} seconds.`,
    });
  }
  if (minutes < 60) {
    return plural(minutes, {
      one: t`Too many tries for now. Please come back in a minute.`,
      other: t`Too many tries for now. Please come back in ${minutes} minutes.`,
    });
  }
  return plural(hours, {
    one: t`Too many tries for now. Please come back in an hour.`,
    other: t`Too many tries for now. Please come back in ${hours} hours.`,
  });
}
