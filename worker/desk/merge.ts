import { and, desc, eq, exists, inArray, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Database, retried } from "../../db/database.ts";
import { soonestCall } from "../../db/model/call-slots.ts";
import type { CaseEvent } from "../../db/model/case-event.ts";
import { applications, appointments, caseEvents, outbox } from "../../db/schema.ts";
import { closingMailStatement, hasPlace, isOpenCall } from "../applicant/appointment.ts";
import { stopStatements } from "../applicant/stop.ts";
import { eventStatement } from "../case-events.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { ownCase } from "./case.ts";
import { changeStatement } from "./changes.ts";
import { duplicatesOf, refusedMerge } from "./duplicates.ts";
import { stayingOwner } from "./member.ts";

/**
 * Two applications of one person become one case, and two again. Nothing is copied or deleted: the other one points to the
 * one that goes on and is closed as its duplicate, and an event of it has what that changed.
 */

const CHANGED = "One of the two applications was changed meanwhile. Please look at them again.";

/**
 * Merges the other application into this one; the id of the mail that takes its call out of the applicant's calendar, if
 * there is one. Refused unless both are open and look like the same person's, the member may work on both, and nothing is
 * merged into the other one. Either one is stopped if its applicant asked for that in the other one since.
 */
export async function merge(db: Database, id: string, member: Member, otherId: string): Promise<Attempt> {
  const main = await ownCase(db, id, member);
  if (!main || "refused" in main) return main;
  const other = (await duplicatesOf(db, main)).find((each) => each.id === otherId);
  if (!other) return { refused: "Choose one of the possible duplicates." };
  const refused = refusedMerge(main, other, member);
  if (refused) return { refused };

  const now = new Date();
  const outboxId = crypto.randomUUID();
  const isMine = member.role === "manager" ? undefined : eq(applications.ownerId, member.id);
  const isMain = and(eq(applications.id, id), isNull(applications.outcome), isMine);
  const isSame = and(
    samePerson(main),
    eq(applications.id, otherId),
    eq(applications.status, other.status),
    isNull(applications.outcome),
    isMine,
  );
  const found = (condition: SQL | undefined) => exists(db.select().from(applications).where(condition));
  const isWhole = sql`not exists (select 1 from applications third where third.mergedInto = ${otherId})`;
  // The one that goes on must still look the same, too.
  const mayMerge = and(found(and(isMain, samePerson(main))), found(isSame), isWhole);
  const isOther = and(eq(applications.id, otherId), mayMerge);
  const closed: CaseEvent = {
    kind: "status",
    from: other.status,
    to: "duplicate",
    outcome: "undecided",
    duplicateOf: id,
  };
  const merged = sql`json_object('kind', 'merged', 'otherId', ${id}, 'before', json_object('status', ${applications.status},
    'nextKind', ${applications.nextKind}, 'nextNote', ${applications.nextNote}, 'nextAt', ${applications.nextAt},
    'callId', (select ${appointments.id} from ${appointments}
      where ${and(eq(appointments.applicationId, applications.id), isOpenCall)})))`;
  const batch = () =>
    db.batch([
      eventStatement(db, { kind: "merged", otherId, before: null }, member.id, and(isMain, mayMerge), now),
      eventStatement(db, merged, member.id, isOther, now),
      eventStatement(db, closed, member.id, isOther, now),
      changeStatement(db, member, applications, isOther, {
        action: "mergeDuplicates",
        old: sql`json_object('mergedInto', null)`,
        new: { mergedInto: id },
      }),
      closingMailStatement(db, outboxId, isOther, now),
      db
        .update(applications)
        .set({
          status: "duplicate",
          outcome: "undecided",
          mergedInto: id,
          nextKind: null,
          nextNote: null,
          nextAt: null,
        })
        .where(isOther),
      db
        .select({ mergedInto: applications.mergedInto, outboxId: sql<string | null>`${outbox.id}`.as("outboxId") })
        .from(applications)
        .leftJoin(outbox, eq(outbox.id, outboxId))
        .where(eq(applications.id, otherId)),
      ...stopStatements(
        db,
        { isThis: sql`false`, person: and(isMerged(id, otherId), wasStoppedSince(id, otherId)) },
        { how: "merge", userId: null },
      ),
    ]);
  const [, , , , , , [after]] = await retried(batch);
  if (after?.mergedInto !== id) return { refused: CHANGED };
  return after.outboxId ? { outboxId } : "done";
}

/**
 * Splits the other application from this one again: it stands as before, with its next action and the call that was booked,
 * if its time is still ahead and free; the id of the mail about that call, if there is one. A stop since then stays.
 */
