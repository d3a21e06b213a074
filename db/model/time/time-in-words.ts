import { locale, t } from "../words.ts";
import { CENTRAL } from "./clock.ts";

/**
 * Every way in which we write a time, in three files by who reads it, because a page loads a file whole: this one is for all pages,
 * promised-time.ts is about promises and calls, time-for-staff.ts is for the desk, mails and files. Times are in Texas and in the language of the
 * page or mail, unless a comment says otherwise.
 */

/** ISO text and milliseconds are as good as a Date. */
export type Time = Date | string | number;

/** 'November 21, 2026'. */
export const longDate = /* @__PURE__ */ written({ dateStyle: "long" });

/** 'November 21, 2026 at 2:31 PM CST', in Texas and saying so. */
export function dateAndTime(time: Time) {
  return t`${longDate(time)} at ${{ clock: clockAndZone(time) }}`;
}
/** '2:31 PM CST'. */
const clockAndZone = /* @__PURE__ */ written({ hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** A format for each language and zone is made when it is needed and kept: making one takes long, and a list has many times. */
export function written(options: Intl.DateTimeFormatOptions, language?: string) {
  const formats: Record<string, Intl.DateTimeFormat> = {};
  return (time: Time, timeZone = CENTRAL) => {
    const spoken = language ?? locale();
    const key = spoken + timeZone;
    formats[key] ??= new Intl.DateTimeFormat(spoken, { timeZone, ...options });
    return formats[key].format(new Date(time));
  };
}
