import { Fragment, useState } from "react";
import { CallCapacityChange, dayName, hourName } from "../../../db/model/calls/call-slots.ts";
import { amountIn } from "../../../db/model/money/amount.ts";
import { call } from "../../api.ts";
import type { Answer } from "../../wire.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { Fold, Part } from "../parts/part.tsx";

/** How many calls applicants can book for each hour of the week. */
export function CallCapacity() {
  const capacity = useDeskQuery("GET /desk/call-capacity");
  return (
    <Part id="call-capacity" title="Booked calls">
      <p>
        How many calls may begin in each hour, Central Time. Applicants see only the hours when calling is also lawful
        where they are. Calls already booked stay booked.
      </p>
      {capacity.data ? (
        <Fold title="Calls in each hour" note={`${capacity.data.places.flat().reduce((a, b) => a + b, 0)} a week`}>
          <Week stored={capacity.data} />
        </Fold>
      ) : (
        <Waiting of={capacity} />
      )}
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
      form={form}
      schema={CallCapacityChange}
      read={(typed) => ({
        places: stored.places.map((hours, day) => hours.map((_, hour) => amountIn(typed[nameOf(day, hour)] ?? ""))),
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
      {/* A row for each day; on a phone a column. */}
      <div className="grid items-center gap-1 text-center text-sm max-sm:grid-flow-col max-sm:grid-cols-[auto_repeat(6,minmax(0,1fr))] max-sm:grid-rows-[repeat(13,auto)] sm:grid-cols-[auto_repeat(12,minmax(0,1fr))]">
        <span />
        {stored.places[0]?.map((_, hour) => (
          <span key={hourName(hour)} aria-hidden="true">
            {hourName(hour)}
          </span>
        ))}
        {stored.places.map((hours, day) => (
          <Fragment key={dayName(day)}>
            <span aria-hidden="true">{dayName(day).slice(0, 3)}</span>
            {hours.map((_, hour) => (
              <input
                key={hourName(hour)}
                value={form.typed[nameOf(day, hour)]}
                onChange={({ target }) => form.change({ [nameOf(day, hour)]: target.value })}
                aria-label={`${dayName(day)}, ${hourName(hour)}`}
                inputMode="numeric"
                autoComplete="off"
                className="h-8 w-full rounded border border-edge bg-card text-center tabular-nums"
              />
            ))}
          </Fragment>
        ))}
      </div>
    </ActionForm>
  );
}

function nameOf(day: number, hour: number) {
  return `${day}-${hour}`;
}
