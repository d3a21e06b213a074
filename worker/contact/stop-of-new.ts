import { and, isNotNull } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import { after, both, type Case, type Changes, type Press } from "../../db/model/case/case.ts";
import { type MessageStop, wasStoppedSince } from "../../db/model/contact/correct.ts";
import { foldedEmail } from "../../db/model/contact/person.ts";
import { sendersOf, stop } from "../../db/model/contact/stop.ts";
import { phoneDigitsOf } from "../../db/model/phone.ts";
import { contactMessages } from "../../db/schema.ts";
import type { Decided } from "../case/act.ts";

/** Which of these senders asked us to stop in a contact message. */
export function stopsInMessages(db: Database, { phone = "", email = "" }: { phone?: string; email?: string }) {
  const senders = [phoneDigitsOf(phone), foldedEmail(email)].filter(Boolean);
  return db
    .select({ sender: contactMessages.sender, contactStoppedAt: contactMessages.contactStoppedAt })
    .from(contactMessages)
    .where(and(isOneOf(contactMessages.sender, senders), isNotNull(contactMessages.contactStoppedAt)));
}

/** The correction, plus a stop that applies to the new number or address. */
export function withStopOfNew(
  kase: Case,
  changes: Changes,
  others: Case[],
  messages: MessageStop[],
  press: Press,
): Decided {
  const corrected = after(kase, changes, press);
  if (changes.events.length === 0 || !wasStoppedSince(corrected, others, messages))
    return { deeds: [{ kase, changes }] };
  const stopped = stop(corrected, { how: "correction", elsewhere: true }, press);
  return { deeds: [{ kase, changes: both(changes, stopped) }], stoppedSenders: sendersOf([corrected]) };
}
