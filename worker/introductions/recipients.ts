import { eq, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import type { RecipientKind } from "../../db/model/directory/recipient-kind.ts";
import { areSentToday, introductionScript, type PermissionState } from "../../db/model/introductions/permission.ts";
import { isNo } from "../../db/model/introductions/recipient.ts";
import { changesInWords, route, type Suggested } from "../../db/model/introductions/routing.ts";
import { applications, permissions, referrals } from "../../db/schema.ts";
import { storedAnswers } from "../case/stored-answers.ts";
import { inLanguage } from "../http/language.ts";
import { directoryIn, directoryStatements } from "./routing.ts";

/** A lender or dealer that a member can choose for an application. */
export interface PossibleRecipient extends ReturnType<typeof suggestedAtDesk> {
  /** The applicant's answer. A no counts under any name and for any fields, a yes only for the present ones. */
  permission: PermissionState | null;
  /** Whether this recipient got the application on the present yes. */
  hasIt: boolean;
}

/** Every active lender and dealer as suggested, and the words to read out; null if the id is unknown. */
export async function recipientsFor(db: Database, id: string) {
  const {
    application: [application],
    said,
    sent,
    ...directory
  } = await named(db, {
    application: db.select().from(applications).where(eq(applications.id, id)),
    said: db.select().from(permissions).where(eq(permissions.applicationId, id)).orderBy(permissions.askedAt),
    sent: db
      .select({
        permissionId: sql<string>`${referrals.permissionId}`.as("permissionId"),
        permittedAt: referrals.permittedAt,
      })
      .from(referrals)
      .where(eq(referrals.applicationId, id)),
    ...directoryStatements(db),
  });
  if (!application) return null;
  const saidTo = (recipientId: string, name: string) =>
    said
      .filter((each) => each.recipientId === recipientId)
      .findLast((each) => isNo(each) || (areSentToday(each.fields, each.kind) && each.recipientName === name));
  const suggested = route(directoryIn(directory), storedAnswers(application), application.scoresForecast ?? 0);
  const recipients = suggested.map((each): PossibleRecipient => {
    const permission = saidTo(each.entry.id, each.entry.name);
    return {
      ...suggestedAtDesk(each),
      permission: permission?.state ?? null,
      hasIt: sent.some(
        ({ permissionId, permittedAt }) =>
          permissionId === permission?.id && permittedAt.getTime() === permission.decidedAt?.getTime(),
      ),
    };
  });
  return {
    recipients,
    scripts: inLanguage(application.language, () => ({
      lender: introductionScript("lender"),
      dealer: introductionScript("dealer"),
    })) satisfies Record<RecipientKind, string>,
  };
}

/** What the desk shows of a suggested lender or dealer. */
export function suggestedAtDesk({ entry, isSuitable, findings, changes, own }: Suggested) {
  const { kind, id, name } = entry;
  return {
    ...{ kind, id, name, isSuitable },
    /** Whether its mailbox gets a link, not ADF. */
    isByLink: entry.kind === "lender" || entry.isByLink,
    /** A lender's category, or a dealer's metro area. */
    group: entry.kind === "lender" ? entry.category : entry.metro,
    findings: findings.map(({ meets, reason }) => ({ meets, reason })),
    /** What would make it fit, in words; '' if it fits, or if nothing soon would. */
    change: changesInWords(changes),
    /** How many such applications it decided, and approved. */
    own,
  };
}
