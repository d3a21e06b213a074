import { firstContactTime, hoursAndMinutes } from "../../../db/model/queue/first-contact.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import type { Case } from "../api.ts";
import { useNow } from "../data.ts";

/** When first contact was and how long the applicant waited, or that there has been none. */
export function FirstContact({ application: { firstContact, promisedSince, next } }: { application: Case }) {
  const now = useNow();
  const since = new Date(promisedSince);
  if (firstContact) {
    const { businessMinutes, clockMinutes, isInTime } = firstContactTime(since, new Date(firstContact.at));
    return (
      <p>
        First contact {shortTime(firstContact.at)} by {firstContact.by ?? "a former member"}, after{" "}
        {hoursAndMinutes(businessMinutes)} of business hours ({hoursAndMinutes(clockMinutes)} by the clock),{" "}
        {isInTime ? "in time" : <strong className="text-alert">too late</strong>}.
      </p>
    );
  }
  if (!next) return null;
  const { businessMinutes, clockMinutes } = firstContactTime(since, now);
  return (
    <p>
      No first contact yet, after {hoursAndMinutes(businessMinutes)} of business hours ({hoursAndMinutes(clockMinutes)}{" "}
      by the clock).
    </p>
  );
}
