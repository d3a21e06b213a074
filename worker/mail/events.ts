import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { database, retried } from "../../db/database.ts";
import { HARD_BOUNCE, isRefusal, SUPPRESSED } from "../../db/model/mail/errors.ts";
import { MARKED_AS_SPAM } from "../../db/model/mail/mail.ts";
import { outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { logError } from "../log.ts";
import { forgetSubscriber } from "./newsletter.ts";

/**
 * Hears from Cloudflare what became of mails after it had accepted them (developers.cloudflare.com/email-service/platform/event-subscriptions).
 * Events may come twice, in any order, and about mails that we no longer have or never had.
 */

const EVENT = "cf.email.sending.message.";

const Event = z.object({
  type: z.string(),
  payload: z.object({
    messageId: z.string(),
    bounce: z.optional(z.object({ type: z.string() })),
    rejection: z.optional(z.object({ reason: z.string() })),
  }),
});

/** Whether this queue brings events of the mail service. */
export function bringsEvents(queue: string) {
  return queue.endsWith("-mail-events");
}

/** Handles the queue's events. What is no event, or says nothing new, is taken off the queue without a word. */
export async function hear(batch: MessageBatch<unknown>, env: Env, now = new Date()) {
  for (const message of batch.messages) {
    const { data: event } = Event.safeParse(message.body);
    const code = event && codeOf(event);
    try {
      const isKnown = code ? await note(env, event.payload.messageId, code, now) : true;
      // The row gets the id only after the mail service has answered, so the first time an event may be early.
      if (isKnown || message.attempts > 1) message.ack();
      else message.retry();
    } catch {
      message.retry();
    }
  }
}

/** The code that the mail's row gets, as if it had been refused at once; null if the event says nothing bad. */
function codeOf({ type, payload: { bounce, rejection } }: z.infer<typeof Event>) {
  switch (type) {
    case `${EVENT}bounced`:
      return bounce?.type === "hard" ? HARD_BOUNCE : "soft-bounce";
    case `${EVENT}complained`:
      return MARKED_AS_SPAM;
    case `${EVENT}rejected`:
      return rejection?.reason === "suppressed" ? SUPPRESSED : "rejected";
    case `${EVENT}failed`:
      return "failed";
    default:
      return null;
  }
}

/** Notes it at the mail, unless something was noted before. False if no mail has this id. */
async function note(env: Env, messageId: string, code: string, now: Date) {
  const db = database(env.DB);
  // Whoever marks a mail as spam has it, so it stays sent.
  const end = code === MARKED_AS_SPAM ? {} : { status: "dead" as const, nextAttemptAt: now };
  const isMail = eq(outbox.messageId, messageId);
  const [known, noted] = await retried(() =>
    db.batch([
      db.select({ id: outbox.id }).from(outbox).where(isMail),
      db
        .update(outbox)
        .set({ ...end, lastError: code })
        .where(and(isMail, eq(outbox.status, "sent"), isNull(outbox.lastError)))
        .returning({ id: outbox.id, kind: outbox.kind }),
      ...(isRefusal(code) ? [forgetSubscriber(db, isMail)] : []),
    ]),
  );
  for (const { id, kind } of noted) logError("mail came back", { id, kind, code });
  return known.length > 0;
}
