/** What random tests share, in Node and in workerd, which has settings of its own here (vite.config.ts). */
declare const process: { env: { SEED?: string; LONG?: string } };

/** Totals of the long run with LONG=1, otherwise a hundredth. */
export function scaled(total: number) {
  return process.env.LONG ? total : total / 100;
}

/** The seed of this run (test/seed.ts). Put it into failure messages. */
export const seed = Number(process.env.SEED);

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(start: number) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
