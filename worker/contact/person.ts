import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOf, retried } from "../../db/database.ts";
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

/** Gives these applications the phone and e-mail keys again that thinning took: a stop is about the person, so it needs them. */
export async function restoreKeys(db: Database, isThisCase: SQL | undefined) {
  const isThinned = and(eq(table.isThinned, true), withMerged(db, isThisCase));
  const thinned = await retried(() =>
    db.select({ id: table.id, phone: table.phone, email: table.email }).from(table).where(isThinned),
  );
  for (const { id, phone, email } of thinned) {
    const keys = { phoneDigits: phoneDigitsOf(phone), emailFolded: foldedEmail(email) };
    await db.update(table).set(keys).where(eq(table.id, id));
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
