import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import type { Case } from "../../db/model/case/case.ts";
import { foldedEmail, phoneDigitsOf } from "../../db/model/contact/person.ts";
import { appointments, callCapacity, applications as table } from "../../db/schema.ts";

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

/** Finds these applications, and those merged with them. */
export function withMerged(db: Database, isThisCase: SQL | undefined) {
  const main = db
    .select({ id: sql<string>`coalesce(${table.mergedInto}, ${table.id})` })
    .from(table)
    .where(isThisCase);
  return or(isOneOf(table.id, main), isOneOf(table.mergedInto, main));
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

/** How many calls may start in each hour, and which places are taken. */
export function hoursOf(db: Database, startsAt: SQL | Date) {
  const isThen =
    startsAt instanceof Date ? eq(appointments.startsAt, startsAt) : isOneOf(appointments.startsAt, startsAt);
  return {
    capacity: db.select({ places: callCapacity.places }).from(callCapacity),
    taken: db
      .select({ startsAt: appointments.startsAt, place: appointments.place })
      .from(appointments)
      .where(and(sql`${appointments.endedAt} is null`, isThen)),
  };
}

/** The hours of all calls that this application ever asked for. */
export function hoursOfCase(db: Database, id: string) {
  const hours = db
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(eq(appointments.applicationId, id));
  return hoursOf(db, sql`(${hours})`);
}
