import { hasPlace, nextSequence, type Place, placed } from "../calls/appointment.ts";
import { type Places, presetPlaces } from "../calls/call-slots.ts";
import { isSamePerson } from "../contact/person.ts";
import { agreedAt, stop, stopsIn } from "../contact/stop.ts";
import type { Member } from "../staff/member.ts";
import {
  after,
  both,
  type Case,
  type Changes,
  type MemberPress,
  openCall,
  type Refused,
  refusedWork,
  UNCHANGED,
} from "./case.ts";
import type { BeforeMerge } from "./case-event.ts";
import { columnsOf } from "./next-action.ts";
import { isClosed } from "./status.ts";

/** The changes of the case that goes on (`main`) and of the other one. */
export type Both = { main: Changes; other: Changes } | Refused;

const NOT_MERGED = "These two applications are not merged.";

/**
 * Closes `other` as a duplicate that points to `main`. A stop in either one applies to both. Refused unless both are
 * open and look like one person's, the member may work on both, and nothing is merged into `other`.
 */
export function merge(main: Case, other: Case | undefined, hasMerged: boolean, press: MemberPress): Both {
  const refused = refusedWork(main, press.by);
  if (refused) return { refused };
  if (!other || !looksLikeSamePerson(main, other)) return { refused: "Choose one of the possible duplicates." };
  const refusedToo = refusedMerge(main, { ...other, hasMerged }, press.by);
  if (refusedToo) return { refused: refusedToo };
  const { id } = main.application;
  const { status: from, nextKind, nextNote, nextAt } = other.application;
  const before = {
    status: from,
    nextKind,
    nextNote,
    nextAt: nextAt?.getTime() ?? null,
    callId: openCall(other)?.id ?? null,
  };
  const closed: Changes = {
    events: [
      { kind: "merged", otherId: id, before },
      { kind: "status", from, to: "duplicate", outcome: "undecided", duplicateOf: id },
    ],
    application: { status: "duplicate", outcome: "undecided", mergedInto: id },
    audit: [{ action: "mergeDuplicates", old: { mergedInto: null }, new: { mergedInto: id } }],
  };
  const goesOn: Changes = { events: [{ kind: "merged", otherId: other.application.id, before: null }] };
  return { main: withStop(main, other, goesOn, press), other: withStop(other, main, closed, press) };
}

/**
 * Undoes a merge: `other` gets back its status, its next action and, if the time is ahead and free, its booked call,
 * with a mail about it. A stop that came meanwhile stays.
 */
export function split(
  main: Case,
  other: Case | undefined,
  { places = presetPlaces, taken }: { places?: Places; taken: Place[] },
  press: MemberPress,
): Both {
  const refused = refusedWork(main, press.by) ?? (other ? refusedWork(other, press.by) : null);
  if (refused) return { refused };
  const merging = other?.events.findLast(({ event }) => event.kind === "merged" && event.before !== null)?.event;
  const before = merging?.kind === "merged" ? merging.before : null;
  if (!other || !before || other.application.mergedInto !== main.application.id) return { refused: NOT_MERGED };
  const { contactStoppedAt, ownerId } = other.application;
  const { status, nextKind, nextNote, nextAt } = before;
  const next = contactStoppedAt
    ? columnsOf(null)
    : { nextKind, nextNote, nextAt: nextAt === null ? null : new Date(nextAt) };
  const stands: Changes = {
    events: [{ kind: "split", otherId: main.application.id }],
    application: {
      status,
      outcome: null,
      mergedInto: null,
      ownerId: other.ownerName === null ? null : ownerId,
      ...next,
    },
    audit: [{ action: "mergeDuplicates", old: { mergedInto: main.application.id }, new: { mergedInto: null } }],
  };
  return {
    main: { events: [{ kind: "split", otherId: other.application.id }] },
    other: both(stands, callAgain(other, before, { places, taken }, press)),
  };
}

/** A sentence that says why this case may not be merged into one the member works on; null if it may. */
export function refusedMerge({ application: main }: Pick<Case, "application">, other: Candidate, member: Member) {
  const { status, contactStoppedAt } = other.application;
  if (isClosed(main.status)) return "This application is closed. Merge into one that goes on.";
  if (isClosed(status)) return "The other application is closed. Only one that is still open can be merged.";
  if (other.hasMerged) {
    return "Another application is merged into that one. Split these two first, or merge the other way around.";
  }
  if (main.contactStoppedAt && !contactStoppedAt) {
    return "The applicant asked us to stop about this application, not about the other one. Merge the other way around.";
  }
  return refusedOwner(other, member);
}

interface Candidate {
  application: Pick<Case["application"], "status" | "contactStoppedAt" | "ownerId">;
  ownerName: string | null;
  hasMerged: boolean;
}

function refusedOwner({ application: { ownerId }, ownerName }: Candidate, member: Member) {
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerName === null) return "Claim the other application first.";
  return `${ownerName} works on the other application. Ask them to give it back, or a manager to hand it over.`;
}

/** Whether two cases share the phone, the e-mail, or both name and ZIP code. */
function looksLikeSamePerson({ application: one }: Case, { application: other }: Case) {
  const nameOf = ({ fullName }: Case["application"]) => fullName.toLowerCase();
  return isSamePerson(one, other) || (one.zip === other.zip && nameOf(one) === nameOf(other));
}

/** The changes, plus a stop if either applicant asked for one after this applicant agreed to contact. */
function withStop(kase: Case, other: Case, changes: Changes, press: MemberPress) {
  const isStopped = [kase, other].flatMap(stopsIn).some(({ at }) => at > agreedAt(kase));
  if (!isStopped) return changes;
  return both(changes, stop(after(kase, changes, press), { how: "merge", elsewhere: true }, press));
}

/** Books the earlier call again, unless its time is over or its hour is full. */
function callAgain(
  other: Case,
  { callId }: BeforeMerge,
  { places, taken }: { places: Places; taken: Place[] },
  press: MemberPress,
): Changes {
  const call = other.appointments.find(({ id }) => id === callId);
  if (!call || (call.startsAt !== null && call.startsAt <= press.at)) return UNCHANGED;
  const again = placed(
    {
      ...call,
      id: press.id,
      sequence: nextSequence(other),
      createdAt: press.at,
      endedAt: null,
    },
    taken,
  );
  const isPossible = other.application.contactStoppedAt === null && openCall(other) === null && hasPlace(again, places);
  if (!isPossible) return { events: [{ kind: "callCancelled" }] };
  return { events: [], appointments: [again], mails: [{ kind: "appointment", subjectId: again.id }] };
}
