import { and, type Column, eq, getTableColumns, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, isOneOf, named, type Results } from "../../db/database.ts";
import { actorOf, type Case, type Changes, type Owed, type Permission, type Press } from "../../db/model/case/case.ts";
import { isRefusal } from "../../db/model/mail/errors.ts";
import { LEADS, type MailStatus } from "../../db/model/mail/mail.ts";
import {
  applications,
  appointments,
  audit,
  caseEvents,
  codes,
  letters,
  mailSubjects,
  outbox,
  permissions,
  referrals,
  users,
} from "../../db/schema.ts";
import { owedAgain, owedMail } from "../owed-mail.ts";
import { eventColumns, insertQuestions, permissionColumns, withoutWords } from "./question.ts";
import { storedAnswers } from "./stored-answers.ts";

type Query = BatchItem<"sqlite">;

/** Whether a mail certainly never left: it was never accepted, no delivery is running, none ended unknown, and it was not revived. */
export const neverLeft = sql<number>`(${outbox.status} <> 'sent' and ${outbox.messageId} is null and ${outbox.leasedUntil} is null
  and ${outbox.unknownOutcomes} = 0 and ${outbox.revivedAt} is null)`;

/** A case with all columns of its application. */
export type StoredCase = Case & { application: typeof applications.$inferSelect };

/** The whole cases that fit this condition on applications, oldest first, and the results of `also` from the same moment. */
export async function readCases<Also extends Record<string, Query>>(
  db: Database,
  which: SQL | undefined,
  also: Also,
  along: readonly Query[] = [],
) {
  const found = (await named(db, { ...readStatements(db, which), ...also }, along)) as Found & Results<Also>;
  return { cases: found.applications.map((row) => caseOf(row, found)), also: found as Results<Also> };
}

function readStatements(db: Database, which: SQL | undefined) {
  const ids = db.select({ id: applications.id }).from(applications).where(which);
  const happened = db
    .select({ id: sql<string>`cast(${caseEvents.id} as text)` })
    .from(caseEvents)
    .where(isOneOf(caseEvents.applicationId, ids));
  const about = Object.values(mailSubjects).map((table) =>
    isOneOf(outbox.subjectId, db.select({ id: table.id }).from(table).where(isOneOf(table.applicationId, ids))),
  );
  return {
    applications: db
      .select({ application: applications, ownerName: users.username, leftAt: users.deactivatedAt })
      .from(applications)
      .leftJoin(users, eq(users.id, applications.ownerId))
      .where(which)
      .orderBy(applications.number),
    events: db
      .select(eventColumns)
      .from(caseEvents)
      .where(isOneOf(caseEvents.applicationId, ids))
      .orderBy(caseEvents.id),
    permissions: db
      .select(permissionColumns)
      .from(permissions)
      .where(isOneOf(permissions.applicationId, ids))
      .orderBy(permissions.askedAt, sql`permissions.rowid`),
    referrals: db.select().from(referrals).where(isOneOf(referrals.applicationId, ids)).orderBy(referrals.createdAt),
    appointments: db
      .select()
      .from(appointments)
      .where(isOneOf(appointments.applicationId, ids))
      .orderBy(appointments.applicationId, appointments.sequence),
    letters: db.select().from(letters).where(isOneOf(letters.applicationId, ids)).orderBy(letters.createdAt),
    codes: db
      .select({ id: codes.id, applicationId: codes.applicationId })
      .from(codes)
      .where(isOneOf(codes.applicationId, ids)),
    mails: db
      .select({ ...getTableColumns(outbox), neverLeft: neverLeft.as("neverLeft") })
      .from(outbox)
      .where(or(isOneOf(outbox.subjectId, ids), ...about, isOneOf(outbox.subjectId, happened)))
      .orderBy(outbox.createdAt),
  };
}

type Found = Results<ReturnType<typeof readStatements>>;

