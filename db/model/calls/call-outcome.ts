/** How a call by staff ended. */
export const CALL_OUTCOMES = [
  "reached",
  "voicemail",
  "noAnswer",
  "wrongNumber",
  "askedToCallAt",
  "askedToStop",
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
