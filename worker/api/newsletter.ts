import { and, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { database, named, retried } from "../../db/database.ts";
import { newsletterConsent } from "../../db/model/consent/consent.ts";
import { NewsletterForm } from "../../db/model/mail/newsletter.ts";
import { language, t } from "../../db/model/words.ts";
import { outbox, newsletterSubscribers as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { body } from "../http/body.ts";
import { countStatements, mailsTo } from "../http/limits.ts";
import { onlyPeople } from "../http/turnstile.ts";
import { owedMail, ring } from "../mail/owed.ts";

const MAIL_KIND = "newsletterConfirmation";
/** Each address gets at most one link in this time, however often somebody enters it. */
const MAIL_PAUSE_MS = 10 * 60 * 1000;

/** /api/newsletter: asks for news by mail. Nothing but the link goes out before the address is confirmed. */
export const newsletter = new Hono<{ Bindings: Env }>().post("/", body(NewsletterForm), onlyPeople(), async (c) => {
  const { email } = c.req.valid("json");
  const db = database(c.env.DB);
  const now = new Date();
  const emailFolded = email.toLowerCase();
  const outboxId = crypto.randomUUID();
  const isOwed = sql`exists (select 1 from ${outbox} where ${eq(outbox.id, outboxId)})`;
  const mails = await mailsTo(c, db, email, isOwed, "newsletter-mail");
  const request = { language: language(), consentTextId: newsletterConsent().id, requestedAt: now };
  const statements = {
    asked: db
      .insert(table)
      .values({ id: crypto.randomUUID(), email, emailFolded, ...request })
      .onConflictDoUpdate({
        target: table.emailFolded,
        set: { ...request, email },
        setWhere: eq(table.status, "pending"),
      }),
    mailed: db
      .insert(outbox)
      .select(
        db
          .select(owedMail({ id: outboxId, kind: MAIL_KIND, subjectId: table.id, createdAt: now }))
          .from(table)
          .where(and(eq(table.emailFolded, emailFolded), eq(table.status, "pending"), mails.isAllowed)),
      )
      // Somebody who asks again, because the first mail was lost or its link has expired, gets another mail.
      .onConflictDoUpdate({
        target: [outbox.subjectId, outbox.kind],
        set: {
          id: outboxId,
          status: "owed",
          createdAt: now,
          revivedAt: null,
          attempts: 0,
          unknownOutcomes: 0,
          nextAttemptAt: new Date(0),
          sentAt: null,
        },
        setWhere: sql`${outbox.status} <> 'owed' and ${outbox.createdAt} <= ${now.getTime() - MAIL_PAUSE_MS}`,
      }),
    owed: db
      .select({ id: outbox.id })
      .from(outbox)
      .innerJoin(table, eq(table.id, outbox.subjectId))
      .where(and(eq(table.emailFolded, emailFolded), eq(outbox.kind, MAIL_KIND), eq(outbox.status, "owed"))),
  };
  const counts = [...mails.counts, ...(await countStatements(c, db, "newsletter"))];
  const {
    owed: [owed],
  } = await retried(() => named(db, statements, counts));
  if (owed) c.executionCtx.waitUntil(ring(c.env, owed.id));
  // The response does not say whether the address was known.
  const message = t`Please check your inbox. If this address isn't on our list yet, a link to confirm is on its way.`;
  return c.json({ ok: true, success: true, message }, 202);
});
