import { businessTimeBetween } from "../../db/model/business-hours.ts";
import { firstContactTime, hoursAndMinutes } from "../../db/model/first-contact.ts";
import type { Case } from "./api.ts";
import { useNow } from "./data.ts";
import { shortTime } from "./words.ts";

const MINUTE_MS = 60_000;

/** When we first reached the applicant, and how long they waited; or that nobody has, yet. */
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
  const waited = Math.floor(businessTimeBetween(since, now) / MINUTE_MS);
  const byTheClock = Math.floor(Math.max(0, now.getTime() - since.getTime()) / MINUTE_MS);
  return (
    <p>
      No first contact yet, after {hoursAndMinutes(waited)} of business hours ({hoursAndMinutes(byTheClock)} by the
      clock).
    </p>
  );
}
