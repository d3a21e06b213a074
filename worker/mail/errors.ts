/** Why a mail did not go out, as its row keeps it. */

export const BAD_ADDRESS = "bad-address";

export const SENDERS_CODE = /^E_[A-Z_]{1,60}$/;

export const LIMITED = ["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED"];

/** Refusals that pass once somebody has set up the sender's domain. */
export const POSTPONED = ["E_SENDER_NOT_VERIFIED", "E_SENDER_DOMAIN_NOT_AVAILABLE"];

/** Failures after which nobody can say whether the mail went out, like those without a code. */
export const UNKNOWN = ["E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR"];

/** Whether the last error of a mail is a refusal for good: no outage, and nothing that passes by itself. */
export function isRefusal(lastError: string | null) {
  if (lastError === null) return false;
  const mayPass = [...UNKNOWN, ...LIMITED, ...POSTPONED].includes(lastError);
  return lastError === BAD_ADDRESS || (SENDERS_CODE.test(lastError) && !mayPass);
}
