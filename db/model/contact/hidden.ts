/** Enough of a number or address to recognize it, not to use it. */
export function hiddenPhone(phone: string) {
  return `••• ••• ${phone.replace(/\D/g, "").slice(-2)}`;
}

export function hiddenEmail(email: string) {
  return `${email.slice(0, 1)}•••@•••`;
}
