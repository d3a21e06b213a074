/**
 * How fast pages are for visitors: largest paint, slowest answer to a press, what moved, and the time from Continue to the
 * next step. The first three are Google's Core Web Vitals (web.dev/vitals).
 */
export const VITALS = ["LCP", "INP", "CLS", "continue"] as const;
export type Vital = (typeof VITALS)[number];

/** Upper ends of the buckets, in milliseconds; CLS has no unit. Anything above the last goes into one more bucket. */
export const bucketEnds: Record<Vital, readonly number[]> = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000],
  INP: [50, 100, 150, 200, 300, 500, 1000],
  CLS: [0.001, 0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  continue: [50, 100, 200, 300, 500, 1000, 2000, 4000],
};

/** What counts as good: 75% of visits should be within it. The figure for Continue is our own. */
export const goodUntil: Record<Vital, number> = { LCP: 2500, INP: 200, CLS: 0.1, continue: 300 };

/** The bucket of a value. */
export function bucketOf(metric: Vital, value: number) {
  const ends = bucketEnds[metric];
  const bucket = ends.findIndex((end) => value <= end);
  return bucket < 0 ? ends.length : bucket;
}

/** The bucket end that 75% of the measurements stay within: Infinity for the last bucket, null if there are none. */
export function upperQuartile(metric: Vital, counts: { bucket: number; count: number }[]) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const { bucket, count } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    seen += count;
    if (seen >= 0.75 * total) return bucketEnds[metric][bucket] ?? Number.POSITIVE_INFINITY;
  }
  return null;
}
