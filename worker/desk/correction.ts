import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, retried } from "../../db/database.ts";
import type { CorrectionByMember } from "../../db/model/correction.ts";
import { applications } from "../../db/schema.ts";
import { correctionStatements } from "../applicant/correction.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { eventsOf, hasBounced, hiddenEmail, hiddenPhone, mailsAbout, ownCase } from "./case.ts";
import { changeStatement } from "./changes.ts";

/**
 * Corrects contact data for an applicant who cannot: a mail to them bounced, or they asked on the phone. A new e-mail address
 * brings whoever reads it nothing that opens the application, until the applicant has confirmed it (worker/applicant/correction.ts).
 * The audit log, which outlasts a deletion, has just enough of both values to recognize them; the event has the old one as evidence.
 */
export async function correctByMember(
  db: Database,
  id: string,
  member: Member,
  { ground, reason, ...changes }: CorrectionByMember,
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const { phone, email, contactStoppedAt, emailSetBy, reachedEmail } = application;
  if (contactStoppedAt) return { refused: "The applicant asked us to stop, so there is nothing to correct." };
  const next = { phone: changes.phone ?? phone, email: changes.email ?? email };
  const isEmailNew = next.email !== email;
  if (next.phone === phone && !isEmailNew) return { refused: "That is what we already have." };
  const [mails, events] = await db.batch([mailsAbout(db, id), eventsOf(db, id)]);
  const isEmailDead = hasBounced(mails, events);
  if (ground === "bounced" && !isEmailDead) {
    return { refused: "No email to this applicant has failed. Correct it only if the applicant asks you to." };
  }
  const isThis = eq(applications.id, id);
  const isAsSeen = and(
    eq(applications.phone, phone),
    eq(applications.email, email),
    isNull(applications.contactStoppedAt),
  );
  const { statements, stop, outboxIds } = correctionStatements(db, next, {
    isThis,
    when: isAsSeen,
    at: new Date(),
    userId: member.id,
    grounds: { ground, reason },
    isEmailDead,
    emailSetBy: next.email === reachedEmail ? null : isEmailNew ? member.id : emailSetBy,
  });
  const audited = changeStatement(db, member, applications, and(isThis, isAsSeen), {
    action: "correctContact",
    old: sql`json(${JSON.stringify(hidden({ phone, email }))})`,
    new: hidden(next),
  });
  const [, , , , , , [corrected]] = await retried(() => db.batch([audited, ...statements, ...stop]));
  return corrected
    ? { outboxId: outboxIds[0] }
    : { refused: "This application was changed meanwhile. Please look at it again." };
}

function hidden({ phone, email }: { phone: string; email: string }) {
  return { phone: hiddenPhone(phone), email: hiddenEmail(email) };
}
