import type { MemberPress, Refused } from "../case/case.ts";
import type { MessageStatus } from "./contact-message.ts";

/** A contact message with what deeds need to know. Each deed on it is a pure function, as with a case. */
export interface Message {
  status: MessageStatus;
  ownerId: string | null;
  /** Null if nobody works on it, or if its owner has left. */
  ownerName: string | null;
  /** Whether its sender left an e-mail address. */
  hasAddress: boolean;
  contactStoppedAt: Date | null;
}

/** The changes a deed makes to a message. Anything left out stays the same. */
export interface MessageChanges {
  ownerId?: string;
  status?: MessageStatus;
  /** The answer to mail to the sender. */
  reply?: string;
}

export const SENDER_STOPPED = "The sender asked us to stop contacting them, in this message or after it.";

/** Makes the member the owner. Changes nothing if they own it; refused if somebody else does. */
export function claimMessage({ ownerId, ownerName, status }: Message, { by }: MemberPress): MessageChanges | Refused {
  if (ownerId === by.id) return {};
  if (ownerName !== null) return { refused: `${ownerName} has already taken this message.` };
  return { ownerId: by.id, status: status === "new" ? "in_progress" : status };
}

/** Changes the status, in any direction. Refused if the member may not work on it. */
export function moveMessage(message: Message, status: MessageStatus, press: MemberPress): MessageChanges | Refused {
  const refused = refusedMessage(message, press);
  return refused ? { refused } : { status };
}

/** Mails an answer. Refused if the member may not work on it, or the sender left no address or asked us to stop. */
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
