import type { Weight } from "./weight.ts";

/** Nothing that is needed for a page's first paint may come in a second round trip of a fresh connection. */
export const MAX_WIRE = 14_600;

/**
 * What each page may weigh, in bytes (test/bench/weight.ts); `used` is `script` once somebody points at a form on a page that
 * is read. A change that needs more raises the number here, where it is seen; one that needs less lowers it. React, react-dom
 * and react-router are 70,000; the script that measures (800) loads when a page is idle, toasts (14,000) and, with a pointer,
 * tooltips (18,000) when a form is; /apply fetches its first step's code.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 13_500, script: 3_300 },
  "/how-it-works": { wire: 11_500, script: 3_300 },
  "/about": { wire: 12_000, script: 3_300 },
  "/texas": { wire: 12_000, script: 3_300 },
  "/partners": { wire: 11_500, script: 3_300 },
  "/stories": { wire: 12_500, script: 3_300 },
  "/blog": { wire: 13_000, script: 3_300, used: 100_900 },
  "/blog/how-to-read-an-apr": { wire: 13_500, script: 3_300 },
  "/blog/new": { wire: 11_500, script: 231_900 },
  "/faq": { wire: 12_500, script: 3_300 },
  "/contact": { wire: 10_500, script: 3_300, used: 118_900 },
  "/privacy": { wire: 13_000, script: 3_300 },
  "/terms": { wire: 11_500, script: 3_300 },
  "/consent": { wire: 11_500, script: 3_300 },
  "/accessibility": { wire: 11_000, script: 3_300 },
  "/apply": { wire: 11_500, script: 117_900 },
  "/apply/contact": { wire: 11_000, script: 115_400 },
  "/apply/employment": { wire: 11_000, script: 115_400 },
  "/apply/residence": { wire: 11_000, script: 115_400 },
  "/apply/banking-credit": { wire: 11_500, script: 132_900 },
  "/apply/downpayment": { wire: 11_500, script: 132_900 },
  "/apply/review": { wire: 10_500, script: 130_900 },
  "/results": { wire: 10_000, script: 123_400 },
  "/thank-you": { wire: 10_000, script: 84_600 },
  "/no-such-page": { wire: 9_500, script: 3_300 },
};
