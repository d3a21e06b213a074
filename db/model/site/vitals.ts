/** How fast pages are for visitors: Core Web Vitals (web.dev/vitals), and from Continue to the next step. */
export const VITALS = ["LCP", "INP", "CLS", "continue"] as const;
export type Vital = (typeof VITALS)[number];

/** Upper ends of the buckets, in milliseconds (CLS has no unit). One more bucket takes anything above the last. */
export const bucketEnds: Record<Vital, readonly number[]> = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000],
  INP: [50, 100, 150, 200, 300, 500, 1000],
  CLS: [0.001, 0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  continue: [50, 100, 200, 300, 500, 1000, 2000, 4000],
};

/** 75% of visits should stay within these. Google's figures, except for Continue, which is ours. */
export const goodUntil: Record<Vital, number> = { LCP: 2500, INP: 200, CLS: 0.1, continue: 300 };

export function bucketOf(metric: Vital, value: number) {
  const ends = bucketEnds[metric];
  const bucket = ends.findIndex((end) => value <= end);
  return bucket < 0 ? ends.length : bucket;
}

/** The bucket end that 75% of measurements stay within: Infinity for the last bucket, null without measurements. */
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
