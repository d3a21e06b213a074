import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { areSentToday, introductionScript, type PermissionState } from "../../db/model/introductions/permission.ts";
import { type Fit, fitOfDealer, fitOfLender, isNo } from "../../db/model/introductions/recipient.ts";
import type { RecipientKind } from "../../db/model/introductions/referral.ts";
import { applications, dealers, lenders, permissions, referrals } from "../../db/schema.ts";
import { storedAnswers } from "../form/answers.ts";
import { inLanguage } from "../http/language.ts";

/** A lender or dealer that a member can choose for an application. */
export interface PossibleRecipient extends Fit {
  kind: RecipientKind;
  id: string;
  name: string;
  /** A lender's category, or a dealer's metro area. */
  group: string;
  /** The applicant's answer. A no counts under any name and for any fields, a yes only for the present ones. */
  permission: PermissionState | null;
  /** Whether this recipient got the application on the present yes. */
  hasIt: boolean;
}

/** Every active lender and dealer, those that fit first, and the words to read out; null if the id is unknown. */
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
      .where(eq(referrals.applicationId, id)),
  ]);
  if (!application) return null;
  const answers = storedAnswers(application);
  const saidTo = (recipientId: string, name: string) =>
    said
      .filter((each) => each.recipientId === recipientId)
      .findLast((each) => isNo(each) || (areSentToday(each.fields, each.kind) && each.recipientName === name));
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
