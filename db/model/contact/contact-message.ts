import * as z from "zod/mini";
import { line, lines } from "../text.ts";
import { t } from "../words.ts";

/** What the contact form sends. `replyTo` is an e-mail address or a phone number, as typed. */
export const ContactMessage = z.object({
  name: line({ min: 2, max: 100, message: () => t`Name is required` }),
  message: lines({ min: 10, max: 5000, message: () => t`Please tell us what you need` }),
  replyTo: z.optional(line({ max: 200, message: () => t`Enter an email or phone as text` })),
});
export type ContactMessage = z.output<typeof ContactMessage>;

/** Where a contact message stands at the desk. */
export const MESSAGE_STATUSES = ["new", "in_progress", "answered", "closed"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A member's answer by mail. */
export const MessageReply = z.object({ text: lines({ min: 2, max: 5000, message: "Please write your reply" }) });
export type MessageReply = z.output<typeof MessageReply>;
