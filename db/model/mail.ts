/** Every kind of mail that we may owe somebody. `worker/mail/` writes it, the desk names it. */
export type MailKind =
  | "confirmation"
  | "dealerLead"
  | "lenderLead"
  | "permissionRequest"
  | "permissionByPhone"
  | "refusalByPhone"
  | "formerAddressNote"
  | "permissionWithdrawn"
  | "letter"
  | "messageReply"
  | "contactNotice"
  | "deletionCode"
  | "appointment"
  | "appointmentCancelled"
  | "correctionCode"
  | "contactCorrected"
  | "emailReplaced"
  | "newsletterConfirmation"
  | "newApplications"
  | "overdue"
  | "alarm"
  | "digest";

/** Those about a correction: their subject is its event. */
export const CORRECTION_MAILS = ["contactCorrected", "emailReplaced"] as const satisfies MailKind[];

/** Those that go to an applicant: when one cannot be delivered, the address may be wrong. */
export const APPLICANT_MAILS: readonly MailKind[] = [
  "confirmation",
  "deletionCode",
  "correctionCode",
  "contactCorrected",
  "permissionRequest",
  "permissionByPhone",
  "refusalByPhone",
  "letter",
  "appointment",
  "appointmentCancelled",
];
/** Mails that carry an application to somebody else. */
export const LEADS = ["dealerLead", "lenderLead"] as const satisfies MailKind[];

/** `dead`: we gave it up, and somebody has to look into it. `dropped`: it should no longer be sent, which is fine. */
export const MAIL_STATUSES = ["owed", "sent", "dead", "dropped"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
