import { and, eq, exists, gt, gte, inArray, isNull, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Database, retried } from "../../db/database.ts";
import type { Field } from "../../db/model/application.ts";
import { introductionConsent } from "../../db/model/consent.ts";
import {
  introductionWords,
  type PermissionEvidence,
  type PermissionState,
  refusedWithout,
} from "../../db/model/permission.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import { applications, caseEvents, outbox, permissions, referrals } from "../../db/schema.ts";
import { formerAddressNote } from "../applicant/former-address.ts";
import { decidedBy, refusalStatements } from "../applicant/permission.ts";
import { eventStatement } from "../case-events.ts";
import { sha256 } from "../hash.ts";
import { inLanguage } from "../language.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { CLOSED, STOPPED } from "./case.ts";
import type { Recipient } from "./recipients.ts";
import { reasonStatements } from "./recipients.ts";

/** What members write down about an applicant's permission for an introduction: the question, and answers on the phone. */

/** Writes down the question, or with it the yes on the phone, and owes the applicant the mail about it, unless that was done before. */
export async function putPermission(
  db: Database,
  id: string,
  member: Member,
  recipient: Recipient,
  state: Extract<PermissionState, "asked" | "yes">,
): Promise<Attempt> {
  const { kind } = recipient;
  const isYes = state === "yes";
  const { textId, words } = inLanguage(recipient.language, () => ({
    textId: introductionConsent().id,
    words: introductionWords(kind, recipient.name),
  }));
  const evidence = { textId, words, wordsSha256: await sha256(words) };
  const permissionId = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  const noteId = crypto.randomUUID();
  const now = new Date();
  const answered = db
    .select({ id: permissions.id })
    .from(permissions)
    .where(
      and(
        eq(permissions.applicationId, applications.id),
        eq(permissions.recipientId, recipient.id),
        // A yes or an open question about other fields or under another name stands in the way of nothing.
        or(
          inArray(permissions.state, ["no", "withdrawn"]),
          and(isAbout(recipient), isYes ? eq(permissions.state, "yes") : undefined),
        ),
      ),
    );
  const isOpen = and(
    eq(applications.id, id),
    isNull(applications.contactStoppedAt),
    isNull(applications.outcome),
    notExists(answered),
  );
  const isThis = and(eq(permissions.applicationId, id), isAbout(recipient));
  const decided = isYes
    ? byPhone(member, now)
    : { decidedAt: sql<null>`null`, how: sql<null>`null`, recordedBy: sql<null>`null` };
  const [, , , [owed], [found]] = await retried(() =>
    db.batch([
      eventStatement(
        db,
        {
          kind: isYes ? "permissionGiven" : "permissionAsked",
          recipientId: recipient.id,
          recipientName: recipient.name,
          ...evidence,
          how: isYes ? "phone" : "page",
        },
        member.id,
        isOpen,
      ),
      db
        .insert(permissions)
        .select(
          db
            .select(permissionColumns(recipient, member, now, { id: permissionId, ...evidence, state, ...decided }))
            .from(applications)
            .where(isOpen),
        )
        .onConflictDoUpdate({
          target: [permissions.applicationId, permissions.recipientId, permissions.recipientName, permissions.fields],
          // Only a yes gets here: what was asked on the page is answered on the phone.
          set: { ...evidence, state, ...decided, decidedAt: decidedBy(now) },
        }),
      db
        .insert(outbox)
        .select(
          db
            .select(
              owedMail({
                id: outboxId,
                kind: isYes ? "permissionByPhone" : "permissionRequest",
                subjectId: permissions.id,
                createdAt: now,
              }),
            )
            .from(permissions)
            .where(and(isThis, isYes ? isYesOf(now) : eq(permissions.id, permissionId))),
        )
        .onConflictDoNothing(),
      db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, outboxId)),
      stateOf(db, id, recipient),
      // After the mail, whose row tells that it was done just now.
      ...reasonStatements(
        db,
        member,
        recipient,
        isYes ? "recordPermission" : "askPermission",
        and(eq(applications.id, id), exists(db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, outboxId)))),
      ),
      ...(isYes ? [formerAddressNote(db, noteId, and(isThis, isYesOf(now)), now)] : []),
    ]),
  );
  if (owed) return { outboxId, others: isYes ? [noteId] : [] };
  if (!found) return null;
  if (found.stoppedAt) return { refused: STOPPED };
  if (found.outcome) return { refused: CLOSED };
  return { refused: refusedAsking(found.state, recipient.name) };
}

