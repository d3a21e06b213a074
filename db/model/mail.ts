/** Every kind of mail that we may owe somebody. `worker/mail.ts` writes it, the desk names it. */
export type MailKind =
  | "confirmation"
  | "dealerLead"
  | "lenderLead"
  | "messageReply"
  | "contactNotice"
  | "deletionCode"
  | "newsletterConfirmation";
