/** How a call by a member ended. */
export const CALL_OUTCOMES = [
  "reached",
  "voicemail",
  "noAnswer",
  "wrongNumber",
  "askedToCallAt",
  "askedToStop",
] as const;
/** Those after which we try again. */
export const TRIES: readonly CallOutcome[] = ["voicemail", "noAnswer", "wrongNumber"];
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
