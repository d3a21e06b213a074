import type { Weight } from "./weight.ts";

/** Everything that a first paint needs has to come in the first round trip of a new connection. */
export const MAX_WIRE = 14_600;

/**
 * The most bytes per page and language (test/bench/weight.ts). `used`: `script` once somebody points at a form on a
 * page for reading. React and its router take 71,000. A change that needs more raises its number here.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 14_600, script: 4_150 },
  "/how-it-works": { wire: 12_300, script: 4_150 },
  "/about": { wire: 12_360, script: 4_150 },
  "/texas": { wire: 11_610, script: 4_150 },
  "/partners": { wire: 11_860, script: 4_150 },
  "/stories": { wire: 13_060, script: 4_150 },
  "/blog": { wire: 14_600, script: 4_150, used: 104_700 },
  "/blog/how-to-read-an-apr": { wire: 14_360, script: 4_150 },
  "/blog/new": { wire: 11_160, script: 239_100 },
  "/calculator": { wire: 14_600, script: 9_000 },
  "/forecast": { wire: 10_660, script: 4_150 },
  "/faq": { wire: 13_160, script: 4_150 },
  "/contact": { wire: 10_260, script: 4_150, used: 116_000 },
  "/privacy": { wire: 14_510, script: 4_150 },
  "/terms": { wire: 11_360, script: 4_150 },
  "/consent": { wire: 11_360, script: 4_150 },
  "/accessibility": { wire: 10_450, script: 4_150 },
  "/apply": { wire: 10_950, script: 123_950 },
  "/apply/contact": { wire: 10_160, script: 120_550 },
  "/apply/employment": { wire: 10_560, script: 120_350 },
  "/apply/residence": { wire: 10_460, script: 120_350 },
  "/apply/banking-credit": { wire: 11_060, script: 120_550 },
  "/apply/downpayment": { wire: 11_160, script: 120_350 },
  "/apply/review": { wire: 10_600, script: 137_700 },
  "/results": { wire: 7_610, script: 125_600 },
  "/thank-you": { wire: 10_660, script: 124_400 },
  "/no-such-page": { wire: 8_610, script: 4_150 },
};
