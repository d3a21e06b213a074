import { and, gt, inArray, notExists, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Context, Next } from "hono";
import type { Database } from "../../db/database.ts";
import { mailboxOf } from "../../db/model/contact/person.ts";
import { plural, t } from "../../db/model/words.ts";
import { applications, counters } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { hasReference } from "../form/reference.ts";
import { keyedHash } from "../hash.ts";
import { sessionCookie } from "../staff/session.ts";
import { refuse } from "./body.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The period of FLOOD_GUARD in wrangler.toml. */
const GUARDED_SECONDS = MINUTE;
/** Mail to one mailbox because somebody at one site pressed something: they neither flood it nor use up what is asked for elsewhere. */
const MAILS = [
  { max: 6, seconds: DAY },
  { max: 3, seconds: HOUR },
];
/** To one mailbox because of all sites together: as much as five of them, so that many cannot flood it either. */
const MAILS_FROM_ANYWHERE = MAILS.map(({ max, seconds }) => ({ max: 5 * max, seconds }));
/** A developer's own machine is one client. */
const LOCAL_FACTOR = 100;
const ONLY_COUNTED = 1_000_000_000;
/** After this many wrong passwords for one name in a day, each further one is checked only after a pause. */
const UNSLOWED_PASSWORDS = 20;
const SLOW_SIGN_IN_MS = 1000;

/** How often one client, or whoever `counts` is told, may do something. The first limit that is reached says how long to wait. */
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
  /** Measurements of pages, one report for each page load. */
  vitals: [{ max: 300, seconds: HOUR }],
  /** With one name from one network. */
  "sign-in": [
    { max: 30, seconds: HOUR },
    { max: 5, seconds: MINUTE },
  ],
  /** From one site (`siteFrom`), with whatever names that have not signed in from there. */
  "wrong-password": [{ max: 20, seconds: HOUR }],
  /** With one name, from anywhere: nobody is refused for what strangers do, but all are slowed (`signInDelay`). */
  "wrong-password-for-name": [{ max: ONLY_COUNTED, seconds: DAY }],
  /** Sign-ins with one name from one network: whoever has signed in there is not locked out by others' wrong passwords. */
  "signed-in": [{ max: ONLY_COUNTED, seconds: 30 * DAY }],
  /** Times of calls that are booked for one application. */
  call: [{ max: 20, seconds: HOUR }],
  /** A yes to an introduction, for one application. A no has no limit. */
  yes: [{ max: 30, seconds: HOUR }],
  /** 'Contact me again', for one application. A stop has no limit. */
  resume: [{ max: 10, seconds: HOUR }],
  "unknown-reference": [{ max: 100, seconds: DAY }],
  /** Each kind of mail counts alone, so that none uses up another (`mailboxCounters`). */
  mail: MAILS,
  "mail-from-anywhere": MAILS_FROM_ANYWHERE,
  "code-mail": MAILS,
  "code-mail-from-anywhere": MAILS_FROM_ANYWHERE,
  /** From everywhere: an address is all that this form takes, and nobody loses more than news. */
  "newsletter-mail": MAILS,
  /** For one application, wherever they are asked for: only its reference can. */
  code: MAILS,
};
type Limited = keyof typeof limits;
type MailboxLimited = "mail" | "code-mail" | "newsletter-mail";

/** What we need of a request: who sent it, and our bindings. */
export type Caller = Pick<Context<{ Bindings: Env }>, "env" | "req">;

/**
 * The statements that count one more time. Spread them into the batch that does the work: over the limit a trigger
 * aborts the whole batch, and `refusalOverLimit` answers; with `isFull: "stay"` the count stays at the limit instead.
 * What is counted is the client, or `who`, and only if `when` holds.
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

/**
 * Whether one more mail may go to this address, as a condition in the batch that owes it (`isNoneFull` of these `windows`);
 * and the statements that count it `when` it is owed, which come later in the same batch.
 */
export async function mailsTo(
  c: Caller,
  db: Database,
  email: string,
  when: SQL,
  kind: Exclude<MailboxLimited, "code-mail"> = "mail",
) {
  const counted = mailboxCounters(c, kind, email).map(([limited, who]) => windowsOf(c, limited, who));
  const windows = JSON.stringify((await Promise.all(counted)).flat());
  return {
    windows,
    isAllowed: isNoneFull(windows, Date.now()),
    counts: await countMailStatements(c, db, email, { kind, when, isFull: "stay" }),
  };
}

/** As `countStatements`, for one more mail of this kind to this address. */
export async function countMailStatements(
  c: Caller,
  db: Database,
  email: string,
  { kind, ...how }: { kind: MailboxLimited; when?: SQL; isFull?: "abort" | "stay" },
) {
  const counters = mailboxCounters(c, kind, email);
  return (await Promise.all(counters.map(([limited, who]) => countStatements(c, db, limited, { who, ...how })))).flat();
}

/** What a mail to this address counts against, and under whose name. */
function mailboxCounters(c: Caller, kind: MailboxLimited, email: string): [Limited, string][] {
  const mailbox = mailboxOf(email);
  if (kind === "newsletter-mail") return [[kind, mailbox]];
  return [
    [kind, `${siteFrom(c)} ${mailbox}`],
    [`${kind}-from-anywhere`, mailbox],
  ];
}

/** The condition that none of these windows, which are JSON, is full at this time. */
export function isNoneFull(windows: string | Placeholder, now: number | Placeholder) {
  return sql`not exists (select 1 from json_each(${windows}) limited join ${counters}
    on ${counters.name} = limited.value ->> 'name' and ${counters.count} >= limited.value ->> 'max' and ${counters.endsAt} > ${now})`;
}