/** The case of this row, picked from the rows of all cases that were read. */
export function caseOf({ application, ownerName, leftAt }: Found["applications"][number], found: Found): StoredCase {
  const ofThisCase = <Row extends { applicationId: string }>(rows: readonly Row[]) =>
    rows.filter(({ applicationId }) => applicationId === application.id);
  const events = ofThisCase(found.events);
  const subjects = new Set([
    application.id,
    ...events.map(({ id }) => String(id)),
    ...Object.keys(mailSubjects)
      .flatMap((name) => ofThisCase(found[name as keyof typeof mailSubjects]))
      .map(({ id }) => id),
  ]);
  return {
    application,
    answers: storedAnswers(application),
    version: Math.max(0, ...events.map(({ version }) => version)),
    ownerName: leftAt === null ? ownerName : null,
    formerOwnerName: ownerName,
    events,
    permissions: ofThisCase(found.permissions),
    referrals: ofThisCase(found.referrals),
    appointments: ofThisCase(found.appointments),
    letters: ofThisCase(found.letters),
    mails: found.mails
      .filter(({ subjectId }) => subjects.has(subjectId))
      .map((mail) => ({ ...mail, neverLeft: Boolean(mail.neverLeft), isRefusedForGood: isRefusal(mail.lastError) })),
  };
}

/** The changes to one case. Each mail has its new id and the condition on which it is owed. */
export interface Write {
  kase: Case;
  changes: Changes;
  mails: (Owed & { id: string; isAllowed: SQL })[];
}

/**
 * The statements that write these changes: few, however many cases change alike, because D1 takes a thousand in one call. Their guard
 * is that the events take the next versions of each case: the whole batch fails when another deed has taken them, or when an
 * application is gone (`isConflict`). The first one returns the events' ids in order, `owed` the mails to send soon.
 */
export function writeStatements(db: Database, writes: Write[], press: Press) {
  const { at } = press;
  const idsOf = (which: "dropped" | "revived") => writes.flatMap(({ changes }) => changes[which] ?? []);
  const updates = Map.groupBy(writes, ({ changes }) => JSON.stringify(changes.application ?? {}));
  const rows = [
    ...insertQuestions(
      db,
      writes.flatMap(({ changes }) => changes.events),
    ),
    ...writes.flatMap((write) => rowsOf(db, write)),
    ...[...updates.values()].map((alike) =>
      db
        .update(applications)
        .set({ ...alike[0]?.changes.application, heardAt: at })
        .where(isOneOf(applications.id, alike.map(idOf))),
    ),
    ...insertAudit(db, writes, press),
    ...(idsOf("dropped").length > 0
      ? [
          db
            .update(outbox)
            .set({ status: "dropped", lastError: "stopped" })
            .where(areStill("owed", idsOf("dropped"))),
        ]
      : []),
    ...(idsOf("revived").length > 0
      ? [
          db
            .update(outbox)
            .set(owedAgain(at))
            .where(areStill("dead", idsOf("revived"))),
        ]
      : []),
  ];
  const owed = writes.flatMap(({ kase, changes, mails }) => [
    ...mails.map((mail) => owe(db, kase, mail, at)),
    ...takeBack(db, kase, changes.takenBack ?? [], at),
  ]);
  return { events: writes.length > 0 ? [insertEvents(db, writes, press)] : [], rows, owed };
}

function idOf({ kase }: Write) {
  return kase.application.id;
}

function insertEvents(db: Database, writes: Write[], press: Press) {
  const given = writes.flatMap(({ kase, changes }) =>
    changes.events.map((event, index) => [
      kase.application.id,
      actorOf(event, press),
      JSON.stringify(withoutWords(event)),
      kase.version + 1 + index,
    ]),
  );
  return db
    .insert(caseEvents)
    .select(
      sql`select null, (select id from applications where id = value ->> 0), ${press.at.getTime()}, value ->> 1, value ->> 2, value ->> 3
        from json_each(${JSON.stringify(given)}) order by key`,
    )
    .returning({ id: caseEvents.id });
}

function rowsOf(db: Database, { changes }: Write) {
  return [
    ...(changes.permissions ?? []).map(({ words: _, ...row }) => put(db, permissions, row)),
    ...(changes.referrals ?? []).map((row) => put(db, referrals, row)),
    // Ended calls come first, because an application may have only one open call at a time.
    ...(changes.appointments ?? [])
      .toSorted((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null))
      .map((row) => put(db, appointments, row)),
    ...(changes.letters ?? []).map((row) => put(db, letters, row)),
  ];
}

function insertAudit(db: Database, writes: Write[], { at, by }: Press) {
  const given = writes.flatMap(({ kase, changes }) =>
    (changes.audit ?? []).map(({ action, ...change }) => [action, kase.application.id, JSON.stringify(change)]),
  );
  if (given.length === 0) return [];
  return [
    db.insert(audit).select(
      sql`select null, ${at.getTime()}, ${by?.id ?? ""}, ${by?.username ?? ""}, value ->> 0, value ->> 1, 1, value ->> 2
        from json_each(${JSON.stringify(given)})`,
    ),
  ];
}

