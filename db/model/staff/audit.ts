import { CENTRAL, instantIn } from "../time/zoned-time.ts";
import { type DeskAction, deskActions } from "./staff.ts";

/** What is asked of the audit log: everything that fits all of these. */
export interface AuditFilter {
  /** A member's id. */
  userId?: string;
  action?: DeskAction;
  /** Calendar days in Texas, '2026-11-21', both included. */
  from?: string;
  to?: string;
  /** The id of what it was done to. */
  subjectId?: string;
}

/** Reads a filter from an address. What makes no sense is left out, and so narrows nothing. */
export function auditFilterOf({ member, action, from, to, about }: Record<string, string | undefined>): AuditFilter {
  return {
    ...(member && { userId: member }),
    ...(action && Object.hasOwn(deskActions, action) && { action: action as DeskAction }),
    ...(from && startOfDay(from) && { from }),
    ...(to && startOfDay(to) && { to }),
    ...(about && { subjectId: about }),
  };
}

/** The instant at which a day such as '2026-11-21' begins in Texas, or the day after it; null when that is no day. */
export function startOfDay(day: string, isNext = false) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const start = instantIn(`${day}T00:00`, CENTRAL);
  if (!start || !isNext) return start;
  // Noon of the day after, whatever the clocks do, names its date.
  const next = new Date(start.getTime() + 36 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return instantIn(`${next}T00:00`, CENTRAL);
}
