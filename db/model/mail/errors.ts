import { MARKED_AS_SPAM } from "./mail.ts";

/**
 * How sending ended. `sent`: the mail service accepted it; the service calls it by this id in later events. `dropped`: no
 * longer needed; `refused`: for good; `postponed`: not now; `limited`: the service takes no more mail for now; `unknown`: it may have gone
 * out. `code` is short, without personal data.
 */
export type Sending =
  | { outcome: "sent"; messageId: string | null }
  | { outcome: "dropped" | "refused" | "postponed" | "limited" | "unknown"; code: string };

/** Codes for why something did not go out, as its row stores them. */

export const BAD_ADDRESS = "bad-address";

/** The address turned the mail away for good, after the mail service had accepted it. */
export const HARD_BOUNCE = "hard-bounce";

export const SUPPRESSED = "E_RECIPIENT_SUPPRESSED";

export const SENDERS_CODE = /^E_[A-Z_]{1,60}$/;

export const LIMITED = ["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED"];

/** Refusals that end once somebody sets up the sender's domain. */
export const POSTPONED = ["E_SENDER_NOT_VERIFIED", "E_SENDER_DOMAIN_NOT_AVAILABLE"];

/** Errors after which nobody knows whether the mail went out. Errors without a code count, too. */
export const UNKNOWN = ["E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR"];

const REFUSALS = [BAD_ADDRESS, HARD_BOUNCE, MARKED_AS_SPAM];

/** Whether a mail's last error is a final refusal, at once or later, not a passing problem. */
export function isRefusal(lastError: string | null) {
  if (lastError === null) return false;
  const mayPass = [...UNKNOWN, ...LIMITED, ...POSTPONED].includes(lastError);
  return REFUSALS.includes(lastError) || (SENDERS_CODE.test(lastError) && !mayPass);
}
