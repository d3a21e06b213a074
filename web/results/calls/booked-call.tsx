import { HOUR_MS } from "../../../db/model/time/clock.ts";
import type { Guidance } from "../../api.ts";

/** When we call, as the applicant asked. */
export function BookedCall({ booked }: { booked: NonNullable<Guidance["appointment"]["booked"]> }) {
  if (booked.startsAt === null) {
    return (
      <>
        We’ll call you <strong>as soon as possible</strong>, Monday to Saturday, during hours when calls are allowed
        where you are.
      </>
    );
  }
  const { startsAt, day, from, to, zone } = booked;
  if (Date.parse(startsAt) + HOUR_MS < Date.now()) {
    return (
      <>
        Our call was set for{" "}
        <strong>
          {day}, between {from} and {to} {zone}
        </strong>
        . If we missed each other, choose another time.
      </>
    );
  }
  return (
    <>
      We’ll call you on{" "}
      <strong>
        {day}, between {from} and {to} {zone}
      </strong>
      .
    </>
  );
}