/**
 * Writes down a no on the phone, whatever was asked before, and owes the applicant the mail about it. It ends a question, and takes
 * back a yes with all that follows from that, such as a mail to the recipient, but touches no other introduction. Refused when it
 * was said before.
 */
export async function putRefusal(
  db: Database,
  id: string,
  member: Member,
  recipient: Recipient,
  words: string,
): Promise<Attempt> {
  const outboxId = crypto.randomUUID();
  const now = new Date();
  const proof = {
    textId: inLanguage(recipient.language, () => introductionConsent().id),
    words,
    wordsSha256: await sha256(words),
  };
  const evidence: PermissionEvidence = {
    recipientId: recipient.id,
    recipientName: recipient.name,
    ...proof,
    how: "phone",
  };
  const isThis = and(eq(permissions.applicationId, id), isAbout(recipient));
  const ofThis = (...conditions: (SQL | undefined)[]) =>
    db
      .select({ id: permissions.id })
      .from(permissions)
      .where(and(...conditions));
  const isOpen = and(eq(applications.id, id), isNull(applications.contactStoppedAt), isNull(applications.outcome));
  const saidNo = ofThis(
    eq(permissions.applicationId, id),
    eq(permissions.recipientId, recipient.id),
    inArray(permissions.state, ["no", "withdrawn"]),
  );
  const isNew = and(isOpen, notExists(saidNo), notExists(ofThis(isThis, eq(permissions.state, "yes"))));
  const isTakenBack = and(isOpen, exists(ofThis(isThis, eq(permissions.state, "yes"))));
  const isGoingOn = exists(db.select({ id: applications.id }).from(applications).where(isOpen));
  const isDoneNow = and(
    isThis,
    inArray(permissions.state, ["no", "withdrawn"]),
    eq(permissions.how, "phone"),
    eq(permissions.recordedBy, member.id),
    gte(permissions.decidedAt, now),
  );
  const [before] = await db
    .select({ last: sql<number>`ifnull(max(${caseEvents.id}), 0)` })
    .from(caseEvents)
    .where(eq(caseEvents.applicationId, id));
  const isDoneHere = and(
    eq(caseEvents.applicationId, id),
    gt(caseEvents.id, before?.last ?? 0),
    eq(caseEvents.at, now),
    eq(caseEvents.userId, member.id),
    sql`${caseEvents.event} ->> '$.kind' in ('permissionRefused', 'permissionWithdrawn')`,
    sql`${caseEvents.event} ->> '$.recipientId' = ${recipient.id}`,
  );
  const [, , , , , , , , [done], mails, [found]] = await retried(() =>
    db.batch([
      eventStatement(db, { kind: "permissionRefused", ...evidence }, member.id, isNew, now),
      eventStatement(db, { kind: "permissionWithdrawn", ...evidence }, member.id, isTakenBack, now),
      ...refusalStatements(
        db,
        and(isThis, inArray(permissions.state, ["asked", "yes"]), isGoingOn),
        "phone",
        member.id,
      ),
      db
        .insert(permissions)
        .select(
          db
            .select(
              permissionColumns(recipient, member, now, {
                ...{ id: crypto.randomUUID(), ...proof, state: "no" },
                ...byPhone(member, now),
              }),
            )
            .from(applications)
            .where(and(isOpen, notExists(saidNo), notExists(ofThis(isThis)))),
        )
        .onConflictDoNothing(),
      db
        .insert(outbox)
        .select(
          db
            .select(owedMail({ id: outboxId, kind: "refusalByPhone", subjectId: permissions.id, createdAt: now }))
            .from(permissions)
            .where(isDoneNow),
        )
        .onConflictDoUpdate({
          target: [outbox.subjectId, outbox.kind],
          // They said no over the phone, yes on the page, and now no again.
          set: {
            status: "owed",
            attempts: 0,
            unknownOutcomes: 0,
            nextAttemptAt: now,
            leasedUntil: null,
            revivedAt: now,
          },
          setWhere: and(
            ne(outbox.status, "owed"),
            not(eq(outbox.createdAt, now)),
            sql`coalesce(${outbox.revivedAt}, 0) < ${now.getTime()}`,
          ),
        }),
      formerAddressNote(db, crypto.randomUUID(), isDoneNow, now),
      db.select({ id: caseEvents.id }).from(caseEvents).where(isDoneHere),
      db
        .select({ id: outbox.id })
        .from(permissions)
        .leftJoin(referrals, eq(referrals.permissionId, permissions.id))
        .innerJoin(
          outbox,
          or(
            and(eq(outbox.subjectId, permissions.id), inArray(outbox.kind, ["refusalByPhone", "formerAddressNote"])),
            and(eq(outbox.subjectId, referrals.id), eq(outbox.kind, "permissionWithdrawn")),
          ),
        )
        .where(and(isThis, eq(outbox.status, "owed"))),
      stateOf(db, id, recipient),
    ]),
  );
  const [first, ...others] = new Set(mails.map((mail) => mail.id));
  if (done) return first ? { outboxId: first, others } : "done";
  if (!found) return null;
  if (found.stoppedAt) return { refused: STOPPED };
  if (found.state !== "no" && found.state !== "withdrawn") return { refused: CLOSED };
  return { refused: refusedWithout(found.state, recipient.name) ?? "" };
}

