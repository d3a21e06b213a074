import { slotForStaff } from "../../../db/model/calls/call-slots.ts";
import { CENTRAL } from "../../../db/model/time/clock.ts";
import { instantIn, wallTime } from "../../../db/model/time/zoned-time.ts";
import { Field } from "../../ui/form/field.tsx";

/** A day and a time as typed, in Texas: '2026-11-23T15:30'. */
export function typedTime(at: Date) {
  return wallTime(at, CENTRAL).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** The instant that was typed; null when it is none yet. */
export function instantOfTyped(typed: string) {
  return typed ? instantIn(typed, CENTRAL) : null;
}

/** Asks for a day and a time in Central Time, and says of calls what time that is where somebody with this ZIP code is. */
export function TimeField({
  id,
  label,
  value,
  onChange,
  zip,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** For calls. */
  zip?: string;
}) {
  const at = instantOfTyped(value);
  return (
    <Field id={id} label={`${label} (Central Time)`} hint={zip !== undefined && at ? slotForStaff(at, zip) : undefined}>
      {(box) => (
        <input
          {...box}
          type="datetime-local"
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
