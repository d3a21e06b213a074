/** What tells that two applications come from the same person: the same phone number or the same e-mail address. */

const US_COUNTRY_CODE = /^1(?=\d{10}$)/;

/** A phone number's digits, however it is written; '+1' before a US number does not count. '' when it has none. */
export function phoneDigitsOf(phone: string) {
  return phone.replace(/\D/g, "").replace(US_COUNTRY_CODE, "");
}

/** An e-mail address as it is compared: providers ignore case. */
export function foldedEmail(email: string) {
  return email.trim().toLowerCase();
}

/** The mailbox behind an address: upper or lower case, what follows a +, and dots at Gmail make no difference. */
export function mailboxOf(email: string) {
  const [local = "", domain = ""] = foldedEmail(email).split("@");
  const name = local.replace(/(?<=.)\+.*/, "");
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`;
}
