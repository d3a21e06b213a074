/** How long we keep data. The privacy page shows these numbers, and worker/operations/retention.ts deletes by them. */

export const APPLICATION_KEPT_YEARS = 7;
/** A closed case in which nothing happened for this long keeps only what is evidence (12 CFR 1002.12(b)(1)). */
export const HISTORY_KEPT_MONTHS = 25;
/** Entries of the audit log. */
export const AUDIT_KEPT_MONTHS = 25;
/** Files that applicants sent, after their application has ended, and in any case. */
export const PAPERS_KEPT_DAYS = 30;
export const PAPERS_KEPT_YEARS = 2;
export const CONTACT_MESSAGE_KEPT_MONTHS = 24;
/** Records of mail that was sent or given up. */
export const SENT_MAIL_KEPT_DAYS = 90;
/** A newsletter address that its owner never confirmed. */
export const UNCONFIRMED_ADDRESS_KEPT_DAYS = 30;
/** The link that confirms a newsletter address works this long. */
export const CONFIRM_HOURS = 48;
/** A staff session ends after this, even if it is in use. */
export const SESSION_MAX_DAYS = 7;
/** A staff session ends after this long without use. */
export const SESSION_IDLE_HOURS = 8;
/** Answers that a visitor chose to keep on the device. */
export const ANSWERS_KEPT_DAYS = 7;
/** Counts for limits, by network or mail address: the longest limit, plus the wait until the next nightly job. */
export const COUNTER_KEPT_DAYS = 2;
/** Counts of where members sign in with which name. */
export const SIGN_IN_COUNTER_KEPT_DAYS = 31;
/** Daily counts of visits, and past alarms. They contain nothing about a person. */
export const STATISTICS_KEPT_DAYS = 90;
export const CODE_VALID_MINUTES = 60;
/** A code opens the papers of an application for this long. */
export const PAPERS_OPEN_MINUTES = 60;
/** The browser that has sent an application may correct its phone and e-mail without a code for this long. */
export const JUST_SENT_MINUTES = 30;
/** The database at Cloudflare can be brought back as it was at any minute of these days (D1's Time Travel). */
export const TIME_TRAVEL_DAYS = 30;
/** The id of an application that was deleted on request, so that Time Travel does not bring it back (worker/operations/erased.ts). */
export const ERASED_NOTED_DAYS = TIME_TRAVEL_DAYS + 5;

/** The time so many calendar months before, in UTC. */
export function monthsBefore(time: Date, months: number) {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}
