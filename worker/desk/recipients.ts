import { and, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import type { ApplicationForm } from "../../db/model/application.ts";
import type { Introduction } from "../../db/model/case-event.ts";
import { type Finding, findingsFor, isSuitable, type LenderCriteria } from "../../db/model/lenders.ts";
import { metroOf } from "../../db/model/metro.ts";
import { areSentToday, type Decision, introductionScript, type PermissionState } from "../../db/model/permission.ts";
import type { RecipientKind } from "../../db/model/referral.ts";
import type { DeskAction } from "../../db/model/staff.ts";
import type { Language } from "../../db/model/words.ts";
import { applications, dealers, lenders, permissions, referrals } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import { eventStatement } from "../case-events.ts";
import { inLanguage } from "../language.ts";
import type { Member } from "../session.ts";
import type { Refused } from "./attempt.ts";
import { ownCase, refusedSending } from "./case.ts";
import { changeStatement } from "./changes.ts";

/** To whom an application can be sent, and how well they fit it. */

/** How a lender or dealer fits an application. */
export interface Fit {
  isSuitable: boolean;
  findings: Finding[];
}

/** A lender or dealer of the directory, as somebody chooses one for an application. */
export interface PossibleRecipient extends Fit {
  kind: RecipientKind;
  id: string;
  name: string;
  /** A lender's category, a dealer's metro. */
  group: string;
  /** What the applicant said to them: a no whatever their name and the fields were, all else only if it counts today. */
  permission: PermissionState | null;
  /** They were sent the application, on the yes that counts. */
  hasIt: boolean;
}

/**
 * Every active lender and dealer, those that fit first, each group by name, and what is read out on the phone about one of each
 * kind, in the applicant's language; null when there is no such application.
 */
export async function recipientsFor(db: Database, id: string) {
  const [[application], lenderRows, dealerRows, said, sent] = await db.batch([
    db.select().from(applications).where(eq(applications.id, id)),
    db.select().from(lenders).where(eq(lenders.isActive, true)),
    db.select().from(dealers).where(eq(dealers.isActive, true)),
    db.select().from(permissions).where(eq(permissions.applicationId, id)).orderBy(permissions.askedAt),
    db
      .select({
        permissionId: sql<string>`${referrals.permissionId}`.as("permissionId"),
        permittedAt: referrals.permittedAt,
      })
      .from(referrals)
      .where(and(eq(referrals.applicationId, id))),
  ]);
  if (!application) return null;
  const answers = answersOf(application);
  const saidTo = (recipientId: string, name: string) =>
    said
      .filter((each) => each.recipientId === recipientId)
      .findLast(
        ({ state, fields, kind, recipientName }) =>
          state === "no" || state === "withdrawn" || (areSentToday(fields, kind) && recipientName === name),
      );
  const recipient = (kind: RecipientKind, row: { id: string; name: string }, group: string, fit: Fit) => {
    const permission = saidTo(row.id, row.name);
    return {
      kind,
      id: row.id,
      name: row.name,
      group,
      ...fit,
      permission: permission?.state ?? null,
      hasIt: sent.some(
        ({ permissionId, permittedAt }) =>
          permissionId === permission?.id && permittedAt.getTime() === permission.decidedAt?.getTime(),
      ),
    } satisfies PossibleRecipient;
  };
  const all = [
    ...lenderRows.map((row) => recipient("lender", row, row.category, fitOfLender(row.criteria, answers))),
    ...dealerRows.map((row) => recipient("dealer", row, row.metro, fitOfDealer(row.metro, application.zip))),
  ];
  const { language } = application;
  return {
    recipients: all.sort((a, b) => Number(b.isSuitable) - Number(a.isSuitable) || a.name.localeCompare(b.name, "en")),
    scripts: inLanguage(language, () => ({
      lender: introductionScript("lender"),
      dealer: introductionScript("dealer"),
    })) satisfies Record<RecipientKind, string>,
  };
}

/** A lender fits who meets all of its criteria. */
export function fitOfLender(criteria: LenderCriteria, answers: ApplicationForm): Fit {
  const findings = findingsFor(criteria, answers);
  return { isSuitable: isSuitable(findings), findings };
}

/** So wide that two places in it may be a day's drive apart. */
const ELSEWHERE = "Elsewhere in Texas";

/** A dealer fits who is where the applicant lives; when we do not know where that is, nothing speaks against any. */
export function fitOfDealer(metro: string, zip: string): Fit {
  const home = metroOf(zip);
  if (home === null) return { isSuitable: true, findings: [{ meets: true, reason: "The ZIP code is in no metro" }] };
  const meets = metro === home;
  return { isSuitable: meets, findings: [{ meets, reason: reason() }] };

  function reason() {
    const [there, here] = [inWords(metro), inWords(home ?? "")];
    const start = there.charAt(0).toUpperCase() + there.slice(1);
    if (!meets) return `${start}, the applicant lives ${here}`;
    return home === ELSEWHERE ? `${start}, as the applicant: check how far` : `${start}, where the applicant lives`;
  }
}

function inWords(metro: string) {
  return metro === ELSEWHERE ? "elsewhere in Texas" : `in ${metro}`;
}

/** What speaks against this one, in words; null when it fits. */
export function misfitInWords({ findings }: Fit) {
  const misses = findings.filter(({ meets }) => !meets);
  return misses.length > 0 ? misses.map(({ reason }) => reason).join("; ") : null;
}

type Wanted = z.output<typeof Introduction>;

export interface Recipient {
  kind: RecipientKind;
  id: string;
  name: string;
  address: string;
  /** In which the applicant reads or hears the question. */
  language: Language;
  /** Why it is this one although it does not fit; null when it fits. */
  reason: string | null;
}

/** The recipient, if this member may introduce the applicant to them. */
export async function recipientFor(
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
export function reasonStatements(
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

export function isRecipient(found: Awaited<ReturnType<typeof recipientFor>>): found is Recipient {
  return typeof found === "object" && found !== null && "address" in found;
}
