/** What tells that two applications come from the same person: the same phone number or the same e-mail address. */

/** A US number within a text: what stands around it, such as '+1' or an extension, does not count. */
const US_NUMBER = /(?<!\d)(?:1\D{0,3})?(\d{3})\D{0,3}(\d{3})\D{0,3}(\d{4})(?!\d)/;
const WHOLE_NUMBER_DIGITS = 10;

/** A phone number's digits, however it is written. '' when it is no whole number or only fills the field: '0000000000'. */
export function phoneDigitsOf(phone: string) {
  const [, ...parts] = US_NUMBER.exec(phone) ?? [];
  const digits = parts.join("") || phone.replace(/\D/g, "");
  return digits.length < WHOLE_NUMBER_DIGITS || /^(\d)\1*$/.test(digits) ? "" : digits;
}

/** An e-mail address as it is compared: providers ignore case. */
export function foldedEmail(email: string) {
  return email.trim().toLowerCase();
}

/** Who wants an answer there: the folded e-mail, or else the digits of the phone number; null when it is neither. */
export function senderOf(replyTo: string) {
  const email = foldedEmail(replyTo);
  // Digits in an e-mail address are not a phone number.
  return /^\S+@\S+$/.test(email) ? email : phoneDigitsOf(replyTo) || null;
}

/** The mailbox behind an address: upper or lower case, what follows a +, and dots at Gmail make no difference. */
export function mailboxOf(email: string) {
  const [local = "", domain = ""] = foldedEmail(email).split("@");
  const name = local.replace(/(?<=.)\+.*/, "");
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`;
}
