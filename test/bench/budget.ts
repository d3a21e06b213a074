import type { Weight } from "./weight.ts";

/** Nothing that is needed for a page's first paint may come in a second round trip of a fresh connection. */
export const MAX_WIRE = 14_600;

/**
 * What each page may weigh, in bytes (test/bench/weight.ts). A change that needs more raises the number here, where it
 * is seen; one that needs less lowers it. Of `script`, React, react-dom and react-router are 70,000, and 6,000 to 20,000 are
 * toasts and tooltips, which forms fetch when idle.
 */
export const budget: Record<string, Weight> = {
  "/": { wire: 13_500, script: 87_000 },
  "/how-it-works": { wire: 11_500, script: 84_000 },
  "/about": { wire: 12_000, script: 85_000 },
  "/texas": { wire: 12_000, script: 84_000 },
  "/partners": { wire: 11_500, script: 83_000 },
  "/stories": { wire: 12_500, script: 85_000 },
  "/blog": { wire: 13_000, script: 98_000 },
  "/blog/how-to-read-an-apr": { wire: 13_500, script: 104_000 },
  "/blog/new": { wire: 11_000, script: 229_000 },
  "/faq": { wire: 12_500, script: 85_000 },
  "/contact": { wire: 10_500, script: 117_000 },
  "/privacy": { wire: 13_000, script: 85_000 },
  "/terms": { wire: 11_500, script: 84_000 },
  "/consent": { wire: 11_500, script: 85_000 },
  "/accessibility": { wire: 11_000, script: 83_000 },
  "/apply": { wire: 11_000, script: 83_000 },
  "/apply/contact": { wire: 11_000, script: 125_000 },
  "/apply/employment": { wire: 11_000, script: 124_000 },
  "/apply/residence": { wire: 11_000, script: 124_000 },
  "/apply/banking-credit": { wire: 11_500, script: 137_000 },
  "/apply/downpayment": { wire: 11_500, script: 137_000 },
  "/apply/review": { wire: 10_500, script: 129_000 },
  "/results": { wire: 9_500, script: 119_000 },
  "/thank-you": { wire: 10_000, script: 83_000 },
  "/no-such-page": { wire: 9_500, script: 81_000 },
};
