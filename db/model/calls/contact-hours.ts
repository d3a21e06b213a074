import { CENTRAL } from "../time/clock.ts";
import { instantOf, wallTime } from "../time/zoned-time.ts";

/**
 * When somebody may be called or texted. Texas hours: Tex. Bus. & Com. Code 301.051 (Monday to Saturday 9 AM to 9 PM,
 * Sunday noon to 9 PM), which lie within the federal 8 AM to 9 PM of 47 CFR 64.1200(c)(1). Consent and its withdrawal: 47
 * CFR 64.1200(a). Local time is the called person's, known here by ZIP code only; where that leaves two zones, both must be
 * open.
 */
const OPENS_AT = 9;
const OPENS_SUNDAY_AT = 12;
const CLOSES_AT = 21;
const SUNDAY = 7;
const DAYS_AHEAD = 7;

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

/** What the rules look at. Consent to calls and e-mail is one box on the form. */
export interface Contactable {
  zip: string;
  consentTexts: boolean;
  contactStoppedAt: Date | null;
  /** Whether they asked us to stop in another application or message. */
  isStoppedElsewhere?: boolean;
}

/** Whether contact is allowed; if not, why, and since when it will be if time alone changes that. */
export type ContactVerdict = { allowed: true } | { allowed: false; reason: string; opensAt: Date | null };

const ALLOWED: ContactVerdict = { allowed: true };

/** Whether this person may be called or texted at this time. */
export function mayCall(person: Contactable, now: Date): ContactVerdict {
  const refusal = withoutConsent(person);
  if (refusal) return refusal;
  const zones = zonesOf(person.zip);
  if (areOpen(zones, now)) return ALLOWED;
  return {
    allowed: false,
    reason: `Outside calling hours: Monday to Saturday 9 AM to 9 PM, Sunday noon to 9 PM, ${placeOf(zones)}.`,
    opensAt: nextOpening(zones, now),
  };
}

/** Whether this person may be e-mailed: as `mayCall`, at any hour. */
export function mayEmail(person: Contactable): ContactVerdict {
  return withoutConsent(person) ?? ALLOWED;
}

/** Whether a call is lawful at every moment of a time of up to some hours: calling hours of a day have no gap. */
export function mayBeCalledThroughout(zip: string, from: Date, to: Date) {
  const zones = zonesOf(zip);
  return areOpen(zones, from) && areOpen(zones, new Date(to.getTime() - 1));
}

/** The zones in which somebody with this ZIP code may be; anything that is no Texas ZIP code may be anywhere. */
export function zonesOf(zip: string) {
  const digits = zip.trim();
  if (/^(799|885)\d\d/.test(digits)) return [MOUNTAIN];
  if (/^798\d\d/.test(digits)) return [CENTRAL, MOUNTAIN];
  return /^(7[5-9]|733)\d/.test(digits) ? [CENTRAL] : ALL_US_ZONES;
}

function withoutConsent(person: Contactable): ContactVerdict | null {
  const { consentTexts, contactStoppedAt, isStoppedElsewhere } = person;
  if (contactStoppedAt) {
    const where = isStoppedElsewhere ? ", in another application with the same phone or email" : "";
    return { allowed: false, reason: `The applicant asked us to stop contacting them${where}.`, opensAt: null };
  }
  if (!consentTexts) return { allowed: false, reason: "The applicant gave no consent to be contacted.", opensAt: null };
  return null;
}

function areOpen(zones: string[], at: Date) {
  return zones.every((zone) => {
    const { dayOfWeek, hour } = wallTime(at, zone);
    return hour >= opening(dayOfWeek) && hour < CLOSES_AT;
  });
}

/** The first time at which all of these zones are within calling hours. */
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
