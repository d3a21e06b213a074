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
