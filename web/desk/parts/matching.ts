/** Whether a text contains each typed word, ignoring case and accents. */
export function isMatch(text: string, typed: string) {
  const whole = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

function folded(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
