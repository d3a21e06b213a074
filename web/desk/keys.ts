import type { CallOutcome } from "../../db/model/calls/call-outcome.ts";

/** Keyboard shortcuts. A control with `data-key` is pressed by that key. */

export const callKeys: Partial<Record<CallOutcome, string>> = { reached: "r", voicemail: "v", noAnswer: "a" };

/** Where a member turns them on again. */
export const ACCOUNT = "/desk/account";

/** By the address that they open. */
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
