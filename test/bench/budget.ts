import type { Weight } from "./weight.ts";

/** Nothing that is needed for a page's first paint may come in a second round trip of a fresh connection. */
export const MAX_WIRE = 14_600;

/**
 * What each page may weigh in either language, in bytes (test/bench/weight.ts); `used` is `script` once somebody points at a
 * form on a page that is read. A change that needs more raises the number here, where it is seen; one that needs less lowers
 * it. React, react-dom and react-router are 71,000; the script that measures (800) loads when a page is idle, toasts (14,000)
 * when a form is that may need them; /apply fetches its first step's code.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 14_400, script: 3_700 },
  "/how-it-works": { wire: 11_900, script: 3_700 },
  "/about": { wire: 12_300, script: 3_700 },
  "/texas": { wire: 11_200, script: 3_700 },
  "/partners": { wire: 11_800, script: 3_700 },
  "/stories": { wire: 11_800, script: 3_700 },
  "/blog": { wire: 14_600, script: 3_700, used: 103_400 },
  "/blog/how-to-read-an-apr": { wire: 14_300, script: 3_700 },
  "/blog/new": { wire: 11_100, script: 238_200 },
  "/calculator": { wire: 14_600, script: 8_500 },
  "/faq": { wire: 13_100, script: 3_700 },
  "/contact": { wire: 10_200, script: 3_700, used: 114_500 },
  "/privacy": { wire: 14_100, script: 3_700 },
  "/terms": { wire: 11_300, script: 3_700 },
  "/consent": { wire: 11_300, script: 3_700 },
  "/accessibility": { wire: 10_300, script: 3_700 },
  "/apply": { wire: 10_800, script: 122_800 },
  "/apply/contact": { wire: 10_100, script: 119_700 },
  "/apply/employment": { wire: 10_500, script: 119_500 },
  "/apply/residence": { wire: 10_400, script: 119_500 },
  "/apply/banking-credit": { wire: 11_000, script: 119_700 },
  "/apply/downpayment": { wire: 11_100, script: 119_500 },
  "/apply/review": { wire: 9_000, script: 136_000 },
  "/results": { wire: 7_400, script: 122_600 },
  "/thank-you": { wire: 10_600, script: 88_800 },
  "/no-such-page": { wire: 7_400, script: 3_700 },
};
