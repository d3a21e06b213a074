import * as z from "zod/mini";
import { introductionConsent } from "../consent/consent.ts";
import { namesOf } from "../form/answer-words.ts";
import type { Field } from "../form/application.ts";
import { t } from "../words.ts";
import { fieldsSentTo, type RecipientKind } from "./referral.ts";

/** What an applicant said to one introduction. `withdrawn`: they took their yes back, or asked us to stop before they had answered. */
export const PERMISSION_STATES = ["asked", "yes", "no", "withdrawn"] as const;
export type PermissionState = (typeof PERMISSION_STATES)[number];

/** How it was said; `stop`: by asking us to stop all contact. */
export type PermissionHow = "page" | "phone" | "stop";

/** What proves it later: which words were put to the applicant, and where the answer came from. */
export interface PermissionEvidence {
  recipientId: string;
  recipientName: string;
  textId: string;
  words: string;
  wordsSha256: string;
  /** For a question: where it was put. */
  how: PermissionHow;
}

/** What the applicant answers. No to what was a yes takes it back. */
export const DECISIONS = ["yes", "no"] as const;
export const Decision = z.object({ decision: z.enum(DECISIONS, { error: () => t`Answer yes or no` }) });
export type Decision = z.output<typeof Decision>["decision"];

/** The question whether this recipient may get what is sent to its kind, word for word. */
export function introductionWords(kind: RecipientKind, recipientName: string) {
  return withRecipient(introductionScript(kind), recipientName);
}

/** The same question about any recipient of this kind, still without a name. */
export function introductionScript(kind: RecipientKind) {
  return introductionConsent()
    .text.replace("{fields}", namesOf(fieldsSentTo[kind]))
    .replace("{kind}", kind === "lender" ? t`lender` : t`dealer`);
}

/** A script with the name of the recipient in it. */
export function withRecipient(script: string, recipientName: string) {
  return script.replaceAll("{recipient}", () => recipientName);
}

/** Whether these are the fields that are sent today. */
export function areSentToday(fields: readonly Field[], kind: RecipientKind) {
  return fields.join() === fieldsSentTo[kind].join();
}

/** Why nothing may go to this recipient, in a sentence for staff; null after a yes. Undefined state: it was not asked about. */
export function refusedWithout(state: PermissionState | undefined, recipientName: string) {
  switch (state) {
    case "yes":
      return null;
    case "asked":
      return `The applicant has not answered yet about ${recipientName}.`;
    case "no":
      return `The applicant said no to ${recipientName}. Only they can change that, on their results page.`;
    case "withdrawn":
      return `The applicant took back the permission for ${recipientName}. Only they can give it again, on their results page.`;
    case undefined:
      return `Nothing goes to ${recipientName} without the applicant's yes. Ask first.`;
  }
}
