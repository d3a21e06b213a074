import type { Weight } from "./weight.ts";

/** Everything that a first paint needs has to come in the first round trip of a new connection. */
export const MAX_WIRE = 14_600;

/** The most bytes of the Worker's code, which each new isolate has to fetch. */
export const MAX_WORKER = 2_500_000;

/**
 * The most bytes per page and language (test/bench/weight.ts). `used`: `script` once somebody points at a form on a
 * page for reading. React and its router take 69,500. A change that needs more raises its number here.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 14_600, script: 4_150 },
  "/how-it-works": { wire: 12_350, script: 4_150 },
  "/about": { wire: 12_150, script: 4_150 },
  "/texas": { wire: 11_650, script: 4_150 },
  "/partners": { wire: 11_450, script: 4_150 },
  "/stories": { wire: 14_550, script: 4_150 },
  "/blog": { wire: 14_080, script: 4_150, used: 104_100 },
  "/blog/how-to-read-an-apr": { wire: 13_400, script: 4_150 },
  "/blog/new": { wire: 10_650, script: 239_000 },
  "/calculator": { wire: 14_200, script: 9_850 },
  "/forecast": { wire: 11_300, script: 4_150 },
  "/faq": { wire: 13_150, script: 4_150 },
  "/contact": { wire: 10_250, script: 4_150, used: 117_500 },
  "/privacy": { wire: 14_600, script: 4_150 },
  "/terms": { wire: 11_350, script: 4_150 },
  "/consent": { wire: 11_200, script: 4_150 },
  "/accessibility": { wire: 10_450, script: 4_150 },
  "/apply": { wire: 10_200, script: 118_300 },
  "/apply/contact": { wire: 11_300, script: 117_300 },
  "/apply/employment": { wire: 11_430, script: 116_900 },
  "/apply/residence": { wire: 11_270, script: 116_900 },
  "/apply/banking-credit": { wire: 11_830, script: 116_950 },
  "/apply/downpayment": { wire: 11_930, script: 117_000 },
  "/apply/review": { wire: 11_950, script: 133_500 },
  "/results": { wire: 7_450, script: 128_200 },
  "/thank-you": { wire: 7_900, script: 105_700 },
  "/no-such-page": { wire: 9_150, script: 4_150, used: 96_850 },
};
