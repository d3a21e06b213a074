import { firstContactTime, hoursAndMinutes } from "../../../db/model/queue/first-contact.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import type { Case } from "../api.ts";
import { useNow } from "../data.ts";

/** When first contact was and how long the applicant waited, or that there has been none. */
export function FirstContact({ application: { firstContact, promisedSince, next } }: { application: Case }) {
  const now = useNow();
  const { businessMinutes, clockMinutes, isInTime } = firstContactTime(
    new Date(promisedSince),
    firstContact ? new Date(firstContact.at) : now,
  );
  const waited = `${hoursAndMinutes(businessMinutes)} of business hours (${hoursAndMinutes(clockMinutes)} by the clock)`;
  if (!firstContact) return next && <p>No first contact yet, after {waited}.</p>;
  return (
    <p>
      First contact {shortTime(firstContact.at)} by {firstContact.by ?? "a former member"}, after {waited},{" "}
      {isInTime ? "in time" : <strong className="text-alert">too late</strong>}.
    </p>
  );
}
