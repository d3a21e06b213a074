import { isTexasZip } from "../form/texas-zip.ts";
import { CENTRAL } from "../time/clock.ts";
import type { AnswerWay } from "../time/promised-time.ts";
import { instantOf, wallTime } from "../time/zoned-time.ts";

/**
 * Lawful hours for calls and texts. Texas: Tex. Bus. & Com. Code 301.051 (Monday to Saturday 9 AM to 9 PM, Sunday noon
 * to 9 PM), inside the federal 8 AM to 9 PM of 47 CFR 64.1200(c)(1). Consent and taking it back: 47 CFR 64.1200(a). The
 * called person's local time counts. We know it by ZIP code only; if two zones are possible, both must be open.
 */
const OPENS_AT = 9;
const OPENS_SUNDAY_AT = 12;
const CLOSES_AT = 21;
const SUNDAY = 7;
const DAYS_AHEAD = 7;

/** In Austin: its hours are those of nearly all of Texas. */
export const USUAL_ZIP = "78701";
const MOUNTAIN = "America/Denver";
const ALL_US_ZONES = [
  "America/New_York",
  CENTRAL,
  MOUNTAIN,
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** What a stop says about a person. */
interface Stoppable {
  contactStoppedAt: Date | null;
  /** When they last agreed to calls and e-mail anew, after a stop. */
  contactResumedAt?: Date | null;
  /** Whether they asked us to stop in another application or in a message. */
  isStoppedElsewhere?: boolean;
}
/** The form asks for calls and e-mail in one; on the phone each has a question of its own. */
interface Callable extends Stoppable {
  zip: string;
  consentTexts: boolean;
}
interface Mailable extends Stoppable {
  consentElectronic: boolean;
  /** Whether they marked a mail of ours as spam. */
  hasComplained?: boolean;
}

/** Whether contact is allowed. If not, why, and when it will be, if that is only a matter of time. */
export type ContactVerdict = { allowed: true } | { allowed: false; reason: string; opensAt: Date | null };

/** Only whoever applied by phone can have said no to calls alone. */
export const NO_CALLS = "The applicant did not agree to calls.";
const ALLOWED: ContactVerdict = { allowed: true };

/** Whether we may call or text this person now. */
export function mayCall(person: Callable, now: Date): ContactVerdict {
  const refusal = afterStop(person) ?? (agreesToCalls(person) ? null : never(NO_CALLS));
  if (refusal) return refusal;
  const opensAt = lawfulFrom(person.zip, now);
  if (opensAt === null) return ALLOWED;
  const hours = "Monday to Saturday 9 AM to 9 PM, Sunday noon to 9 PM";
  return { allowed: false, reason: `Outside calling hours: ${hours}, ${placeOf(zonesOf(person.zip))}.`, opensAt };
}

/** Whether we may e-mail this person, at any hour, but not after they marked a mail as spam. */
export function mayEmail(person: Mailable): ContactVerdict {
  const stopped = afterStop(person);
  if (stopped) return stopped;
  if (!person.consentElectronic && !person.contactResumedAt) return never("The applicant did not agree to email.");
  return person.hasComplained
    ? never("Our email was marked as spam, so we send no more there. Call, and ask which address is right.")
    : ALLOWED;
}

/** When a call to this ZIP code is lawful again; null while it is. */
export function lawfulFrom(zip: string, now: Date) {
  const zones = zonesOf(zip);
  return areOpen(zones, now) ? null : nextOpening(zones, now);
}

/** Whether a call is lawful during all of these few hours. Checks both ends: the lawful hours of a day have no gap. */
export function mayBeCalledThroughout(zip: string, from: Date, to: Date) {
  const zones = zonesOf(zip);
  return areOpen(zones, from) && areOpen(zones, new Date(to.getTime() - 1));
}

/** The zones that a ZIP code may mean; every US zone if it is not a ZIP code of Texas. */
export function zonesOf(zip: string) {
  const digits = zip.trim();
  if (/^(799|885)\d\d/.test(digits)) return [MOUNTAIN];
  if (/^798\d\d/.test(digits)) return [CENTRAL, MOUNTAIN];
  return isTexasZip(digits) ? [CENTRAL] : ALL_US_ZONES;
}

/** Whether the applicant agreed to calls: with the application, or when contact was allowed again after a stop. */
export function agreesToCalls({ consentTexts, contactResumedAt }: Pick<Callable, "consentTexts" | "contactResumedAt">) {
  return consentTexts || Boolean(contactResumedAt);
}

/** How we answer the applicant. */
export function answerWay(person: Parameters<typeof agreesToCalls>[0]): AnswerWay {
  return agreesToCalls(person) ? "call" : "email";
}

function afterStop({ contactStoppedAt, isStoppedElsewhere }: Stoppable): ContactVerdict | null {
  if (!contactStoppedAt) return null;
  const where = isStoppedElsewhere ? ", in another application with the same phone or email" : "";
  return never(`The applicant asked us to stop contacting them${where}.`);
}

function never(reason: string): ContactVerdict {
  return { allowed: false, reason, opensAt: null };
}

function areOpen(zones: string[], at: Date) {
  return zones.every((zone) => {
    const { dayOfWeek, hour } = wallTime(at, zone);
    return hour >= opening(dayOfWeek) && hour < CLOSES_AT;
  });
}

/** When calling hours next begin in all of these zones. */
function nextOpening(zones: string[], now: Date) {
  const openings = zones.flatMap((zone) => {
    const today = wallTime(now, zone);
    return Array.from({ length: DAYS_AHEAD }, (_, ahead) => {
      const day = today.add({ days: ahead });
      return instantOf(day, opening(day.dayOfWeek));
    });
  });
  return (
    openings.sort((a, b) => a.getTime() - b.getTime()).find((opens) => opens > now && areOpen(zones, opens)) ?? null
  );
}

function opening(dayOfWeek: number) {
  return dayOfWeek === SUNDAY ? OPENS_SUNDAY_AT : OPENS_AT;
}

function placeOf(zones: string[]) {
  if (zones.length > 2) return "in every US time zone (we know no ZIP code in Texas)";
  if (zones.length === 2) return "in Central and in Mountain Time (this ZIP code may be either)";
  return zones[0] === MOUNTAIN ? "Mountain Time" : "Central Time";
}
