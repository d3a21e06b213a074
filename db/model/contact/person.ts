import { phoneDigitsOf } from "../phone.ts";

/** An e-mail address for comparison, in lower case, because providers ignore case. */
export function foldedEmail(email: string) {
  return email.trim().toLowerCase();
}

/** What tells that two applications are of the same person; '' tells nothing. */
interface Keys {
  phoneDigits: string;
  emailFolded: string;
}

/** Whether two applications have the same phone number or e-mail address. */
export function isSamePerson(one: Keys, other: Keys) {
  return (["phoneDigits", "emailFolded"] as const).some((key) => one[key] !== "" && one[key] === other[key]);
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
