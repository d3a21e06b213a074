import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, retried } from "../../db/database.ts";
import type { Call, CallOutcome } from "../../db/model/case-event.ts";
import { type Planned, presetAfter, refusedCallAt, refusedPlan } from "../../db/model/next-action.ts";
import type { Status } from "../../db/model/status.ts";
import { applications, appointments, caseEvents } from "../../db/schema.ts";
import { endingStatements, isDueCall, isOpenCall, triedStatement } from "../applicant/appointment.ts";
import { personOf, stopStatements } from "../applicant/stop.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import { advanceStatements } from "./advance.ts";
import { type Attempt, type Refused, SAME_PRESS_MS } from "./attempt.ts";
import { ownCase } from "./case.ts";
import { nextStatement } from "./next-action.ts";

/** Calls by staff, which they note with one press and may undo for a moment. */

/** The desk offers to undo a call for ten seconds; until here it may still arrive. */
const UNDO_MS = 60_000;
const HANDED_OVER = "Somebody else works on this application now.";

/** A call that was noted: the event that tells it, which can be undone; null for a stop, which only the applicant undoes. */
export interface Recorded {
  call: number | null;
  next: Planned | null;
}

/**
 * Notes how a call ended, and what comes next: what was chosen, or what usually does. Having reached the applicant leads on to
 * contacted, step by step, and is the call that was due; a try at the booked time ends that call; being asked to stop stops
 * contact, whoever was asked. The same press twice is one call. Refused otherwise when the member may not work on it, and when
 * the time for the next call is none at which we may call.
 */
export async function recordCall(
  db: Database,
  id: string,
  member: Member,
  { outcome, callAt, next: chosen }: Call,
): Promise<Recorded | Refused | null> {
  const application = await ownCase(db, id, member);
  if (!application) return null;
  const now = new Date();
  const isCase = eq(applications.id, id);
  const isNewPress = sql`not exists ${lastCall(db, id, member, outcome, new Date(now.getTime() - SAME_PRESS_MS))}`;
  if (outcome === "askedToStop") {
    await db.batch([
      eventStatement(db, { kind: "call", outcome }, member.id, and(isCase, isNewPress), now),
      ...stopStatements(db, { isThis: isCase, person: personOf(db, isCase) }, { how: "phone", userId: member.id }),
    ]);
    return { call: null, next: null };
  }
  if ("refused" in application) return application;
  const { zip } = application;
  const askedFor = outcome === "askedToCallAt" ? callAt : undefined;
  const refused =
    (askedFor && refusedCallAt(askedFor, zip, now)) ?? (chosen ? refusedPlan(chosen, zip, now) : null) ?? null;
  if (refused) return { refused };
  const [booked] = await db
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(and(eq(appointments.applicationId, id), isOpenCall));
  const next = chosen
    ? { kind: chosen.kind, note: chosen.note ?? "", at: chosen.at.getTime() }
    : presetAfter(outcome, zip, now, { askedFor, bookedFor: booked?.startsAt });
  const isReached = outcome === "reached";
  const isStillTheirs = sql`${applications.ownerId} is ${application.ownerId}`;
  const ends = isReached ? isDueCall(now) : sql`${appointments.startsAt} <= ${now.getTime()}`;
  // What follows from the call happens where it was written down. Done twice within a millisecond, it is as good as once.
  const isNoted = and(
    isCase,
    sql`exists (select 1 from case_events where applicationId = ${id} and at = ${now.getTime()} and userId = ${member.id}
      and event ->> '$.kind' = 'call' and event ->> '$.outcome' = ${outcome})`,
  ) as SQL;
  const [, , ...rest] = await retried(() =>
    db.batch([
      eventStatement(
        db,
        callEvent({ outcome, callAt: askedFor, next, ends }),
        member.id,
        and(isCase, isStillTheirs, isNewPress),
        now,
      ),
      nextStatement(db, next, isNoted),
      lastCall(db, id, member, outcome, new Date(now.getTime() - SAME_PRESS_MS)),
      ...(isReached
        ? [
            ...endingStatements(db, { kind: "callDone" }, member.id, isNoted, isDueCall(now), now),
            ...contactedStatements(db, isNoted, member, now),
          ]
        : [triedStatement(db, isNoted, now)]),
    ]),
  );
  const [[call]] = rest;
  if (!call) return { refused: HANDED_OVER };
  return { call: call.id, next: call.event.kind === "call" ? (call.event.next ?? null) : null };
}

/**
 * Undoes a call that the member has just noted: status, next action, first contact and the call that was due are as before, and
 * the log says so. Again is as good as once. Refused for a stop, after a minute, and when something happened since.
 */
