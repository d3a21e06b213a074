import { and, desc, eq, isNull, or } from "drizzle-orm";
import type { Context } from "hono";
import { database, hasRow, named, retried } from "../../db/database.ts";
import { applications, outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { countStatements, mailsTo } from "../http/limits.ts";
import { askedAnew, mayBeAskedAnew, owedMail, sendSoon } from "../owed-mail.ts";
import { hasContact, mayGetLink } from "./person.ts";

/**
 * Owes whoever reads this address one mail with the links to their open applications, about the newest of them. It does the same for an
 * address that we do not know. Nothing is owed while the last such mail is under way, has just gone out, or came back.
 */
export async function mailLinkAgain(c: Context<{ Bindings: Env }>, email: string) {
  const db = database(c.env.DB);
  const now = new Date();
  const outboxId = crypto.randomUUID();
  const mails = await mailsTo(c, db, email, hasRow(outbox, eq(outbox.id, outboxId)), "link-mail");
  const owed = db
    .insert(outbox)
    .select(
      db
        .select(owedMail({ id: outboxId, kind: "linkAgain", subjectId: applications.id, createdAt: now }))
        .from(applications)
        .where(and(hasContact({ email }), mayGetLink, mails.isAllowed))
        .orderBy(desc(applications.number))
        .limit(1),
    )
    .onConflictDoUpdate({
      target: [outbox.subjectId, outbox.kind],
      set: askedAnew(outboxId, now),
      setWhere: and(mayBeAskedAnew(now), or(eq(outbox.status, "dropped"), isNull(outbox.lastError))),
    });
  const isOwed = db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, outboxId));
  const counts = [...mails.counts, ...(await countStatements(c, db, "link-again"))];
  const { isOwed: found } = await retried(() => named(db, { owed, isOwed }, counts));
  if (found.length > 0) c.executionCtx.waitUntil(sendSoon(c.env, outboxId));
}
