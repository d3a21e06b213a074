import { FIELDS, type Field } from "./application.ts";
import { fieldsSentTo } from "./referral.ts";
import type { DeskAction } from "./staff.ts";

/** After an incident: what each action at the desk showed of applications, and from how many people on somebody must be told. */

/** From this many Texans on the attorney general is told, within 30 days (Tex. Bus. & Com. Code §521.053(i), as amended in 2023). */
export const TEXAS_NOTICE_PEOPLE = 250;
/** From this many consumers on the FTC is told, within 30 days (Safeguards Rule, 16 CFR 314.4(j), in force since May 13, 2024). */
export const FTC_NOTICE_PEOPLE = 500;

type Exposing = Partial<Record<DeskAction, readonly Field[]>>;

/** Which answers an action shows or sends. The audit log names the one application. */
export const oneCase = { readCase: FIELDS, send: fieldsSentTo.lender } satisfies Exposing;
/** The file has every application. */
export const wholeExport = { exportApplications: FIELDS } satisfies Exposing;
/** The audit log does not say which applications stood in the list: any that were there by then may have. */
export const someList = {
  readQueue: ["fullName", "city", "purchaseTimeline", "downPaymentAvailable"],
} satisfies Exposing;

export const exposureLabels = {
  readCase: "opened",
  send: "sent to a lender or dealer",
  exportApplications: "exported",
  readQueue: "may have stood in a list",
} satisfies Partial<Record<DeskAction, string>>;
