import { CENTRAL, MINUTE_MS } from "../time/clock.ts";
import { instantIn } from "../time/zoned-time.ts";
import { type DeskAction, deskActions } from "./staff.ts";

/** What is asked of the audit log: everything that fits all of these. */
export interface AuditFilter {
  /** A member's id. */
  userId?: string;
  action?: DeskAction;
  /** From this instant on, and before that one. */
  from?: Date;
  until?: Date;
  /** The id of what it was done to. */
  subjectId?: string;
}

/** Reads a filter from an address. Times such as '2026-11-21T14:30' are those of clocks in Texas. What makes no sense is left out, and so narrows nothing. */
export function auditFilterOf({ member, action, from, to, about }: Record<string, string | undefined>): AuditFilter {
  // Where clocks show a minute twice, the first one begins and the second one ends the time between.
  const start = minuteOf(from, "earlier");
  const last = minuteOf(to, "later");
  return {
    ...(member && { userId: member }),
    ...(action && Object.hasOwn(deskActions, action) && { action: action as DeskAction }),
    ...(start && { from: start }),
    ...(last && { until: new Date(last.getTime() + MINUTE_MS) }),
    ...(about && { subjectId: about }),
  };
}

function minuteOf(local: string | undefined, whenTwice: "earlier" | "later") {
  return local && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? instantIn(local, CENTRAL, whenTwice) : null;
}

/** Actions whose entries name the application that was shown or sent. */
export const showOne: DeskAction[] = ["readCase", "seeDuplicates", "send"];

/** Whom the other actions showed, as the file says it: the audit log does not name those in a list, so any that existed by then. */
export const showMany: Partial<Record<DeskAction, string>> = {
  exportApplications: "every application",
  readQueue: "possibly every application",
  readMyDay: "possibly every application and message",
  readAudit: "possibly every application and message",
  readMessages: "possibly every message",
};

/** Those of both that are noted once an hour: until then an entry may stand for further readings. */
export const readByTheHour: DeskAction[] = [
  "readCase",
  "seeDuplicates",
  "readQueue",
  "readMyDay",
  "readAudit",
  "readMessages",
];
