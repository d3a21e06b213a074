/**
 * Nobody waits while tests run: the Worker's pauses before it asks D1 again are over at once. Longer times, after which
 * something is given up, stay as they are. What time it is, tests set themselves.
 */
const LONGEST_PAUSE_MS = 1000;
const wait = globalThis.setTimeout;
globalThis.setTimeout = ((work: () => void, milliseconds = 0, ...given: []) =>
  wait(work, milliseconds > LONGEST_PAUSE_MS ? milliseconds : 0, ...given)) as typeof setTimeout;
