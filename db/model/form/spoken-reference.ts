/**
 * A short code for the phone, such as 'BAP-7K3M-2Q': the application's number, scrambled. It is no secret and opens
 * nothing. No vowels, so that it spells no words; no L, Z, S, G, B, which look like 1, 2, 5, 6, 8.
 */
const ALPHABET = "23456789CDFHJKMNPQRTVWX";
const PREFIX = "BAP";
/** A prime number, so that every digit except 0 has an inverse. Scrambling and checksum rely on that. */
const BASE = ALPHABET.length;
const DIGITS = 5;
/** How many different codes there are. */
export const SPOKEN_REFERENCES = BASE ** DIGITS;

/** Scrambles the numbers, so that two people who apply one after the other do not get neighboring codes. */
const MULTIPLIER = 2_654_435;
const INVERSE = 3_566_670;
const SUMMAND = 4_181_503;

/** All weights differ, so one wrong character or two swapped ones always change the checksum. */
const WEIGHTS = [2, 3, 4, 5, 6, 1];

/**
 * The code of an application, by its number (a whole number from 1). After 6,436,343 applications codes repeat; by then
 * we have deleted the first ones.
 */
export function spokenReference(number: number) {
  let rest = ((number % SPOKEN_REFERENCES) * MULTIPLIER + SUMMAND) % SPOKEN_REFERENCES;
  const digits: number[] = [];
  for (let place = 0; place < DIGITS; place++) {
    digits.push(rest % BASE);
    rest = Math.floor(rest / BASE);
  }
  const check = (BASE - checksum(digits)) % BASE;
  const code = [...digits, check].map((digit) => ALPHABET[digit]).join("");
  return `${PREFIX}-${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * The application number for a code, in any case, with or without dashes, spaces and 'BAP'. 'misread' if only the
 * checksum is wrong; null if it does not look like a code.
 */
export function numberInSpokenReference(typed: string): number | "misread" | null {
  const [, code] = new RegExp(`^(?:${PREFIX})?([${ALPHABET}]{${DIGITS + 1}})$`).exec(plain(typed)) ?? [];
  if (!code) return null;
  const digits = [...code].map((character) => ALPHABET.indexOf(character));
  if (checksum(digits) !== 0) return "misread";
  const scrambled = digits.slice(0, DIGITS).reduceRight((sum, digit) => sum * BASE + digit, 0);
  return ((scrambled + SPOKEN_REFERENCES - SUMMAND) * INVERSE) % SPOKEN_REFERENCES;
}

function plain(typed: string) {
  return typed.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
}

function checksum(digits: number[]) {
  return digits.reduce((sum, digit, place) => sum + digit * (WEIGHTS[place] as number), 0) % BASE;
}