export async function split(db: Database, id: string, member: Member, otherId: string): Promise<Attempt> {
  const main = await ownCase(db, id, member);
  if (!main || "refused" in main) return main;
  const other = await ownCase(db, otherId, member);
  if (other && "refused" in other) return other;
  const [merging] = await db
    .select({ id: caseEvents.id, event: caseEvents.event })
    .from(caseEvents)
    .where(and(eq(caseEvents.applicationId, otherId), isMerging))
    .orderBy(desc(caseEvents.id))
    .limit(1);
  const before = merging?.event.kind === "merged" ? merging.event.before : null;
  if (!other || !merging || !before || other.mergedInto !== id) {
    return { refused: "These two applications are not merged." };
  }
  const [call] = await db
    .select()
    .from(appointments)
    .where(eq(appointments.id, before.callId ?? ""));

  const now = new Date();
  const [outboxId, callId] = [crypto.randomUUID(), crypto.randomUUID()];
  const isOther = and(
    eq(applications.id, otherId),
    eq(applications.mergedInto, id),
    eq(applications.status, "duplicate"),
    member.role === "manager" ? undefined : eq(applications.ownerId, member.id),
    sql`${merging.id} = (select max(id) from case_events where applicationId = ${otherId} and ${isMerging})`,
  );
  const isMain = and(eq(applications.id, id), exists(db.select().from(applications).where(isOther)));
  const isAhead = !call || (call.startsAt !== null && call.startsAt <= now) ? sql`false` : sql`true`;
  const mayCallThen = and(
    isOther,
    isAhead,
    isNull(applications.contactStoppedAt),
    call?.startsAt ? hasPlace(call.startsAt) : undefined,
    notExists(
      db
        .select({ id: appointments.id })
        .from(appointments)
        .where(and(eq(appointments.applicationId, applications.id), isOpenCall)),
    ),
  );
  const unlessStopped = <Value extends string | number>(value: Value | null) =>
    sql<Value | null>`iif(${applications.contactStoppedAt} is null, ${value}, null)`;
  const isLost = and(isOther, isAhead, sql`not exists (select 1 from appointments where id = ${callId})`);
  const [, , , , , , , [done], [owed]] = await retried(() =>
    db.batch([
      db.insert(appointments).select(
        db
          .select({
            id: sql<string>`${callId}`.as("id"),
            applicationId: applications.id,
            startsAt: sql<Date | null>`${call?.startsAt?.getTime() ?? null}`.as("startsAt"),
            dueAt: sql<Date>`${(call?.startsAt ?? soonestCall(other.zip, now)).getTime()}`.as("dueAt"),
            sequence: sql<number>`(select coalesce(max(earlier.sequence) + 1, 0) from appointments earlier
              where earlier.applicationId = ${otherId})`.as("sequence"),
            createdAt: sql<Date>`${now.getTime()}`.as("createdAt"),
            endedAt: sql<null>`null`.as("endedAt"),
          })
          .from(applications)
          .where(mayCallThen),
      ),
      db
        .insert(outbox)
        .select(
          db
            .select(owedMail({ id: outboxId, kind: "appointment", subjectId: appointments.id, createdAt: now }))
            .from(appointments)
            .where(eq(appointments.id, callId)),
        )
        .onConflictDoNothing(),
      eventStatement(db, { kind: "split", otherId }, member.id, isMain, now),
      eventStatement(db, { kind: "split", otherId: id }, member.id, isOther, now),
      eventStatement(db, { kind: "callCancelled" }, member.id, isLost, now),
      changeStatement(db, member, applications, isOther, {
        action: "mergeDuplicates",
        old: sql`json_object('mergedInto', ${applications.mergedInto})`,
        new: { mergedInto: null },
      }),
      db
        .update(applications)
        .set({
          status: before.status,
          outcome: null,
          mergedInto: null,
          ownerId: stayingOwner(applications.ownerId),
          nextKind: unlessStopped(before.nextKind),
          nextNote: unlessStopped(before.nextNote),
          nextAt: unlessStopped(before.nextAt) as SQL<Date | null>,
        })
        .where(isOther),
      db
        .select({ id: caseEvents.id })
        .from(caseEvents)
        .where(
          and(
            eq(caseEvents.applicationId, otherId),
            eq(caseEvents.userId, member.id),
            eq(caseEvents.at, now),
            sql`${caseEvents.event} ->> '$.kind' = 'split'`,
          ),
        ),
      db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, outboxId)),
    ]),
  );
  if (!done) return { refused: CHANGED };
  return owed ? { outboxId } : "done";
}

/** An event that closed an application as a duplicate, and says how it stood before. */
const isMerging = sql`case_events.event ->> '$.kind' = 'merged' and case_events.event ->> '$.before' is not null`;

/** The application in this row has the phone, e-mail, or name and ZIP of that one. */
function samePerson({ phoneDigits, emailFolded, fullName, zip }: typeof applications.$inferSelect) {
  return or(
    and(ne(sql`${phoneDigits}`, ""), eq(applications.phoneDigits, phoneDigits)),
    eq(applications.emailFolded, emailFolded),
    and(eq(applications.zip, zip), sql`${applications.fullName} collate nocase = ${fullName}`),
  );
}

/** The row is one of these two, which are merged. */
function isMerged(id: string, otherId: string) {
  return and(
    inArray(applications.id, [id, otherId]),
    sql`exists (select 1 from applications other where other.id = ${otherId} and other.mergedInto = ${id})`,
  );
}

/** In one of these two a stop was asked for since the applicant of the one in this row agreed to be contacted. */
function wasStoppedSince(id: string, otherId: string) {
  return sql`exists (select 1 from case_events stop where stop.applicationId in (${id}, ${otherId})
    and stop.event ->> '$.kind' = 'contactStopped'
    and stop.at > coalesce(${applications.contactResumedAt}, ${applications.createdAt}))`;
}
