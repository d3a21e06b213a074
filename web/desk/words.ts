import { businessTimeBetween, nextPromise } from "../../db/model/business-hours.ts";
import type { MessageStatus } from "../../db/model/contact-message.ts";
import type { ForecastPoints } from "../../db/model/forecast.ts";
import type { MailKind, MailStatus } from "../../db/model/mail.ts";
import type { Change, Role } from "../../db/model/staff.ts";

/** Words of the desk that two of its pages use. */

export const attributeLabels: Record<keyof ForecastPoints, string> = {
  base: "Everyone begins with",
  income: "Gross monthly income",
  job: "Time on current job",
  workHistory: "Three years of work history",
  newBusiness: "Self-employed under 24 months",
  residence: "Time at current residence",
  housing: "Rent or mortgage to income",
  bank: "Active bank account",
  bankruptcy: "Bankruptcy",
  repossession: "Repossession in the last 12 months",
  mortgage: "Behind on a mortgage",
  autoHistory: "Auto finance history",
  downPayment: "Cash down payment",
};

export const mailLabels: Record<MailKind, string> = {
  confirmation: "Confirmation to the applicant",
  dealerLead: "Lead to a dealer (ADF)",
  lenderLead: "Application to a lender",
  messageReply: "Reply to a message",
  contactNotice: "Notice of a message to the office",
  deletionCode: "Code to delete an application",
  newsletterConfirmation: "Confirmation of a newsletter address",
  newApplications: "Notice of new applications to the office",
  alarm: "Alarm to the office",
  digest: "Daily digest to the office",
};

export const mailStates: Record<MailStatus, string> = {
  owed: "on its way",
  sent: "sent",
  dead: "could not be delivered",
  dropped: "not sent on purpose",
};

export const messageStatusLabels: Record<MessageStatus, string> = {
  new: "New",
  in_progress: "In progress",
  answered: "Answered",
  closed: "Closed",
};

export const roleLabels: Record<Role, string> = { author: "Author", specialist: "Specialist", manager: "Manager" };

/** 'dana: role from author to specialist', without the fields that stayed. */
export function changeInWords({ name, old, new: next }: Change) {
  const before = flat(old ?? {});
  const fields = Object.entries(flat(next)).filter(([field, value]) => value !== before[field]);
  const words = fields.map(([field, value]) =>
    field in before
      ? `${fieldInWords(field)} from ${inWords(before[field])} to ${inWords(value)}`
      : `${fieldInWords(field)} ${inWords(value)}`,
  );
  const all = words.length > 0 ? words.join("; ") : "nothing else than before";
  return name === undefined ? all : `${old === null ? "New: " : ""}${name}: ${all}`;
}

/** What stands in an object within an object, one level up. */
function flat(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      typeof value === "object" && value !== null ? Object.entries(value) : [[field, value]],
    ),
  );
}

/** 'leadAddress' as 'lead address'. */
function fieldInWords(field: string) {
  return field.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

function inWords(value: unknown) {
  if (value === null) return "nobody";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** 'Nov 21, 2:31 PM', in Texas. */
export function shortTime(time: string | Date) {
  return new Date(time).toLocaleString("en-US", {
    timeZone: "America/Chicago",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** How long somebody has been waiting, in business hours: '3 h 20 min'. */
export function waitingTime(since: string, now: Date) {
  const minutes = Math.floor(businessTimeBetween(new Date(since), now) / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Which promise to answer breaks next, and when. */
export function promiseState(appliedAt: string, now: Date) {
  const next = nextPromise(new Date(appliedAt), now);
  if (!next) return { isBroken: true, words: "Both promises broken" };
  const until = next.until.toLocaleString("en-US", {
    timeZone: "America/Chicago",
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  return next.name === "same day"
    ? { isBroken: false, words: `Same day: by ${until}` }
    : { isBroken: true, words: `Same day broken; 24 hours: by ${until}` };
}
