import type { MemberPress, Refused } from "../case/case.ts";
import type { MessageStatus } from "./contact-message.ts";

/** What members do to a message from the contact form. Each deed is a pure function, as in a case. */

/** A message as a deed finds it. */
export interface Message {
  status: MessageStatus;
  ownerId: string | null;
  /** Who works on it; null while nobody does, or they have left. */
  ownerName: string | null;
  /** Whether its sender left an address that we can write to. */
  hasAddress: boolean;
  contactStoppedAt: Date | null;
}

/** What a deed makes of a message. What is not named stays as it is. */
export interface MessageChanges {
  ownerId?: string;
  status?: MessageStatus;
  /** What is mailed to the sender. */
  reply?: string;
}

export const SENDER_STOPPED = "The sender asked us to stop contacting them, in this message or after it.";

/** Makes the member the owner, if nobody works on it; again is as good as once. Refused when somebody else was first. */
export function claimMessage({ ownerId, ownerName, status }: Message, { by }: MemberPress): MessageChanges | Refused {
  if (ownerId === by.id) return {};
  if (ownerName !== null) return { refused: `${ownerName} has already taken this message.` };
  return { ownerId: by.id, status: status === "new" ? "in_progress" : status };
}

/** Changes the status, from any to any. Refused when the member may not work on it. */
export function moveMessage(message: Message, status: MessageStatus, press: MemberPress): MessageChanges | Refused {
  const refused = refusedMessage(message, press);
  return refused ? { refused } : { status };
}

/** Answers the sender by mail. Refused when the member may not work on it, and when its sender left no address or asked us to stop since. */
export function answerMessage(message: Message, reply: string, press: MemberPress): MessageChanges | Refused {
  const refused = refusedMessage(message, press);
  if (refused) return { refused };
  if (message.contactStoppedAt) return { refused: SENDER_STOPPED };
  if (!message.hasAddress) return { refused: "The sender left no email address to reply to." };
  return { status: "answered", reply };
}

function refusedMessage({ ownerId, ownerName }: Message, { by }: MemberPress) {
  if (by.role === "manager" || ownerId === by.id) return null;
  return ownerName ? `${ownerName} works on this message.` : "Take this message first.";
}
