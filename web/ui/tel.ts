/** The address that calls a number. */
export function telOf(phone = "") {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}
