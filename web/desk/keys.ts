import type { CallOutcome } from "../../db/model/calls/call-outcome.ts";

/** The desk's shortcuts. A control names its key in `data-key`; pressing the key presses it. */

export const callKeys: Partial<Record<CallOutcome, string>> = { reached: "r", voicemail: "v", noAnswer: "a" };

/** By the address to which they lead. */
export const pageKeys: Record<string, string> = { "/desk/queue": "g q", "/desk/my-day": "g d" };

/** As the help lists them. */
export const keyWords: [key: string, words: string][] = [
  ["?", "Show these shortcuts"],
  ["j", "Next case of the list"],
  ["k", "Previous case of the list"],
  ["c", "Claim"],
  ["r", "Call: reached"],
  ["v", "Call: voicemail"],
  ["a", "Call: no answer"],
  ["s", "Send to a lender or dealer"],
  ["t", "Choose the next status"],
  ["n", "Write a note"],
  ["g q", "Go to the queue"],
  ["g d", "Go to my day"],
];
