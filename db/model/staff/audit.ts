import { CENTRAL, DAY_MS, HOUR_MS } from "../time/clock.ts";
import type { Time } from "../time/time-in-words.ts";
import { instantIn } from "../time/zoned-time.ts";
import { type DeskAction, deskActions } from "./staff.ts";

/** What the audit log is narrowed to. An entry has to match all of these. */
export interface AuditFilter {
  /** A member's id. */
  userId?: string;
  /** The id of the thing it was done to. */
  subjectId?: string;
  /** From this time on, and before that one. */
  day?: { start: Date; end: Date };
}

/** Reads what the log is narrowed to from an address. A day such as '2026-11-21' is Texas time. Ignores nonsense. */
export function auditFilterOf({ member, about, day }: Record<string, string | undefined>): AuditFilter {
  const start = startOf(day);
  const end = start && startOf(new Date(start.getTime() + 1.5 * DAY_MS).toISOString().slice(0, "2026-11-21".length));
  return {
    ...(member && { userId: member }),
    ...(about && { subjectId: about }),
    ...(start && end && { day: { start, end } }),
  };
}

function startOf(day = "") {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? instantIn(`${day}T00:00`, CENTRAL) : null;
}

/** The log notes the same reading at most this often. */
export const READ_NOTED_EVERY_MS = HOUR_MS;

/** Actions that show something and change nothing; not a download, which leaves the desk. */
export const READINGS = (Object.keys(deskActions) as DeskAction[]).filter((action) => /^(read|count|see)/.test(action));

/** A try is noted first, and what it changed once that is stored: both notes of one deed lie no farther apart. */
export const SAME_DEED_MS = 10_000;

interface Entry {
  at: Time;
  userId: string | null;
  action: string;
  subjectId: string | null;
  isAllowed: boolean;
  change: unknown;
}

/** Whether an entry is only the try of which the next one tells what it changed, field by field. A refused try is told by itself. */
export function isToldBy(entry: Entry, next: Entry | undefined) {
  if (!entry.isAllowed || entry.change || !next?.change) return false;
  if (entry.action !== next.action || entry.userId !== next.userId) return false;
  const isAbout = entry.subjectId === null || entry.subjectId === next.subjectId;
  return isAbout && isSoonAfter(entry.at, next.at);
}

/**
 * What happened in a case by each of these tries, the newest try first: a member's events on that case, until their next
 * try there. Of readings, and of tries that changed nothing, none.
 */
export function eventsOf<Event extends { at: Time; userId: string | null; applicationId: string }>(
  entries: readonly Entry[],
  events: readonly Event[],
): Event[][] {
  const told = entries.map((): Event[] => []);
  for (const event of events) {
    const index = entries.findIndex(
      ({ at, userId, subjectId, action, isAllowed }) =>
        isAllowed &&
        subjectId === event.applicationId &&
        userId === event.userId &&
        !READINGS.includes(action as DeskAction) &&
        isSoonAfter(at, event.at),
    );
    told[index]?.push(event);
  }
  return told;
}

function isSoonAfter(first: Time, then: Time) {
  const passed = new Date(then).getTime() - new Date(first).getTime();
  return passed >= 0 && passed < SAME_DEED_MS;
}