/** How often the case of this application has changed: the version of its newest event. */
export function versionOf(applicationId: string | typeof applications.id) {
  return sql<number>`coalesce((select max(version) from case_events where applicationId = ${applicationId}), 0)`;
}

/** The condition that the case has not changed since it was read. */
export function isAtVersion({
  application,
  version,
}: {
  application: Pick<Case["application"], "id">;
  version: number;
}) {
  return sql`${versionOf(application.id)} = ${version}`;
}

type Written = typeof permissions | typeof referrals | typeof appointments | typeof letters;

/** Inserts the row, or replaces the one with the same id. */
function put<Table extends Written>(db: Database, table: Table, row: Table["$inferSelect"]): Query {
  return db
    .insert(table)
    .values(row as never)
    .onConflictDoUpdate({ target: table.id, set: row as never });
}

/** Owes a mail. A mail that was owed before and has ended is owed again. */
function owe(db: Database, kase: Case, { id, kind, subjectId, isAllowed }: Write["mails"][number], at: Date) {
  const subject =
    typeof subjectId === "string"
      ? sql`${subjectId}`
      : sql`(select cast(id as text) from case_events
          where applicationId = ${kase.application.id} and version = ${kase.version + 1 + subjectId})`;
  return db
    .insert(outbox)
    .select(
      db
        .select(owedMail({ id, kind, subjectId: subject, createdAt: at }))
        .from(sql`(select 1)`)
        .where(isAllowed),
    )
    .onConflictDoUpdate({
      target: [outbox.subjectId, outbox.kind],
      set: { ...owedAgain(at), leasedUntil: null },
      setWhere: sql`${outbox.status} <> 'owed'`,
    })
    .returning({ id: outbox.id });
}

/** Those of these mails that have this status. The plus makes SQLite find them by id instead of reading all that have it. */
function areStill(status: MailStatus, ids: string[]) {
  return sql`+${outbox.status} = ${status} and ${isOneOf(outbox.id, ids)}`;
}

/**
 * Drops owed leads of a withdrawn yes. Owes a mail to recipients who may have one, after any running delivery. Only SQL
 * knows whether a lead has left, because deliveries are not deeds.
 */
function takeBack(db: Database, kase: Case, ended: Permission[], at: Date) {
  const before = (id: string) => kase.permissions.find((each) => each.id === id);
  return kase.referrals.flatMap((referral) => {
    if (!ended.some(({ id }) => id === referral.permissionId)) return [];
    const isLeadOf = and(eq(outbox.subjectId, referral.id), isOneOf(outbox.kind, LEADS));
    const wasYes = before(referral.permissionId)?.state === "yes";
    const told = db
      .insert(outbox)
      .select(
        sql`select ${crypto.randomUUID()}, 'permissionWithdrawn', referrals.id, 'owed', ${at.getTime()}, null, 0, 0, coalesce(${outbox.leasedUntil}, 0), null, null, null, null
          from ${referrals} left join ${outbox} on ${isLeadOf}
          where ${and(eq(referrals.id, referral.id), or(isNull(outbox.id), not(neverLeft)))}`,
      )
      .onConflictDoUpdate({
        target: [outbox.subjectId, outbox.kind],
        // A later yes made this mail needless, or a running delivery has read that yes and this mail has to follow it.
        set: {
          ...owedAgain(at),
          nextAttemptAt: sql`coalesce(${outbox.leasedUntil}, excluded.nextAttemptAt)`,
          leasedUntil: null,
        },
        setWhere: isOneOf(outbox.status, ["owed", "dropped"]),
      })
      .returning({ id: outbox.id });
    const dropped = db
      .update(outbox)
      .set({ status: "dropped", lastError: "no-permission" })
      .where(and(isLeadOf, isOneOf(outbox.status, ["owed", "dead"])))
      .returning({ id: sql<string>`''` });
    return wasYes ? [told, dropped] : [dropped];
  });
}

/** The condition that the user owns the case and has not left. */
export function isOwner(ownerId: Column) {
  return and(eq(users.id, ownerId), isNull(users.deactivatedAt));
}

/** Finds these applications, and those merged with them. */
export function withMerged(db: Database, isThisCase: SQL | undefined) {
  const main = db
    .select({ id: sql<string>`coalesce(${applications.mergedInto}, ${applications.id})` })
    .from(applications)
    .where(isThisCase);
  return or(isOneOf(applications.id, main), isOneOf(applications.mergedInto, main));
}
