/** Every kind of mail that we may owe somebody. `worker/mail.ts` writes it, the desk names it. */
export type MailKind =
  | "confirmation"
  | "dealerLead"
  | "lenderLead"
  | "messageReply"
  | "contactNotice"
  | "deletionCode"
  | "newsletterConfirmation"
  | "newApplications"
  | "alarm"
  | "digest";

/** `dead`: we gave it up, and somebody has to look into it. `dropped`: it should no longer be sent, which is fine. */
export const MAIL_STATUSES = ["owed", "sent", "dead", "dropped"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
