import type { CallOutcome } from "../../db/model/calls/call-outcome.ts";
import type { StopWay } from "../../db/model/case/case-event.ts";
import type { MessageStatus } from "../../db/model/contact/contact-message.ts";
import type { CorrectionGround } from "../../db/model/contact/correction.ts";
import type { ForecastPoints } from "../../db/model/forecast/forecast.ts";
import type { MailStatus } from "../../db/model/mail/mail.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { shortTime } from "../../db/model/time/time-for-staff.ts";
import type { Case } from "./api.ts";

/** Words that several pages of the desk use. */

/** '1 filter', '2 filters'. */
export function counted(count: number, one: string, several = `${one}s`) {
  return `${count} ${count === 1 ? one : several}`;
}

/** The address that calls a number. */
export function telOf(phone = "") {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The address that writes to somebody. Before the @ there may be letters with a meaning of their own, such as `&` (RFC 6068). */
export function mailtoOf(email = "") {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

export const attributeLabels: Record<keyof ForecastPoints, string> = {
  base: "Everyone begins with",
  income: "Gross monthly income",
  job: "Time on current job",
  noEmployer: "Income without an employer, in place of time on a job",
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

export const mailStatusLabels: Record<MailStatus, string> = {
  owed: "on its way",
  sent: "sent",
  dead: "could not be delivered",
  dropped: "held back",
};

export const callOutcomeLabels: Record<CallOutcome, string> = {
  reached: "Reached",
  voicemail: "Voicemail",
  noAnswer: "No answer",
  wrongNumber: "Wrong number",
  askedToCallAt: "Asked to call later",
  askedToStop: "Asked to stop",
};

export const stopWayLabels: Record<StopWay, string> = {
  phone: "by phone",
  email: "by email",
  message: "in a message",
  other: "in another way",
};

export const messageStatusLabels: Record<MessageStatus, string> = {
  new: "New",
  in_progress: "In progress",
  answered: "Answered",
  closed: "Closed",
};

/** 'Yes over the phone, Nov 21, 2:31 PM'. */
export function permissionInWords({ state, how, askedAt, decidedAt }: Case["permissions"][number]) {
  const place = how === "stop" ? "by asking us to stop" : how === "phone" ? "over the phone" : "on the results page";
  const words = {
    asked: "asked on the results page, no answer yet",
    yes: `yes ${place}`,
    no: `no ${place}`,
    withdrawn: `permission taken back ${place}`,
  };
  return `${words[state]}, ${shortTime(decidedAt ?? askedAt)}`;
}

export const roleLabels: Record<Role, string> = { author: "Author", specialist: "Specialist", manager: "Manager" };

export const correctionGroundLabels: Record<CorrectionGround, string> = {
  bounced: "Our email does not reach the applicant",
  askedByPhone: "The applicant asked over the phone",
};
