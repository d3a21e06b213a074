import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import { applications, users } from "../../db/schema.ts";
import { isOwner } from "./store.ts";

const MAX_DUPLICATES = 20;

/** Others with the same phone, e-mail, or name and ZIP, newest first; none once this one is merged. */
export function duplicatesOf(db: Database, id: string) {
  const own = (column: "phoneDigits" | "emailFolded" | "fullName" | "zip") =>
    sql`(select ${sql.identifier(column)} from applications own where own.id = ${id} and own.mergedInto is null)`;
  const isSame = {
    phone: and(ne(applications.phoneDigits, ""), eq(applications.phoneDigits, own("phoneDigits"))),
    email: and(ne(applications.emailFolded, ""), eq(applications.emailFolded, own("emailFolded"))),
    name: and(eq(applications.zip, own("zip")), sql`${applications.fullName} collate nocase = ${own("fullName")}`),
  };
  const isOther = and(ne(applications.id, id), sql`${applications.mergedInto} is not ${id}`);
  // One query per index. As conditions of a single query, they would make SQLite read every application.
  const found = Object.values(isSame).map((condition) =>
    isOneOf(
      applications.number,
      db
        .select({ number: applications.number })
        .from(applications)
        .where(and(condition, isOther))
        .orderBy(desc(applications.number))
        .limit(MAX_DUPLICATES),
    ),
  );
  return db
    .select({
      id: applications.id,
      fullName: applications.fullName,
      city: applications.city,
      createdAt: applications.createdAt,
      status: applications.status,
      contactStoppedAt: applications.contactStoppedAt,
      ownerId: applications.ownerId,
      ownerName: sql<string | null>`${users.username}`.as("ownerName"),
      hasMerged: sql<number>`exists (select 1 from applications third where third.mergedInto = ${applications.id})`.as(
        "hasMerged",
      ),
      samePhone: sql<number>`${isSame.phone}`.as("samePhone"),
      sameEmail: sql<number>`${isSame.email}`.as("sameEmail"),
      sameName: sql<number>`${isSame.name}`.as("sameName"),
    })
    .from(applications)
    .leftJoin(users, isOwner(applications.ownerId))
    .where(or(...found))
    .orderBy(desc(applications.createdAt))
    .limit(MAX_DUPLICATES);
}

export type Duplicate = Awaited<ReturnType<typeof duplicatesOf>>[number];

/** The application that this one is merged into. */
export function mainOf(db: Database, id: string) {
  const main = db.select({ id: applications.mergedInto }).from(applications).where(eq(applications.id, id));
  return db
    .select({ id: applications.id, number: applications.number, fullName: applications.fullName })
    .from(applications)
    .where(isOneOf(applications.id, main));
}
