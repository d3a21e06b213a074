import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type * as z from "zod/mini";
import { type Database, retried } from "../../db/database.ts";
import type { Field } from "../../db/model/application.ts";
import type { AnswerByPhone, Introduction } from "../../db/model/case-event.ts";
import { introductionConsent } from "../../db/model/consent.ts";
import {
  type Decision,
  introductionWords,
  type PermissionEvidence,
  type PermissionState,
  refusedWithout,
} from "../../db/model/permission.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import type { DeskAction } from "../../db/model/staff.ts";
import { stages } from "../../db/model/status.ts";
import type { Language } from "../../db/model/words.ts";
import { applications, caseEvents, dealers, lenders, outbox, permissions, referrals } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { decidedBy, refusalStatements } from "../applicant/permission.ts";
import { eventStatement } from "../case-events.ts";
import { sha256 } from "../hash.ts";
import { inLanguage } from "../language.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import { advanceStatements } from "./advance.ts";
import type { Attempt, Refused } from "./attempt.ts";
import { CLOSED, ownCase, refusedSending, STOPPED } from "./case.ts";
import { changeStatement } from "./changes.ts";
import { fitOfDealer, fitOfLender, misfitInWords } from "./recipients.ts";

/**
 * Introductions: the applicant is asked about one lender or dealer, or answers on the phone, and only after a yes the
 * application is sent there. All of it is refused when the member may not work on the application, and when it is closed or
 * stopped; and, but for a no, when the recipient does not fit and the member does not say why it should be this one. A recipient
 * that is not in the directory, or not active, is unknown.
 */

type Wanted = z.output<typeof Introduction>;
type Introducing = Attempt | "unknownRecipient";

interface Recipient {
  kind: RecipientKind;
  id: string;
  name: string;
  address: string;
  /** In which the applicant reads the question. */
  language: Language;
  /** Why it is this one although it does not fit; null when it fits. */
  reason: string | null;
}

/**
 * Asks on the results page, by a mail that leads there; the id of that mail, which waits to be rung for. Refused when the
 * applicant was asked before: after a no only they can change their mind.
 */
export async function askPermission(db: Database, id: string, member: Member, wanted: Wanted): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted);
  if (!isRecipient(recipient)) return recipient;
  return put(db, id, member, recipient, "asked");
}

/**
 * Records a yes or a no on the phone and owes the applicant a mail about it, whose id waits to be rung for. Refused when the
 * words that were read out are not today's. A yes is refused when the applicant has answered before; a no to a yes takes it back.
 */
export async function recordByPhone(
  db: Database,
  id: string,
  member: Member,
  { words, decision, ...wanted }: z.output<typeof AnswerByPhone>,
): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted, decision);
  if (!isRecipient(recipient)) return recipient;
  if (words !== inLanguage("en", () => introductionWords(recipient.kind, recipient.name))) {
    return { refused: "The words to read out have changed meanwhile. Please read the new ones." };
  }
  return decision === "yes" ? put(db, id, member, recipient, "yes") : putNo(db, id, member, recipient, words);
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

/** The recipient, if this member may introduce the applicant to them. */
async function recipientFor(
  db: Database,
  id: string,
  member: Member,
  { kind, recipientId, reason }: Wanted,
  decision: Decision = "yes",
): Promise<Recipient | Refused | "unknownRecipient" | null> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refused = refusedSending(application);
  if (refused) return { refused };
  const found = kind === "dealer" ? await dealerWith(db, recipientId) : await lenderWith(db, recipientId);
  if (!found) return "unknownRecipient";
  const fit =
    "metro" in found ? fitOfDealer(found.metro, application.zip) : fitOfLender(found.criteria, answersOf(application));
  const misfit = decision === "yes" ? misfitInWords(fit) : null;
  const { id: knownId, name, leadAddress: address } = found;
  if (misfit && !reason) {
    return { refused: `${name} does not fit this application (${misfit}). Say why it should be this one.` };
  }
  return {
    kind,
    id: knownId,
    name,
    address,
    language: application.language,
    reason: misfit ? (reason ?? null) : null,
  };
}

async function dealerWith(db: Database, id: string) {
  const [dealer] = await db
    .select()
    .from(dealers)
    .where(and(eq(dealers.id, id), eq(dealers.isActive, true)));
  return dealer;
}

async function lenderWith(db: Database, id: string) {
  const [lender] = await db
    .select()
    .from(lenders)
    .where(and(eq(lenders.id, id), eq(lenders.isActive, true)));
  return lender;
}

/**
 * The statements that write down why it is this recipient; none when it fits. The reason is in the timeline alone: the audit
 * log outlasts a deletion.
 */
function reasonStatements(
  db: Database,
  member: Member,
  { id: recipientId, name: recipientName, reason }: Recipient,
  action: DeskAction,
  condition: SQL | undefined,
) {
  if (reason === null) return [];
  return [
    eventStatement(db, { kind: "unsuitableChosen", recipientId, recipientName, reason }, member.id, condition),
    changeStatement(db, member, applications, condition, { action, new: { recipient: recipientName } }),
  ];
}

function isRecipient(found: Awaited<ReturnType<typeof recipientFor>>): found is Recipient {
  return typeof found === "object" && found !== null && "address" in found;
}

/** Writes down the question, or with it the yes on the phone, and owes the applicant the mail about it, unless that was done before. */
async function put(
  db: Database,
  id: string,
  member: Member,
  recipient: Recipient,
  state: Extract<PermissionState, "asked" | "yes">,
): Promise<Attempt> {
  const { kind } = recipient;
  const isYes = state === "yes";
  // On the phone a member reads out what the desk shows, in English.
  const { textId, words } = inLanguage(isYes ? "en" : recipient.language, () => ({
    textId: introductionConsent().id,
    words: introductionWords(kind, recipient.name),
  }));
  const evidence = { textId, words, wordsSha256: await sha256(words) };
  const permissionId = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
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
    ]),
  );
  if (owed) return { outboxId };
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
async function putNo(db: Database, id: string, member: Member, recipient: Recipient, words: string): Promise<Attempt> {
  const outboxId = crypto.randomUUID();
  const now = new Date();
  const proof = {
    textId: inLanguage("en", () => introductionConsent().id),
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
  const [, , , , , , , [done], mails, [found]] = await retried(() =>
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
          // They said no on the phone, yes on the page, and now no again.
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
      db.select({ id: caseEvents.id }).from(caseEvents).where(isDoneHere),
      db
        .select({ id: outbox.id })
        .from(permissions)
        .leftJoin(referrals, eq(referrals.permissionId, permissions.id))
        .innerJoin(
          outbox,
          or(
            and(eq(outbox.subjectId, permissions.id), eq(outbox.kind, "refusalByPhone")),
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

/** We have spoken with the applicant, or been in touch in another way, so nobody waits for our first call any more. */
const isContacted = or(
  notInArray(applications.status, [...stages.waiting]),
  isNotNull(applications.firstContactAt),
  sql`exists (select 1 from permissions said where said.applicationId = applications.id and said.how = 'phone')`,
);

/** What the applicant has said to this recipient, since when all contact is stopped, and how it was closed. */
function stateOf(db: Database, id: string, recipient: Recipient) {
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
function isAbout({ id, name, kind }: Recipient) {
  return and(
    eq(permissions.recipientId, id),
    eq(permissions.recipientName, name),
    sql`${permissions.fields} = ${JSON.stringify(fieldsSentTo[kind])}`,
  );
}
