import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { ApplicationForm } from "../../db/model/application.ts";
import { type Finding, findingsFor, isSuitable, type LenderCriteria } from "../../db/model/lenders.ts";
import { metroOf } from "../../db/model/metro.ts";
import { areSentToday, type PermissionState } from "../../db/model/permission.ts";
import type { RecipientKind } from "../../db/model/referral.ts";
import { applications, dealers, lenders, permissions, referrals } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";

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

/** Every active lender and dealer, those that fit first, each group by name; null when there is no such application. */
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
  return all.sort((a, b) => Number(b.isSuitable) - Number(a.isSuitable) || a.name.localeCompare(b.name, "en"));
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
