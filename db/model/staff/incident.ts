import { FIELDS, type Field } from "../form/application.ts";
import { fieldsSentTo } from "../introductions/referral.ts";
import type { DeskAction } from "./staff.ts";

/** For after an incident: what each action at the desk showed of applications, and how many people make a notice necessary. */

/** At this many Texans the attorney general is told, within 30 days (Tex. Bus. & Com. Code §521.053(i), as amended in 2023). */
export const TEXAS_NOTICE_PEOPLE = 250;
/** At this many consumers the FTC is told, within 30 days (Safeguards Rule, 16 CFR 314.4(j), in force since May 13, 2024). */
export const FTC_NOTICE_PEOPLE = 500;

type Exposing = Partial<Record<DeskAction, readonly Field[]>>;

/** Which answers each action shows or sends. The audit log names the one application. */
export const oneCase = { readCase: FIELDS, send: fieldsSentTo.lender } satisfies Exposing;
/** The file has every application. */
export const wholeExport = { exportApplications: FIELDS } satisfies Exposing;
/** Others that stood in a case which was opened: its possible duplicates, and what it was merged into. The audit log names each. */
export const namedInCase = { seeDuplicates: ["fullName", "city"] } satisfies Exposing;
/** The audit log does not say which applications were in the list: any that existed by then may have been. */
export const someList = {
  readQueue: ["fullName", "city", "purchaseTimeline", "downPaymentAvailable"],
  readMyDay: ["fullName", "city", "purchaseTimeline"],
  readAudit: ["fullName"],
} satisfies Exposing;
/** The same for messages from the contact form: any that existed by then may have been shown, or the name of its sender. */
export const messageList = { readMessages: [], readMyDay: [], readAudit: [] } satisfies Exposing;

export const exposureLabels = {
  readCase: "opened",
  send: "sent to a lender or dealer",
  seeDuplicates: "named in a case that was opened",
  exportApplications: "exported",
  readQueue: "may have been in a list",
  readMyDay: "may have been in a list",
  readAudit: "may have been named in the audit log",
  readMessages: "message may have been read",
} satisfies Partial<Record<DeskAction, string>>;
