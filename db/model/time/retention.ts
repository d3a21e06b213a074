/** How long we keep what we hold. The privacy page shows these numbers, and worker/operations/retention.ts deletes by them. */

export const APPLICATION_KEPT_YEARS = 7;
export const CONTACT_MESSAGE_KEPT_MONTHS = 24;
/** Records of mail that was sent or given up. */
export const SENT_MAIL_KEPT_DAYS = 90;
/** An address entered for the newsletter whose owner never confirmed it. */
export const UNCONFIRMED_ADDRESS_KEPT_DAYS = 30;
/** The link in a mail that confirms an address for the newsletter works for this long. */
export const CONFIRM_HOURS = 48;
/** A staff session ends after this, used or not. */
export const SESSION_MAX_DAYS = 7;
/** A staff session ends when it has not been used for this long. */
export const SESSION_IDLE_HOURS = 8;
/** Answers that a visitor chose to keep on the device. */
export const ANSWERS_KEPT_DAYS = 7;
/** Counts of how often a network did something limited, or an address got mail: the longest window, and until the next night. */
export const COUNTER_KEPT_DAYS = 2;
/** The same, of where members signed in with which name. */
export const SIGN_IN_COUNTER_KEPT_DAYS = 31;
/** Counts per hour and day, and past alarms: nothing in them is about a person. */
export const STATISTICS_KEPT_DAYS = 90;
/** A code that we mail works for this long. */
export const CODE_VALID_MINUTES = 60;
/** A nightly backup, and the image that a purged post showed. After this, what was deleted is in no backup anymore. */
export const BACKUP_KEPT_DAYS = 35;
