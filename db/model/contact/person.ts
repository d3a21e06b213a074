/** A US number inside a text. It may have a '+1' before it or an extension after it. */
const US_NUMBER = /(?<!\d)\+?(?:1\D{0,3})?\(?(\d{3})\D{0,3}(\d{3})\D{0,3}(\d{4})(?!\d)/;
const WHOLE_NUMBER_DIGITS = 10;

/** The ten digits of a phone number, however it is written; '' if it is incomplete or a filler such as '0000000000'. */
export function phoneDigitsOf(phone: string) {
  const [, ...parts] = US_NUMBER.exec(phone) ?? [];
  const digits = parts.join("") || phone.replace(/\D/g, "");
  return digits.length < WHOLE_NUMBER_DIGITS || /^(\d)\1*$/.test(digits) ? "" : digits;
}

/** A phone number as it reads everywhere, '(512) 555-0123', with its extension. What is no whole US number stays as typed. */
export function phoneInWords(phone: string) {
  return phone.replace(US_NUMBER, "($1) $2-$3");
}

/** Whether a phone number looks like a North American number that can be called. */
export function isDialable(phone: string) {
  return /^1?[2-9]\d{2}[2-9]\d{6}$/.test(phone.replace(/\D/g, ""));
}

/** An e-mail address for comparison, in lower case, because providers ignore case. */
export function foldedEmail(email: string) {
  return email.trim().toLowerCase();
}

/**
 * A text cut at its e-mail addresses: in turn what stands before one, its part before the @, and its part from the @ on.
 * An address with a part too long for a phone's line is not cut.
 */
export function aroundAddresses(text: string) {
  return text.split(/(?<![^\s@])([^\s@]{1,30})(@[^\s@]{1,30})(?![^\s@])/);
}

/** Where a sender wants our answer: the e-mail in lower case, or the digits of the phone; null if it is neither. */
export function senderOf(replyTo: string) {
  const email = foldedEmail(replyTo);
  // Digits in an e-mail address are not a phone number.
  return /^\S+@\S+$/.test(email) ? email : phoneDigitsOf(replyTo) || null;
}

/** The mailbox behind an address: ignores case, anything after a +, and dots at Gmail. */
export function mailboxOf(email: string) {
  const [local = "", domain = ""] = foldedEmail(email).split("@");
  const name = local.replace(/(?<=.)\+.*/, "");
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`;
}
