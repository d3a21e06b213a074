import { slotForStaff } from "../../../db/model/calls/call-slots.ts";
import { CENTRAL } from "../../../db/model/time/clock.ts";
import { instantIn, wallTime } from "../../../db/model/time/zoned-time.ts";
import { TextField, useField } from "./action-form.tsx";

/** A day and a time as typed, in Texas: '2026-11-23T15:30'. */
export function typedTime(at: Date) {
  return wallTime(at, CENTRAL).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** The instant that was typed; null when it is none yet. */
function instantOfTyped(typed: string) {
  return typed ? instantIn(typed, CENTRAL) : null;
}

/** What was typed as a schema judges it: ISO text, or nothing. */
export function typedInstant(typed: string) {
  return instantOfTyped(typed)?.toISOString() ?? "";
}

/** Asks for a day and a time in Central Time, and says of calls what time that is where somebody with this ZIP code is. */
export function TimeField({
  label,
  zip,
  ...props
}: {
  name: string;
  id: string;
  label: string;
  /** For calls. */
  zip?: string;
}) {
  const at = instantOfTyped(String(useField({ label, ...props }).value));
  return (
    <TextField
      {...props}
      type="datetime-local"
      label={`${label} (Central Time)`}
      hint={zip !== undefined && at ? slotForStaff(at, zip) : undefined}
    />
  );
}