/** What a row has when the applicant has answered on the phone. */
function byPhone({ id }: Member, now: Date) {
  return { decidedAt: sql<Date>`${now.getTime()}`, how: sql<"phone">`'phone'`, recordedBy: sql<string>`${id}` };
}

/** The columns of a new permission, to be selected for an application that fits a condition. */
function permissionColumns(
  { kind, id: recipientId, name }: Recipient,
  { id: memberId }: Member,
  askedAt: Date,
  row: { id: string; words: string; textId: string; wordsSha256: string; state: PermissionState } & Record<
    "decidedAt" | "how" | "recordedBy",
    SQL
  >,
) {
  return {
    id: sql<string>`${row.id}`.as("id"),
    applicationId: applications.id,
    kind: sql<RecipientKind>`${kind}`.as("kind"),
    recipientId: sql<string>`${recipientId}`.as("recipientId"),
    recipientName: sql<string>`${name}`.as("recipientName"),
    fields: sql<Field[]>`${JSON.stringify(fieldsSentTo[kind])}`.as("fields"),
    words: sql<string>`${row.words}`.as("words"),
    textId: sql<string>`${row.textId}`.as("textId"),
    wordsSha256: sql<string>`${row.wordsSha256}`.as("wordsSha256"),
    askedBy: sql<string>`${memberId}`.as("askedBy"),
    askedAt: sql<Date>`${askedAt.getTime()}`.as("askedAt"),
    state: sql<PermissionState>`${row.state}`.as("state"),
    decidedAt: row.decidedAt.as("decidedAt") as SQL.Aliased<Date>,
    how: row.how.as("how") as SQL.Aliased<"phone">,
    recordedBy: row.recordedBy.as("recordedBy") as SQL.Aliased<string>,
  };
}

function refusedAsking(state: PermissionState | null, recipientName: string) {
  if (state === "yes") return `The applicant has said yes to ${recipientName} already.`;
  if (state === "asked") return `The applicant was asked about ${recipientName} already.`;
  return refusedWithout("no", recipientName) ?? "";
}

/** What the applicant has said to this recipient, since when all contact is stopped, and how it was closed. */
export function stateOf(db: Database, id: string, recipient: Recipient) {
  return db
    .select({
      state: sql<PermissionState | null>`${permissions.state}`.as("state"),
      stoppedAt: sql<number | null>`${applications.contactStoppedAt}`.as("stoppedAt"),
      outcome: applications.outcome,
    })
    .from(applications)
    .leftJoin(permissions, and(eq(permissions.applicationId, applications.id), isAbout(recipient)))
    .where(eq(applications.id, id));
}

/** A yes on the phone that was recorded now. */
function isYesOf(now: Date) {
  return and(eq(permissions.state, "yes"), eq(permissions.how, "phone"), eq(permissions.decidedAt, now));
}

/** Permissions for this recipient under the name that it has today, with the fields that are sent today. */
export function isAbout({ id, name, kind }: Recipient) {
  return and(
    eq(permissions.recipientId, id),
    eq(permissions.recipientName, name),
    sql`${permissions.fields} = ${JSON.stringify(fieldsSentTo[kind])}`,
  );
}
