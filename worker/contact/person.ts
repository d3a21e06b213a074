import { and, eq, isNotNull, isNull, ne, or, type SQL } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import type { Case } from "../../db/model/case/case.ts";
import { foldedEmail } from "../../db/model/contact/person.ts";
import { phoneDigitsOf } from "../../db/model/phone.ts";
import { applications as table } from "../../db/schema.ts";
import { withMerged } from "../case/store.ts";

/** Finds applications with the same phone or e-mail as these, or as those merged with them. */
export function withSamePerson(db: Database, isThisCase: SQL | undefined) {
  const isOneOfThem = withMerged(db, isThisCase);
  const same = (column: "phoneDigits" | "emailFolded") =>
    isOneOf(
      table[column],
      db
        .select({ same: table[column] })
        .from(table)
        .where(and(isOneOfThem, ne(table[column], ""))),
    );
  return or(same("phoneDigits"), same("emailFolded"), isOneOfThem);
}

/** Gives these cases the phone and e-mail keys again that thinning took. */
export async function restoreKeys(db: Database, cases: Case[]) {
  for (const { application } of cases) {
    const keys = { phoneDigits: phoneDigitsOf(application.phone), emailFolded: foldedEmail(application.email) };
    await db.update(table).set(keys).where(eq(table.id, application.id));
  }
}

/** Finds applications with this phone number or e-mail; none without either. `or false` would make SQLite read all. */
export function hasContact({ phone = "", email }: { phone?: string; email?: string }) {
  const digits = phoneDigitsOf(phone);
  return (
    or(
      digits === "" ? undefined : eq(table.phoneDigits, digits),
      email === undefined ? undefined : eq(table.emailFolded, foldedEmail(email)),
    ) ?? isOneOf(table.id, [])
  );
}

/** The condition on applications that we may write to their applicants, who agreed to email and have not asked us to stop: `mayEmail` in SQL. */
export const mayBeMailed = and(
  or(eq(table.consentElectronic, true), isNotNull(table.contactResumedAt)),
  isNull(table.contactStoppedAt),
);

/** The condition on applications that our mail may bring their links to the address on file. */
export const mayGetLink = and(mayBeMailed, isNull(table.emailSetBy), isNull(table.outcome));
