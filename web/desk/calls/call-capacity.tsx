import { useState } from "react";
import { CallCapacityChange, dayName, hourName } from "../../../db/model/calls/call-slots.ts";
import { messagesByField } from "../../../db/model/text.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { control } from "../../ui/form/field.tsx";
import type { CallCapacity as Capacity } from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { Failure, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";

/** How many calls applicants can book for each hour of a week. */
export function CallCapacity() {
  const capacity = useDeskQuery("GET /desk/call-capacity");
  return (
    <Part id="call-capacity" title="Booked calls">
      <p>
        How many calls may begin in each hour, Central Time. Applicants see only the hours when calling is also lawful
        where they are. Calls already booked stay booked.
      </p>
      {capacity.data ? (
        <Week stored={capacity.data} />
      ) : (
        <Waiting error={capacity.error} onRetry={() => capacity.refetch()} />
      )}
    </Part>
  );
}

function Week({ stored }: { stored: Capacity }) {
  const [message, setMessage] = useState<string>();
  // What is on screen may be newer; whoever was refused has read so, and saves over it the next time.
  const [edited, setEdited] = useState(stored.version);
  const saving = useDeskAction((json: Capacity) => call("PUT /desk/call-capacity", { json }), {
    words: "Saved.",
    onDone: (_, { version }) => setEdited(version + 1),
    goOn: ["call-capacity"],
  });

  function save(data: FormData) {
    const typed = CallCapacityChange.safeParse({
      places: stored.places.map((hours, day) => hours.map((_, hour) => typedNumber(data.get(nameOf(day, hour))))),
      version: saving.message ? stored.version : edited,
    });
    setMessage(typed.success ? undefined : messagesByField(CallCapacityChange, typed.error).places);
    if (typed.success) saving.run(typed.data);
  }

  return (
    <form
      noValidate
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget));
      }}
    >
      {stored.places.map((hours, day) => (
        <details key={dayName(day)} className="border-line border-t py-2">
          <summary className="min-h-6">
            <span className="font-semibold">{dayName(day)}:</span> {inWords(hours)}
          </summary>
          <div className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-4">
            {hours.map((places, hour) => (
              <label key={hourName(hour)} className="text-sm">
                {hourName(hour)}
                <input
                  name={nameOf(day, hour)}
                  defaultValue={places}
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
      <Failure message={message ?? saving.message} />
      <Button type="submit" look="outline" className="mt-3">
        Save the numbers
      </Button>
    </form>
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

/** Whatever is no whole number is left to the schema, which says so. */
function typedNumber(typed: FormDataEntryValue | null) {
  return /^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : typed;
}
