/** How a call by a member ended. */
export const CALL_OUTCOMES = [
  "reached",
  "voicemail",
  "noAnswer",
  "wrongNumber",
  "askedToCallAt",
  "askedToStop",
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
