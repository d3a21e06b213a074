import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, database, isOneOf, isTransient, namedLists, type Results, retried } from "../../db/database.ts";
import { actorOf, type Case, type Changes, type Owed, type Press, type Refused } from "../../db/model/case/case.ts";
import { withConsequences } from "../../db/model/case/follow.ts";
import { applications, contactMessages, outbox } from "../../db/schema.ts";
import { committed } from "../commit.ts";
import { countMailStatements, isOverLimit, type Caller as Limited, mailsTo } from "../http/limits.ts";
import { sendSoon } from "../owed-mail.ts";
import { readCases, type StoredCase, type Write, writeStatements } from "./store.ts";

/**
 * A deed: read its cases, let a pure function of db/model/case decide, and write that in one transaction. Starts again
 * if a case has changed or D1 fails for a moment; after a lost reply, the new reading shows what was done.
 */

type Query = BatchItem<"sqlite">;
/** The parts of a request, or of a mail, that a deed needs. */
export interface Caller extends Limited {
  executionCtx: { waitUntil(promise: Promise<unknown>): void };
}

/** The result of a decision: how each case changes, and which contact messages a stop covers. */
export interface Decided {
  deeds: Deed[];
  stoppedSenders?: string[];
  /** Statements for other tables that belong to the deed, such as one that uses up its code. */
  others?: Query[];
}

/** A case, and how the deed changes it. */
export interface Deed {
  kase: Case;
  changes: Changes;
}

/** The deed is done, now or earlier. */
export interface Done {
  owesMail: boolean;
  /** Ids of the events of the first changed case, in order; empty if nothing changed. */
  events: number[];
}

export interface Acting<Also extends Record<string, Query>> {
  press: Press;
  /** Queries to read at the same moment. */
  also?: Also;
  /** Statements to run together with the reading, in any case. */
  along?: readonly Query[];
  /** Statements of the limits that the deed counts for. If one is exceeded, nothing happens and the answer is 429. */
  limits?: (cases: Case[]) => Promise<readonly Query[]>;
}

/** A deed on the case that fits this condition on applications; null if there is none. */
export function actOnCase<Why extends string, Also extends Record<string, Query>>(
  c: Caller,
  which: SQL,
  {
    decide,
    others,
    ...acting
  }: Acting<Also> & {
    decide: (kase: Case, found: Results<Also>) => Promise<Changes | Refused<Why>> | Changes | Refused<Why>;
    /** Statements for other tables that belong to the deed. */
    others?: Query[];
  },
): Promise<Done | Refused<Why> | null> {
  return act<Also, Refused<Why> | null>(c, which, {
    ...acting,
    decide: async ([kase], found) => {
      if (!kase) return null;
      const decided = await decide(kase, found);
      return "refused" in decided ? decided : { deeds: [{ kase, changes: decided }], others };
    },
  });
}

/** The condition for a case by the id that staff use. */
export function byId(id: string) {
  return eq(applications.id, id);
}

/** A deed on all cases that fit this condition. Returns a refusal unchanged. Sends the mails that are now owed. */
export async function act<Also extends Record<string, Query>, Other>(
  c: Caller,
  which: SQL | undefined,
  {
    press,
    also = {} as Also,
    along = [],
    limits,
    decide,
  }: Acting<Also> & {
    decide: (cases: StoredCase[], found: Results<Also>) => Promise<Decided | Other> | Decided | Other;
  },
): Promise<Done | Exclude<Other, Decided>> {
  const db = database(c.env.DB);
  /** A try whose reply was lost, so it may have been written. */
  let lost: Attempt | undefined;
  const work = async () => {
    const { cases, also: found } = await readCases(db, which, also, along);
    const before = lost && doneBefore(cases, lost);
    if (before) return ringFor(c, before);
    const decided = await decide(cases, found);
    if (!isDecided(decided)) return decided as Exclude<Other, Decided>;
    const tried = await prepare(c, db, decided.deeds, press);
    const counted = (await limits?.(cases)) ?? [];
    try {
      return ringFor(c, await write(db, tried, decided, counted));
    } catch (error) {
      const refused = refusedShare(tried, error);
      if (refused) return refused as Exclude<Other, Decided>;
      if (isTransient(error)) lost = tried;
      throw error;
    }
  };
  return committed(() => retried(work));
}

function isDecided<Other>(decided: Decided | Other): decided is Decided {
  return typeof decided === "object" && decided !== null && "deeds" in decided;
}

type Rung = Done & { mails: string[] };

/** A mail with the id of an equal mail already owed, and statements that count it for its address. */
type Mailed = Write["mails"][number] & { before: string | undefined; counts: Query[] };

