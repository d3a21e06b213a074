import { and, eq, exists, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type Database, retried } from "../../db/database.ts";
import type { AnswerByPhone, Introduction } from "../../db/model/case-event.ts";
import { introductionWords, refusedWithout } from "../../db/model/permission.ts";
import { stages } from "../../db/model/status.ts";
import { applications, outbox, permissions, referrals } from "../../db/schema.ts";
import { inLanguage } from "../language.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import { advanceStatements } from "./advance.ts";
import type { Attempt } from "./attempt.ts";
import { CLOSED, STOPPED } from "./case.ts";
import { isAbout, putPermission, putRefusal, stateOf } from "./permission.ts";
import { isRecipient, reasonStatements, recipientFor } from "./recipients.ts";

/**
 * Introductions: the applicant is asked about one lender or dealer, or answers on the phone, and only after a yes the
 * application is sent there. All of it is refused when the member may not work on the application, and when it is closed or
 * stopped; and, but for a no, when the recipient does not fit and the member does not say why it should be this one. A recipient
 * that is not in the directory, or not active, is unknown.
 */

type Wanted = z.output<typeof Introduction>;
type Introducing = Attempt | "unknownRecipient";

/**
 * Asks on the results page, by a mail that leads there; the id of that mail, which waits to be rung for. Refused when the
 * applicant was asked before: after a no only they can change their mind.
 */
export async function askPermission(db: Database, id: string, member: Member, wanted: Wanted): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted);
  if (!isRecipient(recipient)) return recipient;
  return putPermission(db, id, member, recipient, "asked");
}

/**
 * Records a yes or a no on the phone and owes the applicant a mail about it, whose id waits to be rung for. Refused when the
 * words that were read out are not today's, in the language in which the applicant applied. A yes is refused when the applicant has answered before; a no to a yes takes it back.
 */
export async function recordByPhone(
  db: Database,
  id: string,
  member: Member,
  { words, decision, ...wanted }: z.output<typeof AnswerByPhone>,
): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted, decision);
  if (!isRecipient(recipient)) return recipient;
  if (words !== inLanguage(recipient.language, () => introductionWords(recipient.kind, recipient.name))) {
    return { refused: "The words to read out have changed meanwhile. Please read the new ones." };
  }
  return decision === "yes"
    ? putPermission(db, id, member, recipient, "yes")
    : putRefusal(db, id, member, recipient, words);
}

/**
 * Refers the application to this recipient and owes them the lead, at most once for each yes; the id of the mail, which waits
 * to be rung for. With it the application is with a lender, or introduced to a dealer, once we have been in touch with the
 * applicant. Refused without the applicant's yes to this recipient, by today's name, and to the fields that are sent today.
 */
export async function send(db: Database, id: string, member: Member, wanted: Wanted): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted);
  if (!isRecipient(recipient)) return recipient;
  const referralId = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  const createdAt = new Date();
  const isSent = and(
    eq(applications.id, id),
    exists(db.select({ id: referrals.id }).from(referrals).where(eq(referrals.id, referralId))),
  );
  const [, , [stored], [now]] = await retried(() =>
    db.batch([
      db
        .insert(referrals)
        .select(
          db
            .select({
              id: sql<string>`${referralId}`.as("id"),
              applicationId: applications.id,
              kind: permissions.kind,
              recipientId: permissions.recipientId,
              recipientName: sql<string>`${recipient.name}`.as("recipientName"),
              recipientAddress: sql<string>`${recipient.address}`.as("recipientAddress"),
              fields: permissions.fields,
              userId: sql<string>`${member.id}`.as("userId"),
              createdAt: sql<Date>`${createdAt.getTime()}`.as("createdAt"),
              permissionId: sql<string>`${permissions.id}`.as("permissionId"),
              permittedAt: sql<Date>`${permissions.decidedAt}`.as("permittedAt"),
              answer: sql<null>`null`.as("answer"),
              answeredAt: sql<null>`null`.as("answeredAt"),
              answerBy: sql<null>`null`.as("answerBy"),
            })
            .from(applications)
            .innerJoin(permissions, and(eq(permissions.applicationId, applications.id), isAbout(recipient)))
            .where(
              and(
                eq(applications.id, id),
                isNull(applications.contactStoppedAt),
                isNull(applications.outcome),
                eq(permissions.state, "yes"),
              ),
            ),
        )
        .onConflictDoNothing(),
      db
        .insert(outbox)
        .select(
          db
            .select(owedMail({ id: outboxId, kind: `${recipient.kind}Lead`, subjectId: referrals.id, createdAt }))
            .from(referrals)
            .where(eq(referrals.id, referralId)),
        )
        .onConflictDoNothing(),
      db.select({ id: referrals.id }).from(referrals).where(eq(referrals.id, referralId)),
      stateOf(db, id, recipient),
      ...reasonStatements(db, member, recipient, "send", isSent),
      ...advanceStatements(
        db,
        and(isSent, isContacted),
        recipient.kind === "lender" ? "with_lender" : "introduced",
        member,
      ),
    ]),
  );
  if (stored) return { outboxId };
  if (!now) return null;
  if (now.stoppedAt) return { refused: STOPPED };
  if (now.outcome) return { refused: CLOSED };
  const refused = refusedWithout(now.state ?? undefined, recipient.name);
  return { refused: refused ?? `This application was sent to ${recipient.name} before.` };
}

/** We have spoken with the applicant, or been in touch in another way, so nobody waits for our first call any more. */
const isContacted = or(
  notInArray(applications.status, [...stages.waiting]),
  isNotNull(applications.firstContactAt),
  sql`exists (select 1 from permissions said where said.applicationId = applications.id and said.how = 'phone')`,
);
