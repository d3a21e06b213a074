import * as z from "zod/mini";
import { introductionConsent } from "../consent/consent.ts";
import type { RecipientKind } from "../directory/recipient-kind.ts";
import type { Field } from "../form/application.ts";
import { centralWithYear } from "../time/time-for-staff.ts";
import { t } from "../words.ts";
import { namesOf } from "./named-fields.ts";
import { fieldsSentTo } from "./referral.ts";

/** An applicant's answer about one recipient. `withdrawn`: took back a yes, or asked us to stop before answering. */
export const PERMISSION_STATES = ["asked", "yes", "no", "withdrawn"] as const;
export type PermissionState = (typeof PERMISSION_STATES)[number];

/** Where the applicant answered; `stop` means that they asked us to stop all contact. */
export type PermissionHow = "page" | "phone" | "stop";

/** A question as the applicant saw or heard it: which text, its words in their language, and the SHA-256 of these. */
export interface Question {
  textId: string;
  words: string;
  wordsSha256: string;
}

/** Proof for later: the question, and where they answered. */
export interface PermissionEvidence extends Question {
  recipientId: string;
  recipientName: string;
  /** For a question: where we asked it. */
  how: PermissionHow;
}

/** An applicant's answers. A no after a yes withdraws the yes. */
export const DECISIONS = ["yes", "no"] as const;
export const Decision = z.object({ decision: z.enum(DECISIONS, { error: () => t`Answer yes or no` }) });
export type Decision = z.output<typeof Decision>["decision"];

/** The question whether we may send the application to this recipient, word for word. */
export function introductionWords(kind: RecipientKind, recipientName: string) {
  return withRecipient(introductionScript(kind), recipientName);
}

/** The same question with a placeholder for the recipient's name. */
export function introductionScript(kind: RecipientKind) {
  return introductionConsent()
    .text.replace("{fields}", namesOf(fieldsSentTo[kind]))
    .replace("{kind}", kind === "lender" ? t`lender` : t`dealer`);
}

/** The question with this recipient's name filled in. */
export function withRecipient(script: string, recipientName: string) {
  return script.replaceAll("{recipient}", () => recipientName);
}

/** Whether we send exactly these fields today. If not, an earlier yes no longer counts. */
export function areSentToday(fields: readonly Field[], kind: RecipientKind) {
  return fields.join() === fieldsSentTo[kind].join();
}

/** A sentence for staff that says why we may not send to this recipient; null after a yes. Undefined: never asked. */
export function refusedWithout(state: PermissionState | undefined, recipientName: string, isByPhone: boolean) {
  const change = isByPhone ? "They applied by phone, so that is final." : null;
  switch (state) {
    case "yes":
      return null;
    case "asked":
      return `The applicant has not answered yet about ${recipientName}.`;
    case "no":
      return `The applicant said no to ${recipientName}. ${change ?? "Only they can change that, on their results page."}`;
    case "withdrawn":
      return `The applicant took back the permission for ${recipientName}. ${change ?? "Only they can give it again, on their results page."}`;
    case undefined:
      return `Nothing goes to ${recipientName} without the applicant’s yes. Ask first.`;
  }
}

/** The sentence that tells a recipient when and how the applicant agreed. */
export function permissionInWords(how: PermissionHow | null, at: Date) {
  const where = how === "phone" ? "over the phone" : "on the website";
  return `Permission given by the applicant ${where}, ${centralWithYear(at)}.`;
}
