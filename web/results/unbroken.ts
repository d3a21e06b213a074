/** Keeps an hour and its half of the day on one line: '8 PM', and in Spanish '8 p.m.' */
export function unbroken(words: string) {
  return words.replace(/(\d) (?=[ap]\.?m)/gi, "$1\u00a0");
}
