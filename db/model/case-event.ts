import * as z from "zod/mini";
import { RECIPIENT_KINDS } from "./referral.ts";
import { OUTCOMES, type Outcome, STATUSES, type Status } from "./status.ts";
import { line, lines } from "./text.ts";

/** One thing that happened to an application at the desk. */
export type CaseEvent =
  | { kind: "status"; from: Status; to: Status; outcome: Outcome | null }
  /** `ownerId` null: nobody works on it any more. */
  | { kind: "owner"; ownerId: string | null }
  | { kind: "note"; text: string }
  /** By the applicant: in this application, or in another one with the same phone or e-mail. */
  | { kind: "contactStopped"; elsewhere: boolean };

const id = line({ min: 1, max: 60, message: "Choose somebody from the list" });

export const StatusChange = z.object({
  /** The status as the specialist saw it, so that two changes at once cannot pass each other unseen. */
  from: z.enum(STATUSES, "Unknown status"),
  to: z.enum(STATUSES, "Choose a status from the list"),
  outcome: z.optional(z.nullable(z.enum(OUTCOMES, "Choose an outcome from the list"))),
});
export const Note = z.object({ text: lines({ min: 1, max: 5000, message: "Please write the note" }) });
export const Assignment = z.object({ ownerId: id });
export const SendRequest = z.object({
  kind: z.enum(RECIPIENT_KINDS, "Choose a lender or a dealer"),
  recipientId: id,
});
