import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../db/model/words.ts";
import { readSlots } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** Chooses a day and then a time. The choice stays after a failed booking, unless it is no longer free. */
export default function Chooser({
  reference,
  isBusy,
  onChosen,
  onLeave,
}: {
  reference: string;
  isBusy: boolean;
  onChosen: (startsAt: string | null) => void;
  onLeave: () => void;
}) {
  const free = useQuery({
    queryKey: ["slots", reference],
    queryFn: () => readSlots(reference),
    refetchOnMount: "always",
    gcTime: 0,
  });
  const [chosenDay, setChosenDay] = useState("");
  const [chosenTime, setChosenTime] = useState<string>();
  if (!free.data) {
    return free.isFetching ? (
      <p role="status" className="mt-4">
        Looking for free times...
      </p>
    ) : (
      <div className="mt-4">
        <Failed error={free.error} />
        <Button look="outline" className="mt-3" onClick={() => free.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const { days, zoneDoubt } = free.data;
  const day = days.find((each) => each.day === chosenDay) ?? days[0];
  const zone = day?.slots[0]?.zone;
  const slot = day?.slots.find(({ startsAt }) => startsAt === chosenTime);
  return (
    <form
      method="dialog"
      className="mt-4 grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (slot && !isBusy) onChosen(slot.startsAt);
      }}
    >
      {day ? (
        <>
          <Field id="call-day" label="Day">
            {(box) => (
              <Select
                {...box}
                value={day.day}
                onChange={(event) => {
                  setChosenDay(event.target.value);
                  setChosenTime(undefined);
                }}
              >
                {days.map(({ day: name }) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
          <fieldset className="min-w-0" aria-describedby="call-hint">
            <legend>Time ({zone})</legend>
            <p id="call-hint" className="mt-1 text-quiet text-sm">
              We’ll call during the hour that starts then. {zoneDoubt && doubts[zoneDoubt]()}
            </p>
            <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3">
              {day.slots.map(({ startsAt, from }) => (
                <label key={startsAt} className="radio-box">
                  <input
                    type="radio"
                    className="tick"
                    name="call-time"
                    required
                    checked={startsAt === chosenTime}
                    onChange={() => setChosenTime(startsAt)}
                  />
                  {from}
                </label>
              ))}
            </div>
          </fieldset>
        </>
      ) : (
        <p>
          No times are open in the next seven days. Ask for a call as soon as possible, or{" "}
          <TextLink to="/contact">contact us</TextLink>.
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        {day && <Button type="submit">{isBusy ? t`Booking...` : t`Book this time`}</Button>}
        <Button look="outline" disabled={isBusy} onClick={() => onChosen(null)}>
          As soon as possible
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </form>
  );
}

const doubts = {
  twoInTexas: () => t`Your ZIP code may be in Central or Mountain Time, so these are the hours that work in both.`,
  outsideTexas: () =>
    t`Your ZIP code isn’t in Texas, so these are the few hours when calls are allowed in every US time zone.`,
};
