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

/** Changes the status, in any direction. Nobody's message becomes the member's; refused if it is somebody else's. */
export function moveMessage(message: Message, status: MessageStatus, press: MemberPress): MessageChanges | Refused {
  const owner = ownerAfter(message, press);
  return "refused" in owner ? owner : { ...owner, status };
}

/**
 * Mails an answer. Nobody's message becomes the member's. Refused if it is somebody else's, or the sender left no address
 * or asked us to stop.
 */
export function answerMessage(message: Message, reply: string, press: MemberPress): MessageChanges | Refused {
  const owner = ownerAfter(message, press);
  if ("refused" in owner) return owner;
  if (message.contactStoppedAt) return { refused: SENDER_STOPPED };
  if (!message.hasAddress) return { refused: "The sender left no email address to reply to." };
  return { ...owner, status: "answered", reply };
}

/** Whose it is once this member has worked on it: managers may work on anybody's. */
function ownerAfter({ ownerId, ownerName }: Message, { by }: MemberPress): Pick<MessageChanges, "ownerId"> | Refused {
  if (ownerName === null) return { ownerId: by.id };
  if (by.role === "manager" || ownerId === by.id) return {};
  return { refused: `${ownerName} works on this message.` };
}