/** A try to write what was decided: the deeds with all their consequences. */
interface Attempt {
  press: Press;
  writes: Write[];
  mails: Mailed[];
}

async function prepare(c: Caller, db: Database, decided: Deed[], press: Press): Promise<Attempt> {
  const changing = decided.filter(({ changes }) => changes.events.length > 0);
  const writes = await Promise.all(
    changing.map(async (deed) => {
      const { kase } = deed;
      const changes = withConsequences(kase, deed.changes, press);
      const mails = (changes.mails ?? []).map((mail) => withShare(c, db, kase, changes, mail));
      return { kase, changes, mails: await Promise.all(mails) };
    }),
  );
  return { press, writes, mails: writes.flatMap(({ mails }) => mails) };
}

/** Writes it in one transaction. */
async function write(
  db: Database,
  { press, writes, mails }: Attempt,
  { stoppedSenders = [], others = [] }: Decided,
  limits: readonly Query[],
): Promise<Rung> {
  const counts = mails.flatMap((mail) => mail.counts);
  const stopped = stoppedSenders.length > 0 ? [stopMessages(db, stoppedSenders, press)] : [];
  const statements = { ...writeStatements(db, writes, press), stopped, counts, others };
  // A press for something that is already done does not count for a limit.
  const isNothing = Object.values(statements).every(({ length }) => length === 0);
  const written = isNothing ? { events: [], owed: [] } : await namedLists(db, { ...statements, limits });
  // The events of all cases are written at once; SQLite returns their ids in any order.
  const events = written.events.flat().map(({ id }) => id);
  const ours = events.toSorted((a, b) => a - b).slice(0, writes[0]?.changes.events.length ?? 0);
  const owed = [...mails.flatMap(({ before }) => before ?? []), ...written.owed.flat().map(({ id }) => id)];
  return { owesMail: mails.length > 0, events: ours, mails: owed };
}

/** What to answer if an address has had its share of mails; undefined: that was not it. */
function refusedShare({ mails }: Attempt, error: unknown) {
  const refusals = mails.flatMap(({ beyondShare }) => (typeof beyondShare === "object" ? beyondShare : []));
  return isOverLimit(error) ? refusals[0] : undefined;
}

async function withShare(c: Caller, db: Database, kase: Case, changes: Changes, mail: Owed): Promise<Mailed> {
  const id = crypto.randomUUID();
  const email = changes.application?.email ?? kase.application.email;
  const before = kase.mails.find(({ kind, subjectId }) => kind === mail.kind && subjectId === mail.subjectId)?.id;
  const named = { ...mail, id, before, isAllowed: sql`true`, counts: [] };
  if (!mail.beyondShare) return named;
  if (mail.beyondShare !== "notOwed")
    return { ...named, counts: await countMailStatements(c, db, email, { kind: "mail" }) };
  const isOwed = sql`exists (select 1 from ${outbox} where ${eq(outbox.id, id)})`;
  return { ...named, ...(await mailsTo(c, db, email, isOwed)) };
}

/** What an earlier try of this press did, if it was written. */
function doneBefore(cases: Case[], { writes, press, mails }: Attempt): Rung | null {
  const events = writes.map(({ kase, changes }) => {
    const now = cases.find(({ application }) => application.id === kase.application.id)?.events ?? [];
    const ours = now.slice(kase.events.length, kase.events.length + changes.events.length);
    const isOurs = changes.events.every((event, index) => {
      const there = ours[index];
      return (
        there !== undefined &&
        isSame(there.at, press.at) &&
        there.userId === actorOf(event, press) &&
        JSON.stringify(there.event) === JSON.stringify(event)
      );
    });
    return isOurs ? ours.map(({ id }) => id) : null;
  });
  const [first] = events;
  if (!first || events.includes(null)) return null;
  const owedNow = cases
    .flatMap((kase) => kase.mails)
    .filter(({ status, createdAt, revivedAt }) => status === "owed" && isSame(revivedAt ?? createdAt, press.at));
  return { owesMail: mails.length > 0, events: first, mails: owedNow.map(({ id }) => id) };
}

function isSame(one: Date, other: Date) {
  return one.getTime() === other.getTime();
}

function stopMessages(db: Database, senders: string[], { at }: Press) {
  return db
    .update(contactMessages)
    .set({ contactStoppedAt: at })
    .where(and(isNull(contactMessages.contactStoppedAt), isOneOf(contactMessages.sender, senders)));
}

function ringFor(c: Caller, { mails, ...done }: Rung): Done {
  for (const id of new Set(mails)) c.executionCtx.waitUntil(sendSoon(c.env, id));
  return done;
}
