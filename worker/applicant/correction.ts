import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database } from "../../db/database.ts";
import type { Correction, CorrectionByMember } from "../../db/model/correction.ts";
import { phoneFlagOf } from "../../db/model/forecast.ts";
import type { MailKind } from "../../db/model/mail.ts";
import { foldedEmail, phoneDigitsOf } from "../../db/model/person.ts";
import { applications, caseEvents, outbox } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Env } from "../env.ts";
import { countMailStatements, countUnknownStatements } from "../limits.ts";
import { owedMail, revivalStatement } from "../outbox.ts";
import { hasReference } from "../reference.ts";
import { codeAddress, codeTry } from "./codes.ts";
import { stopStatements, wasRead } from "./stop.ts";

/**
 * Correcting a mistyped phone number or e-mail address. After a stop there is nothing to correct: the stop keeps holding for
 * the number and address about which it was said. If the new number or address was stopped elsewhere after the applicant agreed
 * to be contacted about this application, that stop holds here from now on, as if this had been on file already. One from
 * before does not, as with a new application: this consent came later.
 */

/** Corrects the applicant's own contact data if the code is right; what is as it was stays without an event. */
export async function correctContact(c: Context<{ Bindings: Env }>, ref: string, { code, ...changes }: Correction) {
  const db = database(c.env.DB);
  const { isThis, isConfirmed, spend, count } = await codeTry(c, db, { ref, purpose: "correction", code });
  const at = new Date();
  const { statements, stop, outboxIds, isEmailCorrected } = correctionStatements(db, changes, {
    isThis,
    when: and(isConfirmed, isNull(applications.contactStoppedAt)),
    at,
    userId: null,
    grounds: null,
    isEmailDead: false,
    // Who corrects the phone alone has not looked at an address that a member put on file.
    emailSetBy: sql`iif(${applications.email} = ${changes.email}, ${applications.emailSetBy}, null)`,
  });
  const [[known], , , , , [confirmation], , [spent], [open]] = await db.batch([
    db.select({ contactStoppedAt: applications.contactStoppedAt }).from(applications).where(isThis),
    ...statements,
    spend,
    count,
    ...(await countMailStatements(c, db, changes.email, { kind: "mail", when: isEmailCorrected })),
    ...(await countUnknownStatements(c, db, ref)),
    ...stop,
  ]);
  if (!known) return "unknown";
  if (known.contactStoppedAt) return "stopped";
  if (spent) return { owed: [...outboxIds, ...(confirmation ? [confirmation.id] : [])] };
  return open ? "wrong" : "spent";
}

/**
 * The applicant confirms the address that a member put on file: only the results page can, which is reached with a reference
 * that no member has. From then on mails to it have links that open the application, and codes go there. Confirmed once is as
 * good as twice; false when another address is on file by now, null when no application has this reference.
 */
