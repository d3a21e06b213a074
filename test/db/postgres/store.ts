import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, sql as sqlite } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import postgres from "postgres";
import { database } from "../../../db/database.ts";
import { bookCall as book } from "../../../db/model/calls/appointment.ts";
import { actorOf, type Case, type Changes, type Press, type Refused } from "../../../db/model/case/case.ts";
import { withConsequences } from "../../../db/model/case/follow.ts";
import { foldedEmail, phoneDigitsOf } from "../../../db/model/contact/person.ts";
import { casesStoppedOnPage, flagStopElsewhere, stopPerson } from "../../../db/model/contact/stop.ts";
import { metroOf } from "../../../db/model/directory/metro.ts";
import { flagsOf, forecast } from "../../../db/model/forecast/forecast.ts";
import { datedId } from "../../../db/model/form/dated-id.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";
import { LEADS } from "../../../db/model/mail/mail.ts";
import { queuePlaceOf } from "../../../db/model/queue/queue.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import { language } from "../../../db/model/words.ts";
import * as schema from "../../../db/schema.ts";
import type { Caller, Decided, Deed } from "../../../worker/case/act.ts";
import { caseOf, type StoredCase } from "../../../worker/case/store.ts";
import { newEvidence } from "../../../worker/consent/consent-evidence.ts";
import { POSSIBLE_DUPLICATE, TOO_MANY_MAILS } from "../../../worker/form/receive.ts";
import { hashOfReference, referenceOf } from "../../../worker/form/reference.ts";
import { sha256 } from "../../../worker/hash.ts";
import { mailsTo, windowsOf } from "../../../worker/http/limits.ts";
import type { Connection, Fragment, Pool } from "./connect.ts";

/**
 * The second store: what worker/case, worker/form/receive.ts and worker/contact/stop.ts do in D1, in Postgres, for the same rules
 * of db/model. Nothing here decides about a case.
 */

/**
 * `read committed`: unique indexes keep two deeds apart, as in D1, and locks do what no index can. `serializable`: Postgres
 * refuses what could not have happened one after another. Both then start again.
 */
export interface Store {
  pool: Pool;
  isolation: "read committed" | "serializable";
  /** Who asks, and by which limits. */
  caller: Caller;
  /** How often a transaction was begun. */
  tries: number;
}

const MOST_TRIES = 200;
const LONGEST_PAUSE_MS = 25;

/** Thrown by a transaction over a limit, which then writes nothing. */
export class OverLimit extends Error {}