/** The limits of this kind as they are now, each with the name of its counter. */
async function windowsOf(c: Caller, kind: Limited, who?: string) {
  const { LIMITS } = c.env;
  if (LIMITS === "off") return [];
  const counted = await clientOf(c, who);
  return limits[kind].map(({ max, seconds }) => ({
    name: `${kind}/${seconds}/${counted}`,
    max: LIMITS === "local" ? max * LOCAL_FACTOR : max,
    seconds,
  }));
}

/** As `countStatements`, for a look-up by reference: guessing is what is limited, so a reference that exists does not count. */
export async function countUnknownStatements(c: Caller, db: Database, ref: string) {
  const isKnown = sql`exists (select 1 from ${applications} where ${await hasReference(ref)})`;
  return countStatements(c, db, "unknown-reference", { when: sql`not ${isKnown}` });
}

/**
 * The statements around a try to sign in. `wrong` reads how many for the name were wrong lately. `counted` counts this
 * one as wrong in advance, so that even tries at the same moment stay within the limit; `forgiven` takes that back. A name
 * begins with what is tried, so that a username that was typed never meets a counter of codes.
 */
export async function signInTry(c: Caller, db: Database, name: string) {
  const here = { who: `${networkFrom(c)} ${name}` };
  const site = siteFrom(c);
  const ofName = inArray(counters.name, await namesOf(c, "wrong-password-for-name", name));
  const ofSite = inArray(counters.name, await namesOf(c, "wrong-password", site));
  const ofSignedIn = inArray(counters.name, await namesOf(c, "signed-in", here.who));
  const signedIn = db
    .select({ name: counters.name })
    .from(counters)
    .where(and(ofSignedIn, gt(counters.endsAt, new Date())));
  return {
    wrong: db
      .select({ count: counters.count })
      .from(counters)
      .where(and(ofName, gt(counters.endsAt, new Date()))),
    counted: [
      ...(await countStatements(c, db, "sign-in", here)),
      ...(await countStatements(c, db, "wrong-password", { who: site, when: notExists(signedIn) })),
      ...(await countStatements(c, db, "wrong-password-for-name", { who: name })),
    ],
    forgiven: [
      db
        .update(counters)
        .set({ count: sql`${counters.count} - 1` })
        .where(and(or(ofName, and(ofSite, notExists(signedIn))), gt(counters.count, 0))),
      // Each right password begins the month of this counter anew.
      db.delete(counters).where(ofSignedIn),
      ...(await countStatements(c, db, "signed-in", here)),
    ],
  };
}

/** The pause before a password is checked, in milliseconds, after this many wrong ones for the same name. */
export function signInDelay(wrong: number) {
  return wrong < UNSLOWED_PASSWORDS ? 0 : SLOW_SIGN_IN_MS;
}

/**
 * Turns away whoever asks far too often, before D1 is asked. Cloudflare counts roughly, in each of its locations, so this
 * comes on top of the exact counts; when it cannot count, everybody passes.
 */
export async function onlyUnlessFlooding(c: Context<{ Bindings: Env }>, next: Next) {
  if (c.env.LIMITS !== "strict") return next();
  return (await isFlood(c)) ? tooMany(c, GUARDED_SECONDS) : next();
}

/** Members are counted by their session cookies, since a whole office may have one address; made-up cookies are stopped by what an office may ask. */
async function isFlood(c: Context<{ Bindings: Env }>) {
  const { FLOOD_GUARD, OFFICE_GUARD } = c.env;
  const cookie = sessionCookie(c.req.raw);
  const network = clientOf(c);
  const asked =
    cookie === undefined
      ? [FLOOD_GUARD.limit({ key: await network })]
      : [
          FLOOD_GUARD.limit({ key: await clientOf(c, `session ${cookie}`) }),
          OFFICE_GUARD.limit({ key: await network }),
        ];
  try {
    return (await Promise.all(asked)).some(({ success }) => !success);
  } catch {
    return false;
  }
}

/** 429 and when to come back, if this is the error of a batch that went over a limit. */
export function refusalOverLimit(c: Context, error: Error) {
  const endsAt = endOfLimit(error);
  if (!endsAt) return;
  return tooMany(c, Math.max(1, Math.ceil((Number(endsAt) - Date.now()) / 1000)));
}

/** Whether this is the error of a batch that went over a limit. */
export function isOverLimit(error: unknown) {
  return endOfLimit(error) !== undefined;
}

/** The end of the limit, from the message of D1's error, which Drizzle wraps. */
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

/** The counter names for these windows. */
async function namesOf(c: Caller, kind: Limited, who?: string) {
  return (await windowsOf(c, kind, who)).map(({ name }) => name);
}

/** Who is counted: the client, or somebody named, as a hash that only we can make. */
function clientOf(c: Caller, who = networkFrom(c)) {
  return keyedHash(c.env.HASH_KEY, "client", who);
}

function networkFrom(c: Caller) {
  return networkOf(c.req.header("cf-connecting-ip") ?? "");
}

/** Who guesses passwords or floods a mailbox may have 65,536 networks: an IPv6 address counts by the /48 that one customer can get. */
function siteFrom(c: Caller) {
  return networkOf(c.req.header("cf-connecting-ip") ?? "", 3);
}

/** What one client cannot change at will: an IPv4 address, or these 16-bit groups of an IPv6 one, by default its first half. */
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
