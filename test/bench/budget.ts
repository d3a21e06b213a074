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
  "/": { wire: 13_650, script: 3_300 },
  "/how-it-works": { wire: 11_650, script: 3_300 },
  "/about": { wire: 12_400, script: 3_300 },
  "/texas": { wire: 11_000, script: 3_300 },
  "/partners": { wire: 10_700, script: 3_300 },
  "/stories": { wire: 14_100, script: 3_300 },
  "/blog": { wire: 14_100, script: 3_300, used: 104_270 },
  "/blog/how-to-read-an-apr": { wire: 13_550, script: 3_300 },
  "/blog/new": { wire: 10_500, script: 239_170 },
  "/calculator": { wire: 14_200, script: 9_850 },
  "/forecast": { wire: 11_550, script: 3_300 },
  "/faq": { wire: 13_000, script: 3_300 },
  "/contact": { wire: 9_650, script: 3_300, used: 117_670 },
  "/privacy": { wire: 14_600, script: 3_300 },
  "/terms": { wire: 11_150, script: 3_300 },
  "/consent": { wire: 11_020, script: 3_300 },
  "/accessibility": { wire: 10_300, script: 3_300 },
  "/apply": { wire: 9_500, script: 118_470 },
  "/apply/contact": { wire: 11_300, script: 118_050 },
  "/apply/employment": { wire: 11_430, script: 117_600 },
  "/apply/residence": { wire: 11_310, script: 117_600 },
  "/apply/banking-credit": { wire: 11_830, script: 117_700 },
  "/apply/downpayment": { wire: 11_980, script: 117_700 },
  "/apply/review": { wire: 11_950, script: 133_690 },
  "/results": { wire: 7_450, script: 129_000 },
  "/thank-you": { wire: 7_900, script: 105_850 },
  "/no-such-page": { wire: 8_500, script: 3_300 },
};
