/** Who reads a mail. `formerAddress`: the person at an address that the applicant's new one replaced. */
type MailReader = "applicant" | "formerAddress" | "recipient" | "visitor" | "staff";

interface MailFacts {
  to: MailReader;
  /** The name at the desk. */
  label: string;
  /** Whether a stop ends it. Every kind of mail to an applicant has to say. */
  endsWithStop: boolean;
}

/** Every kind of mail that we may owe, and its properties. `worker/mail/` writes it. */
export const MAILS = {
  confirmation: { to: "applicant", endsWithStop: true, label: "Confirmation to the applicant" },
  linkAgain: { to: "applicant", endsWithStop: true, label: "Link that the applicant asked for again" },
  deletionCode: { to: "applicant", endsWithStop: false, label: "Code to delete an application" },
  correctionCode: { to: "applicant", endsWithStop: true, label: "Code to correct phone or email" },
  papersCode: { to: "applicant", endsWithStop: false, label: "Code to send or delete documents" },
  papersAsked: { to: "applicant", endsWithStop: true, label: "Request for documents to the applicant" },
  contactCorrected: { to: "applicant", endsWithStop: true, label: "Notice of a correction to the applicant" },
  emailReplaced: { to: "formerAddress", endsWithStop: true, label: "Notice of a correction to the old address" },
  permissionRequest: { to: "applicant", endsWithStop: true, label: "Question to the applicant about an introduction" },
  permissionByPhone: { to: "applicant", endsWithStop: true, label: "Note to the applicant of a yes over the phone" },
  refusalByPhone: { to: "applicant", endsWithStop: true, label: "Note to the applicant of a no over the phone" },
  formerAddressNote: {
    to: "formerAddress",
    endsWithStop: true,
    label: "Note of an answer over the phone to the address before",
  },
  letter: { to: "applicant", endsWithStop: true, label: "Letter to the applicant" },
  appointment: { to: "applicant", endsWithStop: true, label: "Time of the call to the applicant" },
  appointmentCancelled: { to: "applicant", endsWithStop: true, label: "Canceled call to the applicant" },
  dealerLead: { to: "recipient", endsWithStop: false, label: "Lead to a dealer" },
  lenderLead: { to: "recipient", endsWithStop: false, label: "Application to a lender" },
  leadReminder: { to: "recipient", endsWithStop: false, label: "Reminder to a lender or dealer who has not answered" },
  permissionWithdrawn: {
    to: "recipient",
    endsWithStop: false,
    label: "Notice to a lender or dealer that the permission is withdrawn",
  },
  messageReply: { to: "visitor", endsWithStop: false, label: "Reply to a message" },
  newsletterConfirmation: { to: "visitor", endsWithStop: false, label: "Confirmation of a newsletter address" },
  contactNotice: { to: "staff", endsWithStop: false, label: "Notice of a message to the office" },
  newApplications: { to: "staff", endsWithStop: false, label: "Notice of new applications to the office" },
  overdue: { to: "staff", endsWithStop: false, label: "Notice of overdue first calls to the office" },
  mailReceived: { to: "staff", endsWithStop: false, label: "Notice of an email in a case to the office" },
  alarm: { to: "staff", endsWithStop: false, label: "Alarm to the office" },
  digest: { to: "staff", endsWithStop: false, label: "Daily digest to the office" },
  published: { to: "staff", endsWithStop: false, label: "Test after a deployment to the office" },
} satisfies Record<string, MailFacts>;
export type MailKind = keyof typeof MAILS;
const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

/** Mails to an applicant. If one cannot be delivered, the address may be wrong. */
export const APPLICANT_MAILS: readonly MailKind[] = MAIL_KINDS.filter((kind) => MAILS[kind].to === "applicant");
/** Mails that carry an application to a lender or dealer. */
export const LEADS = ["dealerLead", "lenderLead"] as const satisfies MailKind[];

/** What the row of a sent mail says once its reader has marked it as spam. */
export const MARKED_AS_SPAM = "marked-as-spam";

/**
 * `sent`: the mail service accepted it, and nothing worse has been heard since. `dead`: we gave up or it bounced, and somebody
 * has to look into it. `dropped`: no longer needed, which is fine.
 */
export const MAIL_STATUSES = ["owed", "sent", "dead", "dropped"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
