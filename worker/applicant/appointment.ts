import { and, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database, retried } from "../../db/database.ts";
import {
  type CallSlot,
  type FreeSlots,
  type Places,
  placeOf,
  presetPlaces,
  slotInWords,
  slotsFor,
  soonestCall,
  zoneDoubtAbout,
} from "../../db/model/call-slots.ts";
import type { CaseEvent } from "../../db/model/case-event.ts";
import type { MailKind } from "../../db/model/mail.ts";
import { CALL_NOTICE_MS } from "../../db/model/my-day.ts";
import { applications, appointments, callCapacity, outbox } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Env } from "../env.ts";
import { countStatements, countUnknownStatements, mailsTo } from "../limits.ts";
import { owedMail } from "../outbox.ts";
import { hasReference } from "../reference.ts";

/** Calls that applicants ask for, at a time that suits them or as soon as possible. */

type Caller = Context<{ Bindings: Env }>;

/** An open appointment as the applicant reads it. */
export type BookedCall = CallSlot | { startsAt: null };

const NO_SLOTS: FreeSlots = { days: [], zoneDoubt: null };

/** The condition of an appointment that is neither over, moved nor cancelled. */
export const isOpenCall = isNull(appointments.endedAt);

/** Which slots this application may book now; none after a stop or when it is closed. Null when there is no such reference. */
export async function readSlots(c: Caller, ref: string) {
  const db = database(c.env.DB);
  const now = new Date();
  const [[known], [capacity], taken] = await db.batch([
    db
      .select({
        zip: applications.zip,
        contactStoppedAt: applications.contactStoppedAt,
        outcome: applications.outcome,
      })
      .from(applications)
      .where(await hasReference(ref)),
    db.select({ places: callCapacity.places }).from(callCapacity),
    db
      .select({ startsAt: appointments.startsAt, calls: sql<number>`count(*)`.as("calls") })
      .from(appointments)
      .where(and(isOpenCall, gt(appointments.startsAt, now)))
      .groupBy(appointments.startsAt),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!known) return null;
  if (whyNoCalls(known)) return NO_SLOTS;
  const places = capacity?.places ?? presetPlaces;
  const callsAt = new Map(taken.map(({ startsAt, calls }) => [startsAt?.getTime(), calls]));
  const free = slotsFor(known.zip, now).filter((at) => placesFor(places, at) > (callsAt.get(at.getTime()) ?? 0));
  return { days: byDay(free.map((at) => slotInWords(at, known.zip))), zoneDoubt: zoneDoubtAbout(known.zip) };
}

/**
 * Books a slot, or a call as soon as possible (null), in place of what was booked before; the same again changes nothing. Of
 * those who want the last place at once, one gets it, and the others keep what they had. A mail says what was booked unless
 * its address has had its share. Null when no application has this reference.
 */
export async function bookCall(c: Caller, ref: string, startsAt: Date | null) {
  const db = database(c.env.DB);
  const now = new Date();
  const [[known]] = await db.batch([
    stateStatement(db, await hasReference(ref)),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!known) return null;
  const refused = whyNoCalls(known);
  if (refused) return { refused };
  if (isFor(known, startsAt)) return { booked: bookedCall(known), outboxId: null };
  const isSlot = (at: Date) => at.getTime() === startsAt?.getTime();
  if (startsAt && !slotsFor(known.zip, now).some(isSlot)) return { refused: "taken" as const };

  const id = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  const isThis = eq(applications.id, known.id);
  const isWanted = and(
    isThis,
    isNull(applications.contactStoppedAt),
    isNull(applications.outcome),
    not(hasCall(db, startsAt ? eq(appointments.startsAt, startsAt) : isNull(appointments.startsAt))),
    startsAt ? hasPlace(startsAt) : undefined,
  );
  const event: CaseEvent = { kind: "callBooked", startsAt: startsAt?.getTime() ?? null };
  const mail = await mailStatements(c, db, known.email, {
    outboxId,
    kind: "appointment",
    which: eq(appointments.id, id),
  });
  const limit = await countStatements(c, db, "call", { who: known.id });
  const [, , , , [state]] = await retried(() =>
    db.batch([
      eventStatement(db, event, null, isWanted),
      endStatement(db, now, isWanted),
      db.insert(appointments).select(
        db
          .select({
            id: sql<string>`${id}`.as("id"),
            applicationId: applications.id,
            startsAt: sql<Date | null>`${startsAt?.getTime() ?? null}`.as("startsAt"),
            dueAt: sql<Date>`${(startsAt ?? soonestCall(known.zip, now)).getTime()}`.as("dueAt"),
            sequence: sql<number>`(select coalesce(max(earlier.sequence) + 1, 0) from appointments earlier
              where earlier.applicationId = ${known.id})`.as("sequence"),
            createdAt: sql<Date>`${now.getTime()}`.as("createdAt"),
            endedAt: sql<null>`null`.as("endedAt"),
          })
          .from(applications)
          .where(isWanted),
      ),
      mail.owed,
      stateStatement(db, isThis),
      ...mail.counts,
      ...limit,
    ]),
  );
  if (state && isFor(state, startsAt)) return { booked: bookedCall(state), outboxId };
  return { refused: (state && whyNoCalls(state)) ?? ("taken" as const) };
}

/** Cancels the call that is booked; without one there is nothing to do. Null when no application has this reference. */
export async function cancelCall(c: Caller, ref: string) {
  const db = database(c.env.DB);
  const [[known]] = await db.batch([
    stateStatement(db, await hasReference(ref)),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!known) return null;
  const outboxId = crypto.randomUUID();
  const mail = await mailStatements(c, db, known.email, {
    outboxId,
    kind: "appointmentCancelled",
    which: and(eq(appointments.applicationId, known.id), isOpenCall),
  });
  await db.batch([
    mail.owed,
    ...endingStatements(db, { kind: "callCancelled" }, null, eq(applications.id, known.id)),
    ...mail.counts,
  ]);
  return { outboxId };
}

/**
 * The statements that end the open appointment of the application that fits this condition, if it has one that fits `which`,
 * and write down why.
 */
export function endingStatements(
  db: Database,
  event: CaseEvent,
  userId: string | null,
  condition: SQL | undefined,
  which?: SQL,
  at = new Date(),
) {
  const hasEnding = and(condition, hasCall(db, which));
  return [eventStatement(db, event, userId, hasEnding, at), endStatement(db, at, hasEnding)] as const;
}

/**
 * The statement that ends the call which this application booked, if its time has begun: it was tried, so the applicant may
 * book another one.
 */
export function triedStatement(db: Database, isThis: SQL, now: Date) {
  return endStatement(db, now, and(isThis, hasCall(db, lte(appointments.startsAt, now))));
}

/** The statement that owes the mail which takes a call out of the applicant's calendar, for an application about to be closed. */
export function closingMailStatement(db: Database, outboxId: string, isThis: SQL | undefined, now: Date) {
  const row = owedMail({ id: outboxId, kind: "appointmentCancelled", subjectId: appointments.id, createdAt: now });
  const which = db.select({ id: applications.id }).from(applications).where(isThis);
  return db
    .insert(outbox)
    .select(
      db
        .select(row)
        .from(appointments)
        .where(and(isOpenCall, gt(appointments.startsAt, now), inArray(appointments.applicationId, which))),
    )
    .onConflictDoNothing();
}

/** The condition of an appointment for which nobody waits any longer once we have spoken: it is due soon, or as soon as possible. */
export function isDueCall(now: Date) {
  return or(isNull(appointments.startsAt), lte(appointments.dueAt, new Date(now.getTime() + CALL_NOTICE_MS)));
}

/** What was booked as the applicant reads it, on the page of the results. */
export function bookedCall({
  zip,
  appointmentId,
  startsAt,
}: Pick<State, "zip" | "appointmentId" | "startsAt">): BookedCall | null {
  if (appointmentId === null) return null;
  return startsAt ? slotInWords(startsAt, zip) : { startsAt: null };
}

/** Why an application can have no call booked; null when it can. */
export function whyNoCalls({ contactStoppedAt, outcome }: Pick<State, "contactStoppedAt" | "outcome">) {
  if (contactStoppedAt) return "stopped" as const;
  return outcome ? ("closed" as const) : null;
}

type State = NonNullable<Awaited<ReturnType<typeof stateStatement>>[number]>;

/** An application with its open appointment, if it has one. */
function stateStatement(db: Database, condition: SQL) {
  return db
    .select({
      id: applications.id,
      zip: applications.zip,
      email: applications.email,
      contactStoppedAt: applications.contactStoppedAt,
      outcome: applications.outcome,
      // Within a batch two columns of one name lose one of them: hence the alias.
      appointmentId: sql<string | null>`${appointments.id}`.as("appointmentId"),
      startsAt: appointments.startsAt,
    })
    .from(applications)
    .leftJoin(appointments, and(eq(appointments.applicationId, applications.id), isOpenCall))
    .where(condition);
}

/** The open appointment is at this time, or as soon as possible (null). */
function isFor({ appointmentId, startsAt }: State, wanted: Date | null) {
  return appointmentId !== null && startsAt?.getTime() === wanted?.getTime();
}

/** The application of this row has an open appointment that fits the condition. */
function hasCall(db: Database, condition?: SQL) {
  return exists(
    db
      .select({ id: appointments.id })
      .from(appointments)
      .where(and(eq(appointments.applicationId, applications.id), isOpenCall, condition)),
  );
}

/** Fewer calls begin in this slot than managers let begin. */
export function hasPlace(startsAt: Date) {
  const { day, hour } = placeOf(startsAt);
  return sql`(select count(*) from appointments other where other.startsAt = ${startsAt.getTime()} and other.endedAt is null)
    < coalesce((select places ->> ${`$[${day}][${hour}]`} from ${callCapacity}), ${presetPlaces[day]?.[hour] ?? 0})`;
}

function endStatement(db: Database, endedAt: Date, condition: SQL | undefined) {
  const which = db.select({ id: applications.id }).from(applications).where(condition);
  return db
    .update(appointments)
    .set({ endedAt })
    .where(and(isOpenCall, inArray(appointments.applicationId, which)))
    .returning({ id: appointments.id });
}

/** The statements that owe the applicant a mail about the appointment that fits, unless the address has had its share, and count it. */
async function mailStatements(
  c: Caller,
  db: Database,
  email: string,
  { outboxId, kind, which }: { outboxId: string; kind: MailKind; which: SQL | undefined },
) {
  const isOwed = sql`exists (select 1 from ${outbox} where ${and(eq(outbox.id, outboxId), eq(outbox.status, "owed"))})`;
  const { isAllowed, counts } = await mailsTo(c, db, email, isOwed);
  const row = owedMail({ id: outboxId, kind, subjectId: appointments.id, createdAt: new Date() });
  const owed = db
    .insert(outbox)
    .select(db.select(row).from(appointments).where(and(which, isAllowed)))
    .onConflictDoNothing();
  return { owed, counts };
}

function byDay(slots: CallSlot[]) {
  const days: FreeSlots["days"] = [];
  for (const slot of slots) {
    const last = days.at(-1);
    if (last?.day === slot.day) last.slots.push(slot);
    else days.push({ day: slot.day, slots: [slot] });
  }
  return days;
}

function placesFor(places: Places, startsAt: Date) {
  const { day, hour } = placeOf(startsAt);
  return places[day]?.[hour] ?? 0;
}