export async function confirmEmail(c: Context<{ Bindings: Env }>, ref: string, email: string) {
  const db = database(c.env.DB);
  const isThis = await hasReference(ref);
  const isToConfirm = and(isThis, eq(applications.email, email), isNotNull(applications.emailSetBy));
  const [, , [application]] = await db.batch([
    eventStatement(db, { kind: "emailConfirmed", email }, null, isToConfirm),
    db.update(applications).set({ emailSetBy: null, reachedEmail: email }).where(isToConfirm),
    db.select({ email: applications.email }).from(applications).where(isThis),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  return application ? application.email === email : null;
}

interface Correcting {
  /** The condition that finds the application, and when it may be corrected. */
  isThis: SQL;
  when: SQL | undefined;
  at: Date;
  /** The member who does it; null for the applicant. */
  userId: string | null;
  grounds: { ground: CorrectionByMember["ground"]; reason: string } | null;
  /** The address that is replaced bounces, so that it gets no mail about that. */
  isEmailDead: boolean;
  /** Who put the address on file that it has then, if it is not the applicant's own yet. */
  emailSetBy: SQL | string | null;
}

/**
 * The statements that correct these fields of an application, one for each thing: events, a mail to
 * the address as it is then and one to the one that was replaced, the confirmation if it had died, the application. After all of
 * these comes `stop`, which carries over a stop of the new number or address.
 */
export function correctionStatements(
  db: Database,
  { phone, email }: { phone?: string; email?: string },
  { isThis, when, at, userId, grounds, isEmailDead, emailSetBy }: Correcting,
) {
  const corrected = (field: "phone" | "email", value: string | undefined) => {
    const event = sql`json_object('kind', 'corrected', 'field', ${field}, 'old', ${applications[field]},
      'grounds', json(${JSON.stringify(grounds)}))`;
    const isChanged = value === undefined ? sql`false` : ne(applications[field], value);
    return eventStatement(db, event, userId, and(isThis, when, isChanged), at);
  };
  const application = db.select({ id: applications.id }).from(applications).where(isThis);
  const isNew = and(
    inArray(caseEvents.applicationId, application),
    eq(caseEvents.at, at),
    sql`${caseEvents.event} ->> '$.kind' = 'corrected'`,
  );
  const isNewEmail = and(isNew, sql`${caseEvents.event} ->> '$.field' = 'email'`);
  const owed = (kind: MailKind, id: string, about: SQL | undefined) =>
    db
      .insert(outbox)
      .select(
        db
          .select(owedMail({ id, kind, subjectId: caseEvents.id, createdAt: at }))
          .from(caseEvents)
          .where(about)
          .orderBy(desc(caseEvents.id))
          .limit(1),
      )
      // A try in the same millisecond finds the event of the one before.
      .onConflictDoNothing();
  const outboxIds = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const isEmailCorrected = sql`exists (select 1 from ${caseEvents} where ${isNewEmail})`;
  const isTold = isEmailDead ? sql`false` : isNewEmail;
  const isConfirmation = and(eq(outbox.kind, "confirmation"), inArray(outbox.subjectId, application), isEmailCorrected);
  const isCorrected = sql`exists (select 1 from ${caseEvents} where ${isNew})`;
  const isStoppedElsewhere = and(isThis, isCorrected, wasStoppedSince);
  return {
    outboxIds,
    isEmailCorrected,
    stop: stopStatements(db, { isThis: sql`false`, person: isStoppedElsewhere }, { how: "correction", userId: null }),
    statements: [
      corrected("phone", phone),
      corrected("email", email),
      owed("contactCorrected", outboxIds[0], isNew),
      owed("emailReplaced", outboxIds[1], isTold),
      revivalStatement(db, isConfirmation, at),
      db
        .update(applications)
        .set({
          // Codes go on going where the last one was read, whatever was put on file since.
          reachedEmail: codeAddress,
          emailSetBy,
          ...(phone !== undefined && { phone, phoneDigits: phoneDigitsOf(phone), flagsJson: flagsWith(phone) }),
          ...(email !== undefined && { email, emailFolded: foldedEmail(email) }),
        })
        .where(and(isThis, when))
        .returning({ id: applications.id }),
    ] as const,
  };
}

/**
 * The phone or e-mail of the application in this row was stopped, in another one or in a message, since its applicant agreed to be
 * contacted. By a press on another's page only if it was their address: anybody can apply with somebody else's phone.
 */
const wasStoppedSince = sql`(exists (
    select 1 from applications other join case_events stop on stop.applicationId = other.id
    where ((other.phoneDigits = applications.phoneDigits and other.phoneDigits <> '') or other.emailFolded = applications.emailFolded)
      and other.id <> applications.id and stop.event ->> '$.kind' = 'contactStopped'
      and (stop.event ->> '$.how' <> 'page' or (other.emailFolded = applications.emailFolded and ${wasRead("other")}))
      and stop.at > coalesce(applications.contactResumedAt, applications.createdAt))
  or exists (
    select 1 from contact_messages message
    where message.sender in (applications.phoneDigits, applications.emailFolded)
      and message.contactStoppedAt > coalesce(applications.contactResumedAt, applications.createdAt)))`;

/** The flags with the one that this phone number raises in place of that of the old one. */
function flagsWith(phone: string) {
  const flag = phoneFlagOf(phone);
  const others = sql`(select json_group_array(json(value)) from json_each(${applications.flagsJson})
    where value ->> '$.code' <> 'PHONE_INVALID')`;
  return flag ? sql`json_insert(${others}, '$[#]', json(${JSON.stringify(flag)}))` : others;
}
