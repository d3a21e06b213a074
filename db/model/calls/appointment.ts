import {
  type Appointment,
  type Case,
  type Changes,
  openCall,
  type Press,
  type Refused,
  UNCHANGED,
} from "../case/case.ts";
import { isSlot, type Places, placeOf, presetPlaces, soonestCall } from "./call-slots.ts";

/** An appointment is a call that the applicant asked for, in a slot that suits them or as soon as possible. */

/** A taken place in an hour. If two people want the last place at once, only one gets it. */
export type Place = Pick<Appointment, "startsAt" | "place">;

/** Why no call can be booked for an application. */
export type NoCall = "stopped" | "closed" | "taken";

/** Why no call can be booked for a case; null if one can. */
export function whyNoCalls({
  contactStoppedAt,
  outcome,
}: Pick<Case["application"], "contactStoppedAt" | "outcome">): NoCall | null {
  if (contactStoppedAt) return "stopped";
  return outcome ? "closed" : null;
}

/**
 * Books a slot, or a call as soon as possible (null), in place of an earlier booking; the same again changes nothing.
 * `places`: how many calls may start in each slot. Mails a confirmation if the address has not had its share.
 */
export function bookCall(
  kase: Case,
  startsAt: Date | null,
  { places = presetPlaces, taken }: { places?: Places; taken: Place[] },
  press: Press,
): Changes | Refused<NoCall> {
  const refused = whyNoCalls(kase.application);
  if (refused) return { refused };
  const { id: applicationId, zip } = kase.application;
  const before = openCall(kase);
  if (before && isSame(before.startsAt, startsAt)) return UNCHANGED;
  const call = placed(
    {
      id: press.id,
      applicationId,
      startsAt,
      dueAt: startsAt ?? soonestCall(zip, press.at),
      sequence: nextSequence(kase),
      createdAt: press.at,
      endedAt: null,
      place: null,
    },
    taken,
  );
  const isFree = startsAt === null || isSlot(startsAt, zip, press.at);
  if (!isFree || !hasPlace(call, places)) return { refused: "taken" };
  return {
    events: [{ kind: "callBooked", startsAt: startsAt?.getTime() ?? null }],
    appointments: [...(before ? [{ ...before, endedAt: press.at }] : []), call],
    mails: [{ kind: "appointment", subjectId: call.id, beyondShare: "notOwed" }],
  };
}

/** Cancels the booked call. Changes nothing if there is none. */
export function cancelCall(kase: Case, press: Press): Changes {
  const call = openCall(kase);
  if (!call) return UNCHANGED;
  return {
    events: [{ kind: "callCancelled" }],
    appointments: [{ ...call, endedAt: press.at }],
    mails: [{ kind: "appointmentCancelled", subjectId: call.id, beyondShare: "notOwed" }],
  };
}

/** The call with the first free place in its hour. */
export function placed(call: Appointment, taken: Place[]): Appointment {
  const { startsAt } = call;
  if (startsAt === null) return call;
  const inHour = taken.filter((other) => isSame(other.startsAt, startsAt)).map(({ place }) => place);
  let place = 0;
  while (inHour.includes(place)) place++;
  return { ...call, place };
}

/** Whether managers allow as many calls in this hour as the call's place needs. */
export function hasPlace({ startsAt, place }: Appointment, places: Places) {
  if (startsAt === null) return true;
  const { day, hour } = placeOf(startsAt);
  return (place ?? 0) < (places[day]?.[hour] ?? 0);
}

export function nextSequence({ appointments }: Case) {
  return Math.max(-1, ...appointments.map(({ sequence }) => sequence)) + 1;
}

function isSame(one: Date | null, other: Date | null) {
  return one?.getTime() === other?.getTime();
}
