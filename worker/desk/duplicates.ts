import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { isClosed } from "../../db/model/status.ts";
import { applications, users } from "../../db/schema.ts";
import type { Member } from "../session.ts";
import { isOwner } from "./member.ts";

/** Which applications may be of the same person, and why one may not be merged into another. */

const MAX_DUPLICATES = 20;

type Application = typeof applications.$inferSelect;
type Candidate = Pick<Application, "ownerId" | "status" | "contactStoppedAt"> & {
  ownerName: string | null;
  hasMerged: unknown;
};

/** Others with the same phone, e-mail, or name and ZIP, the newest first. */
export async function duplicatesOf(db: Database, { id, phoneDigits, emailFolded, fullName, zip }: Application) {
  const isSame = {
    phone: and(ne(sql`${phoneDigits}`, ""), eq(applications.phoneDigits, phoneDigits)),
    email: eq(applications.emailFolded, emailFolded),
    name: and(eq(applications.zip, zip), sql`${applications.fullName} collate nocase = ${fullName}`),
  };
  // Each from its own index: as conditions of one query they would make SQLite read every application.
  const found = Object.values(isSame).map((condition) =>
    inArray(applications.number, db.select({ number: applications.number }).from(applications).where(condition)),
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
      ownerName: users.username,
      mergedInto: applications.mergedInto,
      hasMerged: sql<number>`exists (select 1 from applications third where third.mergedInto = ${applications.id})`,
      samePhone: sql<number>`${isSame.phone}`,
      sameEmail: sql<number>`${isSame.email}`,
      sameName: sql<number>`${isSame.name}`,
    })
    .from(applications)
    .leftJoin(users, isOwner(applications.ownerId))
    .where(and(ne(applications.id, id), or(...found)))
    .orderBy(desc(applications.createdAt))
    .limit(MAX_DUPLICATES);
}

/** Why this one may not be merged into an application on which this member may work, in a sentence; null when it may. */
export function refusedMerge(main: Pick<Application, "status" | "contactStoppedAt">, other: Candidate, member: Member) {
  if (isClosed(main.status)) return "This application is closed. Merge into one that goes on.";
  if (isClosed(other.status)) return "The other application is closed. Only one that is still open can be merged.";
  if (other.hasMerged) {
    return "Another application is merged into that one. Split these two first, or merge the other way around.";
  }
  if (main.contactStoppedAt && !other.contactStoppedAt) {
    return "The applicant asked us to stop about this application, not about the other one. Merge the other way around.";
  }
  return refusedOwner(other, member);
}

/** Why this member may not work on an application, in a sentence; null when nothing keeps them from it. */
function refusedOwner({ ownerId, ownerName }: Candidate, member: Member) {
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerName === null) return "Claim the other application first.";
  return `${ownerName} works on the other application. Ask them, or a manager, to hand it over.`;
}
