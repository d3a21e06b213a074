import { and, eq, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type Database, retried } from "../../db/database.ts";
import type { Field } from "../../db/model/application.ts";
import type { Introduction, YesByPhone } from "../../db/model/case-event.ts";
import { introductionConsent } from "../../db/model/consent.ts";
import { introductionWords, type PermissionState, refusedWithout } from "../../db/model/permission.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import type { Language } from "../../db/model/words.ts";
import { applications, dealers, lenders, outbox, permissions, referrals } from "../../db/schema.ts";
import { decidedBy } from "../applicant/permission.ts";
import { eventStatement } from "../case-events.ts";
import { sha256 } from "../hash.ts";
import { inLanguage } from "../language.ts";
import { owedMail } from "../outbox.ts";
import type { Member } from "../session.ts";
import type { Attempt, Refused } from "./attempt.ts";
import { ownCase, refusedSending, STOPPED } from "./case.ts";

/**
 * Introductions: the applicant is asked about one lender or dealer, or says yes on the phone, and only then the application
 * is sent there. All three are refused when the member may not work on the application, and when it is closed or stopped. A
 * recipient that is not in the directory, or not active, is unknown.
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
 * Records a yes on the phone and owes the applicant a mail about it, whose id waits to be rung for. Refused when the words
 * that were read out are not today's, and when the applicant has answered before.
 */
export async function recordYes(
  db: Database,
  id: string,
  member: Member,
  { words, ...wanted }: z.output<typeof YesByPhone>,
): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted);
  if (!isRecipient(recipient)) return recipient;
  if (words !== inLanguage("en", () => introductionWords(recipient.kind, recipient.name))) {
    return { refused: "The words to read out have changed meanwhile. Please read the new ones." };
  }
  return put(db, id, member, recipient, "yes");
}

/**
 * Refers the application to this recipient and owes them the lead, at most once for each yes; the id of the mail, which waits
 * to be rung for. Refused without the applicant's yes to this recipient, by today's name, and to the fields that are sent today.
 */
export async function send(db: Database, id: string, member: Member, wanted: Wanted): Promise<Introducing> {
  const recipient = await recipientFor(db, id, member, wanted);
  if (!isRecipient(recipient)) return recipient;
  const referralId = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  const createdAt = new Date();
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
            .where(and(eq(applications.id, id), isNull(applications.contactStoppedAt), eq(permissions.state, "yes"))),
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
    ]),
  );
  if (stored) return { outboxId };
  if (!now) return null;
  if (now.stoppedAt) return { refused: STOPPED };
  const refused = refusedWithout(now.state ?? undefined, recipient.name);
  return { refused: refused ?? `This application was sent to ${recipient.name} before.` };
}

/** The recipient, if this member may introduce the applicant to them. */
async function recipientFor(
  db: Database,
  id: string,
  member: Member,
  { kind, recipientId }: Wanted,
): Promise<Recipient | Refused | "unknownRecipient" | null> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refused = refusedSending(application);
  if (refused) return { refused };
  const directory = kind === "dealer" ? dealers : lenders;
  const [recipient] = await db
    .select({ id: directory.id, name: directory.name, address: directory.leadAddress })
    .from(directory)
    .where(and(eq(directory.id, recipientId), eq(directory.isActive, true)));
  return recipient ? { kind, language: application.language, ...recipient } : "unknownRecipient";
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
  const isOpen = and(eq(applications.id, id), isNull(applications.contactStoppedAt), notExists(answered));
  const isThis = and(eq(permissions.applicationId, id), isAbout(recipient));
  const decided = isYes
    ? { decidedAt: sql<Date>`${now.getTime()}`, how: sql<"phone">`'phone'`, recordedBy: sql<string>`${member.id}` }
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
            .select({
              id: sql<string>`${permissionId}`.as("id"),
              applicationId: applications.id,
              kind: sql<RecipientKind>`${kind}`.as("kind"),
              recipientId: sql<string>`${recipient.id}`.as("recipientId"),
              recipientName: sql<string>`${recipient.name}`.as("recipientName"),
              fields: sql<Field[]>`${JSON.stringify(fieldsSentTo[kind])}`.as("fields"),
              words: sql<string>`${words}`.as("words"),
              textId: sql<string>`${evidence.textId}`.as("textId"),
              wordsSha256: sql<string>`${evidence.wordsSha256}`.as("wordsSha256"),
              askedBy: sql<string>`${member.id}`.as("askedBy"),
              askedAt: sql<Date>`${now.getTime()}`.as("askedAt"),
              state: sql<PermissionState>`${state}`.as("state"),
              decidedAt: decided.decidedAt.as("decidedAt"),
              how: decided.how.as("how"),
              recordedBy: decided.recordedBy.as("recordedBy"),
            })
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
    ]),
  );
  if (owed) return { outboxId };
  if (!found) return null;
  if (found.stoppedAt) return { refused: STOPPED };
  return { refused: refusedAsking(found.state, recipient.name) };
}

function refusedAsking(state: PermissionState | null, recipientName: string) {
  if (state === "yes") return `The applicant has said yes to ${recipientName} already.`;
  if (state === "asked") return `The applicant was asked about ${recipientName} already.`;
  return refusedWithout("no", recipientName) ?? "";
}

/** What the applicant has said to this recipient, and since when all contact is stopped. */
function stateOf(db: Database, id: string, recipient: Recipient) {
  return db
    .select({
      state: sql<PermissionState | null>`${permissions.state}`.as("state"),
      stoppedAt: sql<number | null>`${applications.contactStoppedAt}`.as("stoppedAt"),
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
