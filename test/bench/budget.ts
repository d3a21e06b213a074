import type { Weight } from "./weight.ts";

/** Nothing that is needed for a page's first paint may come in a second round trip of a fresh connection. */
export const MAX_WIRE = 14_600;

/**
 * What each page may weigh, in bytes (test/bench/weight.ts); `used` is `script` once somebody points at a form in a page that
 * is read. A change that needs more raises the number here, where it is seen; one that needs less lowers it. React, react-dom
 * and react-router are 70,000; toasts (14,000) and, with a pointer, tooltips (18,000) come when a form is idle; /apply fetches
 * its first step's code.
 */
export const budget: Record<string, Weight & { used?: number }> = {
  "/": { wire: 13_500, script: 2_250 },
  "/how-it-works": { wire: 11_500, script: 2_250 },
  "/about": { wire: 12_000, script: 2_250 },
  "/texas": { wire: 12_000, script: 2_250 },
  "/partners": { wire: 11_500, script: 2_250 },
  "/stories": { wire: 12_500, script: 2_250 },
  "/blog": { wire: 13_000, script: 2_250, used: 99_000 },
  "/blog/how-to-read-an-apr": { wire: 13_500, script: 2_250 },
  "/blog/new": { wire: 11_000, script: 229_000 },
  "/faq": { wire: 12_500, script: 2_250 },
  "/contact": { wire: 10_500, script: 2_250, used: 117_000 },
  "/privacy": { wire: 13_000, script: 2_250 },
  "/terms": { wire: 11_500, script: 2_250 },
  "/consent": { wire: 11_500, script: 2_250 },
  "/accessibility": { wire: 11_000, script: 2_250 },
  "/apply": { wire: 11_000, script: 115_500 },
  "/apply/contact": { wire: 11_000, script: 113_500 },
  "/apply/employment": { wire: 11_000, script: 113_500 },
  "/apply/residence": { wire: 11_000, script: 113_500 },
  "/apply/banking-credit": { wire: 11_500, script: 131_500 },
  "/apply/downpayment": { wire: 11_500, script: 131_500 },
  "/apply/review": { wire: 10_500, script: 129_000 },
  "/results": { wire: 9_500, script: 119_000 },
  "/thank-you": { wire: 10_000, script: 83_500 },
  "/no-such-page": { wire: 9_500, script: 2_250 },
};
