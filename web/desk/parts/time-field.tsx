import { slotForStaff } from "../../../db/model/calls/call-slots.ts";
import { CENTRAL } from "../../../db/model/time/clock.ts";
import { instantIn, wallTime } from "../../../db/model/time/zoned-time.ts";
import { TextField, useField } from "./action-form.tsx";

/** A time in Texas as a field has it: '2026-11-23T15:30'. */
export function typedTime(at: Date) {
  return wallTime(at, CENTRAL).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** What was typed as a schema judges it: ISO text, or nothing if it is incomplete. */
export function typedInstant(typed: string) {
  return (typed && instantIn(typed, CENTRAL)?.toISOString()) || "";
}

/** Asks for a time in Central Time. For a call, also says what time that is at this ZIP code. */
export function TimeField({ label, zip, ...props }: { name: string; id: string; label: string; zip?: string }) {
  const at = typedInstant(String(useField({ label, ...props }).value));
  return (
    <TextField
      {...props}
      type="datetime-local"
      label={`${label} (Central Time)`}
      hint={zip !== undefined && at ? slotForStaff(new Date(at), zip) : undefined}
    />
  );
}
