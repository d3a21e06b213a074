/** Ends the Worker's short pauses between tries at once. Tests set the time themselves. */
const LONGEST_PAUSE_MS = 1000;
const wait = globalThis.setTimeout;
globalThis.setTimeout = ((work: () => void, milliseconds = 0, ...given: []) =>
  wait(work, milliseconds > LONGEST_PAUSE_MS ? milliseconds : 0, ...given)) as typeof setTimeout;
