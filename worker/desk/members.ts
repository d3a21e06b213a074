import { and, desc, eq, exists, isNotNull, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import type { Change, Role } from "../../db/model/staff.ts";
import { stages } from "../../db/model/status.ts";
import { applications, contactMessages, passkeys, recoveryCodes, sessions, users } from "../../db/schema.ts";
import { isOpen, type Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { ownerStatements, possibleOwner } from "./case.ts";
import { asJson, changeStatement } from "./changes.ts";

/** Members as managers look after them. */

const LAST_MANAGER = "There would be no manager left. Make somebody else a manager first.";

/** Everybody with a row in `users`, those who have left included. */
export async function readMembers(db: Database) {
  const hasPasskey = exists(db.select().from(passkeys).where(eq(passkeys.userId, users.id)));
  const rows = await db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      isDemo: users.isDemo,
      deactivatedAt: users.deactivatedAt,
      hasSecondFactor: sql<number>`(${users.appSecret} is not null or ${hasPasskey})`,
    })
    .from(users)
    .orderBy(users.username);
  return rows.map((row) => ({ ...row, hasSecondFactor: Boolean(row.hasSecondFactor) }));
}

/** Changes a role. Refused for one's own, and when no manager would be left. */
export async function setRole(db: Database, id: string, member: Member, role: Role): Promise<Attempt> {
  if (id === member.id) return { refused: "You cannot change your own role. Ask another manager." };
  const isUser = eq(users.id, id);
  const mayChange = role === "manager" ? isUser : and(isUser, leavesManager(id));
  const [, [changed], [found]] = await db.batch([
    memberChanged(db, member, mayChange, { old: asJson({ role: users.role }), new: { role } }),
    db.update(users).set({ role }).where(mayChange).returning({ id: users.id }),
    db.select({ id: users.id }).from(users).where(isUser),
  ]);
  if (changed) return "done";
  return found ? { refused: LAST_MANAGER } : null;
}

/**
 * Deactivates somebody who leaves: they can no longer sign in, and their open work goes to a colleague or back to the queue
 * (null), all of it or nothing. Closed work stays theirs. Refused for oneself, for the last manager, and when `handTo` cannot
 * take over.
 */
export async function deactivate(
  db: Database,
  id: string,
  member: Member,
  handTo: string | null,
  at = new Date(),
): Promise<Attempt> {
  if (id === member.id) return { refused: "You cannot deactivate yourself. Ask another manager." };
  const heir = handTo === null ? null : (await possibleOwner(db, handTo))[0];
  if (heir === undefined || heir?.id === id) return { refused: "Choose a specialist or a manager who stays." };
  const isUser = eq(users.id, id);
  const mayLeave = and(isUser, isNull(users.deactivatedAt), leavesManager(id), heir ? staysActive(heir.id) : undefined);
  const leaves = exists(db.select().from(users).where(mayLeave));
  const open = notInArray(applications.status, [...stages.closed]);
  const [event, logged, owner] = ownerStatements(db, and(eq(applications.ownerId, id), open, leaves), member, heir);
  const {
    left,
    found: [found],
  } = await named(db, {
    ...{ event, logged, owner },
    messages: db
      .update(contactMessages)
      .set({ ownerId: heir?.id ?? null })
      .where(and(eq(contactMessages.ownerId, id), ne(contactMessages.status, "closed"), leaves)),
    sessions: db.delete(sessions).where(and(eq(sessions.userId, id), leaves)),
    member: memberChanged(db, member, mayLeave, {
      old: sql`json_object('isActive', json('true'))`,
      new: { isActive: false, handedTo: heir?.username ?? "the queue" },
    }),
    left: db.update(users).set({ deactivatedAt: at }).where(mayLeave).returning({ id: users.id }),
    found: db
      .select({ deactivatedAt: users.deactivatedAt, mayLeave: leavesManager(id) })
      .from(users)
      .where(isUser),
  });
  if (left.length > 0 || found?.deactivatedAt) return "done";
  if (!found) return null;
  return {
    refused: found.mayLeave
      ? "The person who was to take over has left in the meantime. Choose somebody else."
      : LAST_MANAGER,
  };
}

/** Lets somebody who had left sign in again, as before. What was handed over stays where it is. */
export async function reactivate(db: Database, id: string, member: Member): Promise<Attempt> {
  const isUser = eq(users.id, id);
  const { found } = await named(db, {
    logged: memberChanged(db, member, and(isUser, isNotNull(users.deactivatedAt)), {
      old: sql`json_object('isActive', json('false'))`,
      new: { isActive: true },
    }),
    changed: db.update(users).set({ deactivatedAt: null }).where(isUser),
    found: db.select({ id: users.id }).from(users).where(isUser),
  });
  return found.length > 0 ? "done" : null;
}

/** Removes all of somebody's second factors and signs them out: at the next sign-in they set up a new one. */
export async function resetSecondFactor(db: Database, id: string, member: Member): Promise<Attempt> {
  if (id === member.id) return { refused: "Change your own second factor on your account page." };
  const isUser = eq(users.id, id);
  const [, found] = await db.batch([
    memberChanged(db, member, isUser, { old: sql`json_object()`, new: { secondFactor: "to be set up again" } }),
    db.update(users).set({ appSecret: null }).where(isUser).returning({ id: users.id }),
    db.delete(passkeys).where(eq(passkeys.userId, id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db.delete(sessions).where(eq(sessions.userId, id)),
  ]);
  return found.length > 0 ? "done" : null;
}

/** Open sign-ins, most recently used first: everybody's, or one member's. */
export function readSignIns(db: Database, userId?: string) {
  return db
    .select({
      id: sessions.tokenHash,
      username: users.username,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      verifiedAt: sessions.verifiedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isOpen(), userId === undefined ? undefined : eq(sessions.userId, userId)))
    .orderBy(desc(sessions.lastUsedAt));
}

/** Ends a sign-in: anybody's, or only one of the member's own. */
export async function endSignIn(db: Database, id: string, member: Member, isOwnOnly: boolean): Promise<Attempt> {
  const isSignIn = and(eq(sessions.tokenHash, id), isOwnOnly ? eq(sessions.userId, member.id) : undefined);
  const isUser = exists(
    db
      .select()
      .from(sessions)
      .where(and(isSignIn, eq(sessions.userId, users.id))),
  );
  const [, ended] = await db.batch([
    changeStatement(db, member, users, isUser, {
      action: isOwnOnly ? "keepAccount" : "manageMembers",
      name: users.username,
      old: sql`json_object()`,
      new: { signIn: "ended" },
    }),
    db.delete(sessions).where(isSignIn).returning({ userId: sessions.userId }),
  ]);
  return ended.length > 0 ? "done" : null;
}

/** The statement that logs what a manager changes in the members that fit. */
export function memberChanged(
  db: Database,
  member: Member,
  condition: SQL | undefined,
  { old, new: next }: { old?: SQL; new: Change["new"] },
) {
  return changeStatement(db, member, users, condition, {
    action: "manageMembers",
    name: users.username,
    old,
    new: next,
  });
}

/** The user is not a manager, or another manager stays. */
function leavesManager(id: string) {
  const other = sql`select 1 from users as other where other.id <> ${id} and other.role = 'manager' and other.deactivatedAt is null`;
  return sql<number>`(${users.role} <> 'manager' or ${users.deactivatedAt} is not null or exists (${other}))`;
}

function staysActive(id: string) {
  return sql`exists (select 1 from users as heir where heir.id = ${id} and heir.role <> 'author' and heir.deactivatedAt is null)`;
}
