/** Shows enough to recognize a number or an address, too little to use it. */
export function hiddenPhone(phone: string) {
  return `••• ••• ${phone.replace(/\D/g, "").slice(-2)}`;
}

export function hiddenEmail(email: string) {
  return `${email.slice(0, 1)}•••@•••`;
}
