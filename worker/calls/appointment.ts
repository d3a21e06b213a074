import { and, gt, isNull, sql } from "drizzle-orm";
import { database, named } from "../../db/database.ts";
import { bookCall as book, cancelCall as cancel, whyNoCalls } from "../../db/model/calls/appointment.ts";
import {
  type CallSlot,
  type FreeSlots,
  type Places,
  placeOf,
  presetPlaces,
  slotInWords,
  slotsFor,
  zoneDoubtAbout,
} from "../../db/model/calls/call-slots.ts";
import { plannedCall } from "../../db/model/case/promise.ts";
import { applications, appointments, callCapacity } from "../../db/schema.ts";
import type { Caller } from "../case/act.ts";
import { actOnReference } from "../case/by-applicant.ts";
import { hoursOf } from "../case/hours.ts";
import { countStatements, countUnknownStatements } from "../http/limits.ts";
import { hasReference } from "../reference.ts";

/** An open appointment, in words for the applicant. */
export type BookedCall = CallSlot | { startsAt: null };

const NO_SLOTS: FreeSlots = { days: [], zoneDoubt: null };

/** The condition that an appointment is not over, moved or canceled. */
export const isOpenCall = isNull(appointments.endedAt);

/** The slots that this application may book now; none after a stop or once closed. Null if the reference is unknown. */
export async function readSlots(c: Caller, ref: string) {
  const db = database(c.env.DB);
  const now = new Date();
  const read = {
    known: db
      .select({
        zip: applications.zip,
        contactStoppedAt: applications.contactStoppedAt,
        outcome: applications.outcome,
      })
      .from(applications)
      .where(await hasReference(ref)),
    capacity: db.select({ places: callCapacity.places }).from(callCapacity),
    taken: db
      .select({ startsAt: appointments.startsAt, calls: sql<number>`count(*)`.as("calls") })
      .from(appointments)
      .where(and(isOpenCall, gt(appointments.startsAt, now)))
      .groupBy(appointments.startsAt),
  };
  const {
    known: [known],
    capacity: [capacity],
    taken,
  } = await named(db, read, await countUnknownStatements(c, db, ref));
  if (!known) return null;
  if (whyNoCalls(known)) return NO_SLOTS;
  const places = capacity?.places ?? presetPlaces;
  const callsAt = new Map(taken.map(({ startsAt, calls }) => [startsAt?.getTime(), calls]));
  const free = slotsFor(known.zip, now).filter((at) => placesFor(places, at) > (callsAt.get(at.getTime()) ?? 0));
  return { days: byDay(free.map((at) => slotInWords(at, known.zip))), zoneDoubt: zoneDoubtAbout(known.zip) };
}

/**
 * Books a slot, or a call as soon as possible (null), in place of an earlier booking, and returns what is booked. If
 * two people want the last place, one gets it, the other keeps theirs. Null if the reference is unknown.
 */
export async function bookCall(c: Caller, ref: string, startsAt: Date | null) {
  const db = database(c.env.DB);
  let zip = "";
  const done = await actOnReference(c, ref, {
    also: hoursOf(db, startsAt ?? sql`(null)`),
    limits: ({ application }) => countStatements(c, db, "call", { who: application.id }),
    decide: (kase, press, { capacity: [capacity], taken }) => {
      zip = kase.application.zip;
      return book(kase, startsAt, { places: capacity?.places, taken }, press);
    },
  });
  if (!done || "refused" in done) return done;
  return { booked: bookedCall(startsAt, zip) };
}

/** Cancels the booked call; without one, changes nothing. Null if the reference is unknown. */
export async function cancelCall(c: Caller, ref: string) {
  return actOnReference(c, ref, { decide: cancel });
}

/** The booked call in words for the results page. */
export function bookedCall(startsAt: Date | null, zip: string): BookedCall {
  return startsAt ? slotInWords(startsAt, zip) : { startsAt: null };
}

/** A call that an applicant asked for, in words for the desk. */
export function wantedCall(
  { startsAt, dueAt }: Pick<typeof appointments.$inferSelect, "startsAt" | "dueAt">,
  zip: string,
) {
  return { startsAt, dueAt, words: startsAt ? plannedCall(startsAt, zip, new Date()) : "as soon as possible" };
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
