import type { Weight } from "./weight.ts";

/** Nothing that is needed for a page's first paint may come in a second round trip of a fresh connection. */
export const MAX_WIRE = 14_600;

/**
 * What each page may weigh, in bytes (test/bench/weight.ts); `used` is `script` once somebody points at a form on a page that
 * is read. A change that needs more raises the number here, where it is seen; one that needs less lowers it. React, react-dom
 * and react-router are 70,000; toasts (14,000) and, with a pointer, tooltips (18,000) come when a form is idle; /apply fetches
 * its first step's code.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 13_500, script: 2_400 },
  "/how-it-works": { wire: 11_500, script: 2_400 },
  "/about": { wire: 12_000, script: 2_400 },
  "/texas": { wire: 12_000, script: 2_400 },
  "/partners": { wire: 11_500, script: 2_400 },
  "/stories": { wire: 12_500, script: 2_400 },
  "/blog": { wire: 13_000, script: 2_400, used: 100_000 },
  "/blog/how-to-read-an-apr": { wire: 13_500, script: 2_400 },
  "/blog/new": { wire: 11_500, script: 231_000 },
  "/faq": { wire: 12_500, script: 2_400 },
  "/contact": { wire: 10_500, script: 2_400, used: 118_000 },
  "/privacy": { wire: 13_000, script: 2_400 },
  "/terms": { wire: 11_500, script: 2_400 },
  "/consent": { wire: 11_500, script: 2_400 },
  "/accessibility": { wire: 11_000, script: 2_400 },
  "/apply": { wire: 11_500, script: 117_000 },
  "/apply/contact": { wire: 11_000, script: 114_500 },
  "/apply/employment": { wire: 11_000, script: 114_500 },
  "/apply/residence": { wire: 11_000, script: 114_500 },
  "/apply/banking-credit": { wire: 11_500, script: 132_000 },
  "/apply/downpayment": { wire: 11_500, script: 132_000 },
  "/apply/review": { wire: 10_500, script: 130_000 },
  "/results": { wire: 10_000, script: 122_500 },
  "/thank-you": { wire: 10_000, script: 83_700 },
  "/no-such-page": { wire: 9_500, script: 2_400 },
};
