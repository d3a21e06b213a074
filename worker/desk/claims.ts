import { and, inArray, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { applications, users } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import { advanceStatements } from "./advance.ts";
import { changeStatement } from "./changes.ts";
import { hasNoMember, isOwner } from "./member.ts";

/**
 * Makes the member the owner of those of these applications on which nobody works, all at once; one that is theirs already
 * counts as claimed. `taken` are the others, with the name of who works on them; ids of nothing are in neither list.
 */
export async function claimAll(db: Database, ids: string[], member: Member) {
  const areFree = and(inArray(applications.id, ids), hasNoMember(applications.ownerId));
  const [, , , , , found] = await db.batch([
    eventStatement(db, { kind: "owner", ownerId: member.id }, member.id, areFree),
    ...advanceStatements(db, areFree, "in_review", member),
    changeStatement(db, member, applications, areFree, {
      action: "claim",
      old: sql`json_object('owner', (select username from users where users.id = applications.ownerId))`,
      new: { owner: member.username },
    }),
    db.update(applications).set({ ownerId: member.id }).where(areFree),
    db
      .select({ id: applications.id, ownerId: applications.ownerId, by: users.username })
      .from(applications)
      .leftJoin(users, isOwner(applications.ownerId))
      .where(inArray(applications.id, ids)),
  ]);
  return {
    claimed: found.filter(({ ownerId }) => ownerId === member.id).map(({ id }) => id),
    taken: found.filter(({ ownerId }) => ownerId !== member.id).map(({ id, by }) => ({ id, by })),
  };
}