export async function undoCall(db: Database, id: string, member: Member, call: number): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const now = new Date();
  const isUndoable = and(
    eq(applications.id, id),
    sql`exists (select 1 from case_events call where call.id = ${call} and call.applicationId = ${id}
      and call.userId = ${member.id} and call.at >= ${now.getTime() - UNDO_MS} and call.event ->> '$.kind' = 'call'
      and call.event ->> '$.before' is not null
      and not exists (select 1 from case_events later where later.applicationId = ${id} and later.id > call.id
        and later.event ->> '$.kind' <> 'linkOpened'
        and not (later.event ->> '$.kind' in ('callDone', 'status') and later.at = call.at and later.userId is call.userId))
      and not exists (select 1 from referrals where referrals.applicationId = ${id} and referrals.createdAt >= call.at))`,
  );
  const before = (name: string) =>
    sql`(select event ->> ${`$.before.${name}`} from case_events where case_events.id = ${call})`;
  const [, [undone], , [event], [again]] = await retried(() =>
    db.batch([
      db
        .update(appointments)
        .set({ endedAt: null })
        .where(
          and(
            sql`${appointments.id} = ${before("appointmentId")}`,
            sql`not exists (select 1 from appointments other where other.applicationId = ${id} and other.endedAt is null)`,
            sql`exists ${db.select({ id: applications.id }).from(applications).where(isUndoable)}`,
          ),
        ),
      db
        .update(applications)
        .set({
          status: before("status") as SQL<Status>,
          nextKind: before("nextKind"),
          nextNote: before("nextNote"),
          nextAt: before("nextAt"),
          firstContactAt: before("firstContactAt"),
          firstContactBy: before("firstContactBy"),
        })
        .where(isUndoable)
        .returning({ id: applications.id }),
      eventStatement(db, { kind: "callUndone", call }, member.id, isUndoable, now),
      db
        .select({ at: caseEvents.at, event: caseEvents.event })
        .from(caseEvents)
        .where(and(eq(caseEvents.id, call), eq(caseEvents.applicationId, id), eq(caseEvents.userId, member.id))),
      db
        .select({ id: caseEvents.id })
        .from(caseEvents)
        .where(and(eq(caseEvents.applicationId, id), isUndoingOf(sql`${caseEvents.event}`, call))),
    ]),
  );
  if (undone || again) return "done";
  if (event?.event.kind !== "call") return { refused: "There is no such call of yours to undo." };
  if (event.event.outcome === "askedToStop") return { refused: "Only the applicant can undo a stop." };
  if (event.at.getTime() < now.getTime() - UNDO_MS) {
    return { refused: "A call can be undone for a minute only. Please write a note instead." };
  }
  return {
    refused: "Something happened to this application since, so the call cannot be undone. Please write a note.",
  };
}

/** The member's last call with this outcome since then that counts. */
function lastCall(db: Database, id: string, member: Member, outcome: CallOutcome, since: Date) {
  return db
    .select({ id: caseEvents.id, event: caseEvents.event })
    .from(caseEvents)
    .where(
      and(
        eq(caseEvents.applicationId, id),
        eq(caseEvents.userId, member.id),
        sql`${caseEvents.at} > ${since.getTime()}`,
        sql`${caseEvents.event} ->> '$.kind' = 'call' and ${caseEvents.event} ->> '$.outcome' = ${outcome}`,
        sql`not exists (select 1 from case_events undoing where undoing.applicationId = ${id}
          and ${isUndoingOf(sql`undoing.event`, sql`${caseEvents.id}`)})`,
      ),
    )
    .orderBy(sql`${caseEvents.id} desc`)
    .limit(1);
}

function isUndoingOf(event: SQL, call: number | SQL) {
  return sql`${event} ->> '$.kind' = 'callUndone' and ${event} ->> '$.call' = ${call}`;
}

/** The event as SQL, with what was there before. Nothing is planned for an application that is closed or stopped. */
function callEvent({
  outcome,
  callAt,
  next,
  ends,
}: {
  outcome: CallOutcome;
  callAt: Date | undefined;
  next: Planned | null;
  ends: SQL | undefined;
}) {
  const { status, nextKind, nextNote, nextAt, firstContactAt, firstContactBy } = applications;
  const isOpen = and(isNull(applications.contactStoppedAt), isNull(applications.outcome));
  return sql`json_object('kind', 'call', 'outcome', ${outcome}, 'callAt', ${callAt?.getTime() ?? null},
    'next', json(iif(${isOpen}, ${JSON.stringify(next)}, 'null')),
    'before', json_object('status', ${status}, 'nextKind', ${nextKind}, 'nextNote', ${nextNote}, 'nextAt', ${nextAt},
      'firstContactAt', ${firstContactAt}, 'firstContactBy', ${firstContactBy},
      'appointmentId', (select ${appointments.id} from ${appointments} where ${appointments.applicationId} = ${applications.id}
        and ${appointments.endedAt} is null and ${ends})))`;
}

/** The statements that lead an application that waits for a first contact on to contacted, each step with its event. */
function contactedStatements(db: Database, isCase: SQL, member: Member, at: Date) {
  return [
    ...advanceStatements(db, isCase, "in_review", member, { at }),
    ...advanceStatements(db, isCase, "contacted", member, { at }),
  ] as const;
}
