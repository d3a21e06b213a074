import { DAY_MS, HOUR_MS } from "../time/clock.ts";
import type { CallOutcome } from "./call-outcome.ts";

/** A call with this outcome on an afternoon in Texas, lately: it can be noted at any hour. For tests. */
export function exampleCall(outcome: CallOutcome) {
  const calledAt = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS + 19 * HOUR_MS;
  return { outcome, calledAt: new Date(calledAt).toISOString() };
}
