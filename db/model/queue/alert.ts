import type { Role } from "../staff/staff.ts";
import { openDay } from "../time/business-hours.ts";
import { MINUTE_MS } from "../time/clock.ts";

/**
 * New applications that nobody has claimed or called are told of three times, by the customer's wish: to the office at once,
 * after 5 minutes to everybody at the desk, after 15 to the managers. The job remembers up to which application.
 */
export const ALERTS = [
  { job: "applications", minutes: 0, roles: [] },
  { job: "applications5", minutes: 5, roles: ["specialist", "manager"] },
  { job: "applications15", minutes: 15, roles: ["manager"] },
] as const satisfies { job: string; minutes: number; roles: Role[] }[];
export type AlertJob = (typeof ALERTS)[number]["job"];

/** Nobody is alerted at night or on a Sunday. */
export function isQuietTime(now: Date) {
  return openDay(now).opens > now;
}

/**
 * An application that came by this time has now waited so many minutes. Null while we are closed, and as long after opening:
 * nights are quiet, and what came in one begins to wait in the morning.
 */
export function alertCutoff(now: Date, minutes: number) {
  const cameBy = new Date(now.getTime() - minutes * MINUTE_MS);
  return cameBy >= openDay(now).opens ? cameBy : null;
}
