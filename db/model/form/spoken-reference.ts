/**
 * A short name of an application to say on the phone: 'BAP-7K3M-2Q'. It is the application's number in other clothes, so
 * it is no secret and opens nothing: an applicant's key is the reference.
 *
 * Digits and letters without vowels, so that no words arise, and without the letters that look like a digit: L (1), Z (2),
 * S (5), G (6), B (8).
 */
const ALPHABET = "23456789CDFHJKMNPQRTVWX";
const PREFIX = "BAP";
/** A prime: hence every number but 0 has an inverse, on which both the scrambling and the checksum rest. */
const BASE = ALPHABET.length;
const DIGITS = 5;
/** How many numbers have a code of their own. */
export const SPOKEN_REFERENCES = BASE ** DIGITS;

/** Multiplying and adding spreads neighbours far apart: who applied next does not have the next code. */
const MULTIPLIER = 2_654_435;
const INVERSE = 3_566_670;
const SUMMAND = 4_181_503;

/** No two are the same: so neither one wrong character nor two swapped ones leave the sum as it was. */
const WEIGHTS = [2, 3, 4, 5, 6, 1];

/**
 * The code of the application with this number, a whole number from 1. After 6,436,343 numbers the codes begin anew, when
 * the first applications are long gone.
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
 * The number that a code names, typed in any case, with or without dashes, spaces and 'BAP'. 'misread' when it has the shape
 * of a code but not its checksum; null for everything else.
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
