import { CENTRAL, HOUR_MS, MINUTE_MS } from "../time/clock.ts";
import type { Time } from "../time/time-in-words.ts";
import { instantIn } from "../time/zoned-time.ts";
import { type DeskAction, deskActions } from "./staff.ts";

/** A search of the audit log. An entry has to match all of these. */
export interface AuditFilter {
  /** A member's id. */
  userId?: string;
  action?: DeskAction;
  /** From this time on, and before that one. */
  from?: Date;
  until?: Date;
  /** The id of the thing it was done to. */
  subjectId?: string;
  /** Leaves out what was only read. */
  isOnlyDeeds?: boolean;
}

/** Reads a search from an address. Times such as '2026-11-21T14:30' are Texas time. Ignores nonsense. */
export function auditFilterOf({
  member,
  action,
  from,
  to,
  about,
  deeds,
}: Record<string, string | undefined>): AuditFilter {
  // When clocks go back, a minute happens twice: a search starts at the first one and ends at the second.
  const start = minuteOf(from, "earlier");
  const last = minuteOf(to, "later");
  return {
    ...(member && { userId: member }),
    ...(action && Object.hasOwn(deskActions, action) && { action: action as DeskAction }),
    ...(start && { from: start }),
    ...(last && { until: new Date(last.getTime() + MINUTE_MS) }),
    ...(about && { subjectId: about }),
    ...(deeds && { isOnlyDeeds: true }),
  };
}

function minuteOf(local: string | undefined, whenTwice: "earlier" | "later") {
  return local && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? instantIn(local, CENTRAL, whenTwice) : null;
}

/** Actions with one application per entry, which was shown or sent. */
export const showOne: DeskAction[] = ["readCase", "seeFound", "seeDuplicates", "seePapers", "send"];

/** Those that show what was merged into it, too. */
export const showWithMerged: DeskAction[] = ["readCase", "seePapers"];

/** Actions that show a list, and what may be in it. Entries do not name the applications: any that existed then. */
export const showMany: Partial<Record<DeskAction, string>> = {
  exportApplications: "every application",
  readQueue: "possibly every application",
  readMyDay: "possibly every application and message",
  readAudit: "possibly every application and message",
  readStories: "possibly every application",
  readMessages: "possibly every message",
};

/** Readings that are logged once an hour, so that an entry may stand for several. */
export const readByTheHour: DeskAction[] = [
  "readCase",
  "seeFound",
  "seeDuplicates",
  "seePapers",
  "readQueue",
  "readMyDay",
  "readAudit",
  "readStories",
  "readMessages",
];

/** The log notes such a reading at most this often. */
export const READ_NOTED_EVERY_MS = HOUR_MS;

/** Whether this action shows something and changes nothing; not a download, which leaves the desk. */
export function isReading(action: DeskAction) {
  return /^(read|count|see)/.test(action);
}

/** A try is noted first, and what it changed once that is stored: both notes of one deed lie no farther apart. */
const SAME_DEED_MS = 10_000;

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
  return isAbout && new Date(next.at).getTime() - new Date(entry.at).getTime() < SAME_DEED_MS;
}

/** Whether an entry matches all of a search. A reading by the hour may have been repeated for an hour after its entry. */
export function fits(
  { at, ...entry }: { at: Date; userId: string; action: DeskAction; subjectId: string | null; isAllowed: boolean },
  { userId, action, subjectId, from, until, isOnlyDeeds }: AuditFilter,
) {
  const last = new Date(at.getTime() + (readByTheHour.includes(entry.action) ? READ_NOTED_EVERY_MS - 1 : 0));
  return (
    (userId === undefined || entry.userId === userId) &&
    (action === undefined || entry.action === action) &&
    (subjectId === undefined || entry.subjectId === subjectId) &&
    !(isOnlyDeeds && entry.isAllowed && isReading(entry.action)) &&
    (from === undefined || last >= from) &&
    (until === undefined || at < until)
  );
}
