import { useState } from "react";
import { CallCapacityChange, dayName, hourName } from "../../../db/model/calls/call-slots.ts";
import { call } from "../../api.ts";
import { control } from "../../ui/form/field.tsx";
import type { Answer } from "../../wire.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { Part } from "../parts/part.tsx";

/** How many calls applicants can book for each hour of the week. */
export function CallCapacity() {
  const capacity = useDeskQuery("GET /desk/call-capacity");
  return (
    <Part id="call-capacity" title="Booked calls">
      <p>
        How many calls may begin in each hour, Central Time. Applicants see only the hours when calling is also lawful
        where they are. Calls already booked stay booked.
      </p>
      {capacity.data ? <Week stored={capacity.data} /> : <Waiting of={capacity} />}
    </Part>
  );
}

function Week({ stored }: { stored: Answer<"GET /desk/call-capacity"> }) {
  const form = useTyped<Record<string, string>>(
    Object.fromEntries(
      stored.places.flatMap((hours, day) => hours.map((places, hour) => [nameOf(day, hour), String(places)])),
    ),
  );
  // The screen may show a newer version. A refused member has seen that, and overwrites it the next time.
  const [edited, setEdited] = useState<number | undefined>(stored.version);
  const isChanged = stored.places.some((hours, day) =>
    hours.some((places, hour) => form.typed[nameOf(day, hour)] !== String(places)),
  );
  return (
    <ActionForm
      className="mt-3"
      form={form}
      schema={CallCapacityChange}
      read={(typed) => ({
        places: stored.places.map((hours, day) => hours.map((_, hour) => typedNumber(typed[nameOf(day, hour)]))),
        version: edited ?? stored.version,
      })}
      act={(json) => {
        setEdited(undefined);
        return call("PUT /desk/call-capacity", { json });
      }}
      words="Saved."
      onDone={(_, { version }) => setEdited(version + 1)}
      goOn={["call-capacity"]}
      button={isChanged && "Save the numbers"}
    >
      {stored.places.map((hours, day) => (
        <details key={dayName(day)} className="border-line border-t py-2 last-of-type:mb-3">
          <summary className="min-h-6">
            <span className="font-semibold">{dayName(day)}:</span> {inWords(hours)}
          </summary>
          <div className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-4">
            {hours.map((_, hour) => (
              <label key={hourName(hour)} className="text-sm">
                {hourName(hour)}
                <input
                  value={form.typed[nameOf(day, hour)]}
                  onChange={({ target }) => form.change({ [nameOf(day, hour)]: target.value })}
                  aria-label={`${dayName(day)}, ${hourName(hour)}`}
                  inputMode="numeric"
                  autoComplete="off"
                  className={`${control} w-full tabular-nums`}
                />
              </label>
            ))}
          </div>
        </details>
      ))}
    </ActionForm>
  );
}

/** '8 AM to 12 PM: 2, 12 PM to 8 PM: 1'. */
function inWords(hours: number[]) {
  const starts = hours.flatMap((places, hour) => (places === hours[hour - 1] ? [] : [hour]));
  if (starts.length === 1) return `${hours[0]} each hour`;
  return starts
    .map((from, index) => `${hourName(from)} to ${hourName(starts[index + 1] ?? hours.length)}: ${hours[from]}`)
    .join(", ");
}

function nameOf(day: number, hour: number) {
  return `${day}-${hour}`;
}

/** Leaves anything that is not a whole number for the schema to refuse. */
function typedNumber(typed = "") {
  return /^\s*\d+\s*$/.test(typed) ? Number(typed) : typed;
}
