/** No vowels, so that they never form words; neither m nor w, so that all words are about as wide. */
const LETTERS = "bcdfghjklnpqrstvxz";
const LINES = 10_000;
const began = Math.floor(Date.now() / 1000);
const worker = Number(process.env.TEST_WORKER_INDEX);
let words = 0;
let phones = 0;

/** A unique word of small letters. All have one length, so that none begins with another. */
export function ownWord() {
  return inLetters(began, 6) + inLetters(worker, 2) + inLetters(words++, 3);
}

/** A unique phone number that can exist. */
export function ownPhone(areaCode = 210) {
  return `${areaCode} ${220 + (worker % 80)} ${String(phones++ % LINES).padStart(4, "0")}`;
}

/** The last digits of a number, written as letters. */
function inLetters(number: number, length: number) {
  const digits = Array.from({ length }, (_, place) => Math.floor(number / LETTERS.length ** place) % LETTERS.length);
  return digits.map((digit) => LETTERS[digit]).join("");
}