/** Runs a transaction, and again as long as others come in its way. */
export async function transacted<Result>(store: Store, work: (tx: Connection) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    store.tries++;
    try {
      return (await store.pool.begin(`isolation level ${store.isolation}`, work)) as Result;
    } catch (error) {
      if (!isConflict(error) || tries === MOST_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
  }
}

/** Whether the transaction wrote nothing because of another: a refused order, a deadlock, or a version or place that is taken. */
function isConflict(error: unknown) {
  if (!(error instanceof postgres.PostgresError)) return false;
  const isTaken = ["case_events_version", "appointments_place"].includes(error.constraint_name ?? "");
  return ["40001", "40P01"].includes(error.code) || (error.code === "23505" && isTaken);
}

/** Waits until no other transaction holds these names, and holds them to the end. A serializable one needs no lock. */
export async function hold(tx: Connection, names: string[]) {
  // In one order, so that no two transactions wait for each other.
  for (const name of names.toSorted())
    await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))
      where current_setting('transaction_isolation') = 'read committed'`;
}

type Outcome<Why extends string> = Decided | Refused<Why> | null;

/** A deed on the cases that fit this condition on applications (worker/case/act.ts). Others wait until it is done with them. */
export function act<Why extends string>(
  store: Store,
  which: (tx: Connection) => Fragment,
  press: Press,
  decide: (cases: StoredCase[], tx: Connection) => Promise<Outcome<Why>> | Outcome<Why>,
): Promise<{ events: number[] } | Refused<Why> | null> {
  return transacted(store, async (tx) => {
    await tx`select id from applications where ${which(tx)} order by number for update`;
    const decided = await decide(await readCases(tx, which(tx)), tx);
    if (!decided || "refused" in decided) return decided;
    const deeds = decided.deeds.filter(({ changes }) => changes.events.length > 0);
    const events: number[][] = [];
    for (const { kase, changes } of deeds)
      events.push(await write(tx, store.caller, { kase, changes: withConsequences(kase, changes, press) }, press));
    if (decided.stoppedSenders?.length)
      await tx`update contact_messages set contactStoppedAt = ${press.at.getTime()}
        where contactStoppedAt is null and sender in ${tx(decided.stoppedSenders)}`;
    return { events: events[0] ?? [] };
  });
}

/** A deed on one case (`actOnCase`); null if there is none. */
export function actOnCase<Why extends string>(
  store: Store,
  id: string,
  press: Press,
  decide: (kase: StoredCase, tx: Connection) => Promise<Changes | Refused<Why>> | Changes | Refused<Why>,
) {
  const which = (tx: Connection) => tx`applications.id = ${id}`;
  return act<Why>(store, which, press, async ([kase], tx) => {
    const changes = kase && (await decide(kase, tx));
    if (!changes) return null;
    return "refused" in changes ? changes : { deeds: [{ kase, changes }] };
  });
}

/** Books a call. `isHeld`: holds the hour first, so that nobody decides about a place that somebody else is taking. */
export function bookCall(store: Store, id: string, startsAt: Date, press: Press, isHeld = false) {
  return actOnCase(store, id, press, async (kase, tx) => {
    if (isHeld) await hold(tx, [`hour ${startsAt.getTime()}`]);
    const [capacity] = await rowsOf(schema.callCapacity, tx`select * from call_capacity`);
    const hour = tx`select * from appointments where endedAt is null and startsAt = ${startsAt.getTime()}`;
    const taken = await rowsOf(schema.appointments, hour);
    return book(kase, startsAt, { places: capacity?.places, taken }, press);
  });
}

/** Stop on the results page. */
export function stopContact(store: Store, id: string, press: Press) {
  const isThisCase = ({ application }: Case) => application.id === id;
  const which = (tx: Connection) => samePerson(tx, id);
  return act(store, which, press, (cases) => {
    if (!cases.some(isThisCase)) return null;
    const { covered, unsure, addresses } = casesStoppedOnPage(cases, isThisCase, "page");
    const flagged = unsure.map((kase) => ({ kase, changes: flagStopElsewhere(kase) }));
    return { deeds: [...stopPerson(covered, isThisCase, "page", press), ...flagged], stoppedSenders: addresses };
  });
}

/** Finds applications with the same phone or e-mail as this one, or as those merged with it. */
function samePerson(tx: Connection, id: string) {
  return tx`applications.number in (
    with own as (select own.number, own.phoneDigits, own.emailFolded from applications this join applications own
      on coalesce(this.mergedInto, this.id) in (own.id, own.mergedInto) where this.id = ${id})
    select number from own
    union select other.number from own join applications other on other.phoneDigits = own.phoneDigits and own.phoneDigits <> ''
    union select other.number from own join applications other on other.emailFolded = own.emailFolded)`;
}

/** The whole cases that fit this condition on applications, oldest first. Of one moment only while a deed holds them. */
export async function readCases(tx: Connection, condition: Fragment): Promise<StoredCase[]> {
  const which = tx`(${condition}) and applications.isArchived = 0`;
  const ids = tx`(select id from applications where ${which})`;
  const ofThem = <Table extends SQLiteTable>(table: Table, order: string) => {
    const from = tx`select * from ${tx(getTableName(table) as string)} where applicationId in ${ids}`;
    return rowsOf(table, tx`${from} order by ${tx.unsafe(order)}`);
  };
  const about = [schema.appointments, schema.codes, schema.letters, schema.permissions, schema.referrals].map(
    (table) => tx`union all select id from ${tx(getTableName(table))} where applicationId in ${ids}`,
  );
  const [events, applications, permissions, referrals, appointments, letters, codes, mails] = await Promise.all([
    ofThem(schema.caseEvents, "id"),
    tx`select applications.*, username as "ownerName", deactivatedAt as "leftAt"
      from applications left join users on users.id = ownerId where ${which} order by number`,
    ofThem(schema.permissions, "askedAt, rowid"),
    ofThem(schema.referrals, "createdAt, rowid"),
    ofThem(schema.appointments, "applicationId, sequence"),
    ofThem(schema.letters, "createdAt, rowid"),
    ofThem(schema.codes, "rowid"),
    tx`select *, (${neverLeft(tx)})::int as "neverLeft" from outbox where subjectId in (
      select id from applications where ${which} ${about}
      union all select id::text from case_events where applicationId in ${ids}) order by createdAt, rowid`,
  ]);
  const found = {
    ...{ events, permissions, referrals, appointments, letters, codes },
    applications: applications.map((row) => ({
      application: decoded(schema.applications, row),
      ownerName: row.ownerName as string | null,
      leftAt: row.leftAt as Date | null,
    })),
    mails: mails.map((row) => ({ ...decoded(schema.outbox, row), neverLeft: Number(row.neverLeft) })),
  };
  return found.applications.map((row) => caseOf(row, found));
}

/** Whether a mail certainly never left, as worker/case/store.ts says it. */
function neverLeft(tx: Connection) {
  return tx`(outbox.status <> 'sent' and outbox.messageId is null and outbox.leasedUntil is null
    and outbox.unknownOutcomes = 0 and outbox.revivedAt is null)`;
}

/** Writes the changes to one case, and returns its events. Fails if another deed has taken their versions. */
async function write(tx: Connection, c: Caller, { kase, changes }: Deed, press: Press) {
  const { id: applicationId } = kase.application;
  const at = press.at.getTime();
  const events: number[] = [];
  for (const [index, event] of changes.events.entries()) {
    const version = kase.version + 1 + index;
    const row = { applicationId, at: press.at, userId: actorOf(event, press), event, version };
    const [stored] = await tx`insert into case_events ${tx(encoded(schema.caseEvents, row))} returning id`;
    events.push(Number(stored?.id));
  }
  await put(tx, schema.permissions, changes.permissions);
  await put(tx, schema.referrals, changes.referrals);
  // Ended calls come first, because an application may have only one open call at a time.
  const ended = changes.appointments?.toSorted((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
  await put(tx, schema.appointments, ended);
  await put(tx, schema.letters, changes.letters);
  const application = encoded(schema.applications, { ...changes.application, heardAt: press.at });
  await tx`update applications set ${tx(application)} where id = ${applicationId}`;
  for (const { name, at, by } of changes.counts ?? []) {
    const hour = Math.floor(at.getTime() / HOUR_MS);
    await tx`insert into hourly_counts ${tx({ hour, name, count: Math.max(0, by) })}
      on conflict (hour, name) do update set count = greatest(0, hourly_counts.count + ${by})`;
  }
  for (const { action, ...change } of changes.audit ?? []) {
    const by = { userId: press.by?.id ?? "", username: press.by?.username ?? "" };
    const row = { at: press.at, ...by, action, subjectId: applicationId, isAllowed: true, change };
    await tx`insert into audit ${tx(encoded(schema.audit, row))}`;
  }
  if (changes.dropped?.length)
    await tx`update outbox set status = 'dropped', lastError = 'stopped' where status = 'owed' and id in ${tx(changes.dropped)}`;
  if (changes.revived?.length)
    await tx`update outbox set status = 'owed', attempts = 0, unknownOutcomes = 0, nextAttemptAt = ${at}, revivedAt = ${at}
      where status = 'dead' and id in ${tx(changes.revived)}`;
  for (const { kind, subjectId, beyondShare } of changes.mails ?? []) {
    const about = typeof subjectId === "string" ? subjectId : String(events[subjectId]);
    const email = changes.application?.email ?? kase.application.email;
    const windows = beyondShare ? await mailWindows(c, email) : [];
    if (!(await isNoneFull(tx, windows))) {
      if (beyondShare === "notOwed") continue;
      throw new OverLimit();
    }
    if (await owe(tx, kind, about, at)) await count(tx, windows);
  }
  await takeBack(tx, kase, changes.takenBack?.map(({ id }) => id) ?? [], at);
  return events;
}

/** Inserts rows, or replaces those with the same ids. */
async function put(tx: Connection, table: SQLiteTable, rows: object[] = []) {
  for (const row of rows) {
    const values = encoded(table, row);
    await tx`insert into ${tx(getTableName(table))} ${tx(values)} on conflict (id) do update set ${tx(values)}`;
  }
}

/** Owes a mail, also one that was owed before and has ended. False if it is owed already. */
async function owe(tx: Connection, kind: string, subjectId: string, at: number) {
  const owed = await tx`insert into outbox ${tx({ id: randomUUID(), kind, subjectId, createdAt: at })}
    on conflict (subjectId, kind) do update set status = 'owed', attempts = 0, unknownOutcomes = 0, nextAttemptAt = ${at},
      leasedUntil = null, revivedAt = ${at} where outbox.status <> 'owed' returning id`;
  return owed.length > 0;
}

/** Drops owed leads of permissions that have ended, and owes a mail to recipients who may have one (worker/case/store.ts). */
async function takeBack(tx: Connection, kase: Case, ended: string[], at: number) {
  for (const { id, permissionId } of kase.referrals.filter((referral) => ended.includes(referral.permissionId))) {
    const isLead = tx`outbox.subjectId = ${id} and outbox.kind in ${tx([...LEADS])}`;
    if (kase.permissions.some((before) => before.id === permissionId && before.state === "yes"))
      await tx`insert into outbox (id, kind, subjectId, createdAt, nextAttemptAt)
        select ${randomUUID()}, 'permissionWithdrawn', referrals.id, ${at}::bigint, coalesce(outbox.leasedUntil, 0)
          from referrals left join outbox on ${isLead} where referrals.id = ${id} and (outbox.id is null or not ${neverLeft(tx)})
        on conflict (subjectId, kind) do update set status = 'owed', attempts = 0, unknownOutcomes = 0, leasedUntil = null,
          nextAttemptAt = coalesce(outbox.leasedUntil, excluded.nextAttemptAt), revivedAt = ${at}
          where outbox.status in ('owed', 'dropped')`;
    await tx`update outbox set status = 'dropped', lastError = 'no-permission' where ${isLead} and status in ('owed', 'dead')`;
  }
}

type Window = Awaited<ReturnType<typeof windowsOf>>[number];

async function mailWindows(c: Caller, email: string): Promise<Window[]> {
  return JSON.parse((await mailsTo(c, database(c.env.DB), email, sqlite`true`)).windows);
}

/** Whether none of these limits is reached. They are held, since a counter that is not there yet cannot be locked. */
async function isNoneFull(tx: Connection, windows: Window[]) {
  if (windows.length === 0) return true;
  const names = windows.map(({ name }) => name);
  await hold(tx, names);
  const counters = await tx`select name, count from counters where name in ${tx(names)} and endsAt > ${Date.now()}`;
  return windows.every(({ name, max }) => !counters.some((each) => each.name === name && each.count >= max));
}

/** Counts once, and fails over a limit. The second of two at once waits for the first and counts on. */
async function count(tx: Connection, windows: Window[]) {
  const now = Date.now();
  for (const { name, max, seconds } of windows) {
    const [counter] = await tx`insert into counters ${tx({ name, count: 1, max, endsAt: now + seconds * 1000 })}
      on conflict (name) do update set max = excluded.max,
        count = case when counters.endsAt <= ${now} then 1 else counters.count + 1 end,
        endsAt = case when counters.endsAt <= ${now} then excluded.endsAt else counters.endsAt end
      returning count`;
    if (Number(counter?.count) > max) throw new OverLimit();
  }
}

/** Stores an application (worker/form/receive.ts). Null if the key came with other answers. */
export async function submit(store: Store, form: ApplicationForm, key?: string) {
  const c = store.caller;
  const now = new Date();
  const { consentRecord, ...answers } = form;
  const { version, score, points } = forecast(form);
  const id = datedId(now);
  const ref = await referenceOf(c.env, id);
  const row = {
    ...answers,
    id,
    referenceHash: await hashOfReference(ref),
    language: language(),
    scoresForecast: score,
    createdAt: now,
    ...queuePlaceOf(form, now),
    forecastVersion: version,
    forecastPoints: points,
    consentRecord: await newEvidence(c, consentRecord, now),
    idempotencyKeyHash: key === undefined ? null : await sha256(key),
    answersHash: await sha256(JSON.stringify(answers)),
    phoneDigits: phoneDigitsOf(form.phone),
    emailFolded: foldedEmail(form.email),
    metro: metroOf(form.zip),
  };
  const { phoneDigits, emailFolded, idempotencyKeyHash } = row;
  const [mails, submits] = [await mailWindows(c, form.email), await windowsOf(c, "submit")];
  return transacted(store, async (tx) => {
    // Of two with one phone or address at once, the second one has to see the first.
    await hold(tx, [`phone ${phoneDigits}`, `email ${emailFolded}`]);
    const [other] = await tx`select id from applications
      where emailFolded = ${emailFolded} or (${phoneDigits} <> '' and phoneDigits = ${phoneDigits}) limit 1`;
    const flagsJson = [...flagsOf(form, now), ...(other ? [POSSIBLE_DUPLICATE] : [])];
    const values = encoded(schema.applications, { ...row, flagsJson });
    const [isNew] = await tx`insert into applications ${tx(values)} on conflict do nothing returning id`;
    if (isNew) {
      const isAllowed = await isNoneFull(tx, mails);
      const mail = { id: randomUUID(), kind: "confirmation", subjectId: id, createdAt: now.getTime() };
      const ending = isAllowed ? { status: "owed" } : { status: "dropped", lastError: TOO_MANY_MAILS };
      await tx`insert into outbox ${tx({ ...mail, ...ending })}`;
      await count(tx, [...(isAllowed ? mails : []), ...submits]);
    }
    const [stored] = await tx`select applications.id, answersHash, outbox.id as "outboxId" from applications
      left join outbox on subjectId = applications.id and kind = 'confirmation' and outbox.status = 'owed'
      where applications.id = ${id} or idempotencyKeyHash = ${idempotencyKeyHash}`;
    if (stored?.answersHash !== row.answersHash) return null;
    return {
      ref: await referenceOf(c.env, stored.id),
      id: String(stored.id),
      outboxId: stored.outboxId as string | null,
    };
  });
}

/** What the statement finds, as Drizzle gives the rows of this table. */
async function rowsOf<Table extends SQLiteTable>(table: Table, query: Fragment) {
  return ((await query) as object[]).map((row) => decoded(table, row));
}

/** A row of this table as Drizzle gives it: dates, booleans and JSON. */
export function decoded<Table extends SQLiteTable>(table: Table, row: object): Table["$inferSelect"] {
  const values = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const value = (row as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, value === null ? null : column.mapFromDriverValue(value)]];
  });
  return Object.fromEntries(values);
}

function encoded(table: SQLiteTable, row: object): Record<string, string | number | null> {
  const columns = getTableColumns(table);
  const values = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    values.map(([name, value]) => [name, value === null ? null : columns[name]?.mapToDriverValue(value)]),
  ) as Record<string, string | number | null>;
}
