import { and, desc, eq, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import { type Database, database, hasRow, isOneOf, named } from "../../db/database.ts";
import type { Case, MemberPress, Refused } from "../../db/model/case/case.ts";
import { given } from "../../db/model/case/owner.ts";
import { stages } from "../../db/model/case/status.ts";
import { type Colleague, possibleOwner, refusedLeaving, refusedRole } from "../../db/model/staff/member.ts";
import type { Change, NewMember, Role } from "../../db/model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../../db/password.ts";
import { applications, contactMessages, passkeys, recoveryCodes, sessions, users } from "../../db/schema.ts";
import { act, type Decided } from "../case/act.ts";
import type { Attempt } from "../case/attempt.ts";
import { pressOf } from "../case/by-member.ts";
import { failUnless } from "../commit.ts";
import { asJson, userChange } from "./changes.ts";
import type { DeskContext } from "./member.ts";
import { isOpen, type Member, sessionId } from "./session.ts";

/** Everybody with a row in `users`, including those who have left, by name. */
export function colleagues(db: Database) {
  return db
    .select({ id: users.id, username: users.username, role: users.role, deactivatedAt: users.deactivatedAt })
    .from(users)
    .orderBy(users.username);
}

/** Members as managers see them, with how each one signs in. */
export function readMembers(db: Database) {
  const hasPasskey = hasRow(passkeys, eq(passkeys.userId, users.id));
  return db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      isDemo: users.isDemo,
      deactivatedAt: users.deactivatedAt,
      hasSecondFactor: sql`(${users.appSecret} is not null or ${hasPasskey})`.mapWith(Boolean),
    })
    .from(users)
    .orderBy(users.username);
}

/** Adds somebody with a password that is shown once; undefined if the username is taken. */
export async function addMember(db: Database, by: Member, { username, role }: NewMember) {
  const id = crypto.randomUUID();
  const password = oneTimePassword();
  const {
    added: [added],
  } = await named(db, {
    added: db
      .insert(users)
      .values({ id, username, password: await hashPassword(password), role })
      .onConflictDoNothing()
      .returning({ username: users.username }),
    logged: memberChanged(db, by, eq(users.id, id), { old: sql`null`, new: { role } }),
  });
  return added && { ...added, password };
}

/** Gives a member a new password, shown once, and ends their sign-ins; undefined if there is no such member. */
export async function resetPassword(db: Database, by: Member, id: string) {
  const isMember = eq(users.id, id);
  if ((await db.$count(users, isMember)) === 0) return;
  const password = oneTimePassword();
  const {
    found: [found],
  } = await named(db, {
    logged: memberChanged(db, by, isMember, { new: { password: "a new one" } }),
    found: db
      .update(users)
      .set({ password: await hashPassword(password) })
      .where(isMember)
      .returning({ username: users.username }),
    sessions: db.delete(sessions).where(eq(sessions.userId, id)),
  });
  return found && { ...found, password };
}

/** Changes a role (db/model/staff/member.ts). */
export function setRole(c: DeskContext, id: string, role: Role) {
  return manage(c, id, isOneOf(applications.id, []), ({ everybody, press }) => {
    const refused = refusedRole(everybody, id, press.by.id, role);
    if (refused) return { refused };
    const db = database(c.env.DB);
    const isMember = eq(users.id, id);
    return {
      deeds: [],
      others: [
        memberChanged(db, press.by, isMember, { old: asJson({ role: users.role }), new: { role } }),
        db.update(users).set({ role }).where(isMember),
      ],
    };
  });
}

/** Deactivates a member who leaves. Open work goes to a colleague or the queue (null); closed work stays theirs. */
export function deactivate(c: DeskContext, id: string, handTo: string | null) {
  const isTheirs = and(eq(applications.ownerId, id), not(isOneOf(applications.status, [...stages.closed])));
  return manage(c, id, isTheirs, ({ everybody, cases, press }) => {
    if (everybody.some((each) => each.id === id && each.deactivatedAt)) return { deeds: [] };
    const refused = refusedLeaving(everybody, id, press.by.id, handTo);
    if (refused) return { refused };
    const db = database(c.env.DB);
    const successor = possibleOwner(everybody, handTo) ?? null;
    const isMember = eq(users.id, id);
    return {
      deeds: cases.map((kase) => ({ kase, changes: given(kase, successor) })),
      others: [
        db
          .update(contactMessages)
          .set({ ownerId: successor?.id ?? null })
          .where(and(eq(contactMessages.ownerId, id), ne(contactMessages.status, "closed"))),
        db.delete(sessions).where(eq(sessions.userId, id)),
        memberChanged(db, press.by, isMember, {
          old: sql`json_object('isActive', json('true'))`,
          new: { isActive: false, handedTo: successor?.username ?? "the queue" },
        }),
        db.update(users).set({ deactivatedAt: press.at }).where(isMember),
      ],
    };
  });
}

/** Decides about a member and some of their cases, unless anybody's role or presence changes meanwhile. */
async function manage(
  c: DeskContext,
  id: string,
  cases: SQL | undefined,
  decide: (found: { everybody: Colleague[]; cases: Case[]; press: MemberPress }) => Decided | Refused,
): Promise<Attempt> {
  const db = database(c.env.DB);
  const press = pressOf(c);
  const done = await act(c, cases, {
    press,
    also: { everybody: colleagues(db), roster: db.select({ roster: roster.as("roster") }).from(sql`(select 1)`) },
    decide: (cases, { everybody, roster: [before] }) => {
      if (!everybody.some((each) => each.id === id)) return null;
      const decided = decide({ everybody, cases, press });
      if ("refused" in decided) return decided;
      return { ...decided, others: [failUnless(db, sql`${roster} = ${before?.roster}`), ...(decided.others ?? [])] };
    },
  });
  return done && !("refused" in done) ? "done" : done;
}

/** Everybody's role, and whether they have left, as one text. */
const roster = sql<string>`(select json_group_array(json_array(id, role, deactivatedAt))
  from (select id, role, deactivatedAt from ${users} order by id))`;

/** Lets a former member sign in again. Work that was handed over stays where it is. */
export async function reactivate(db: Database, id: string, member: Member): Promise<Attempt> {
  const isMember = eq(users.id, id);
  const { found } = await named(db, {
    logged: memberChanged(db, member, and(isMember, isNotNull(users.deactivatedAt)), {
      old: sql`json_object('isActive', json('false'))`,
      new: { isActive: true },
    }),
    changed: db.update(users).set({ deactivatedAt: null }).where(isMember),
    found: db.select({ id: users.id }).from(users).where(isMember),
  });
  return found.length > 0 ? "done" : null;
}

/** Removes a member's second factors and signs them out. At the next sign-in they set up a new one. */
export async function resetSecondFactor(db: Database, id: string, member: Member): Promise<Attempt> {
  if (id === member.id) return { refused: "Change your own second factor on your account page." };
  const isMember = eq(users.id, id);
  const [, found] = await db.batch([
    memberChanged(db, member, isMember, { new: { secondFactor: "to be set up again" } }),
    db.update(users).set({ appSecret: null }).where(isMember).returning({ id: users.id }),
    db.delete(passkeys).where(eq(passkeys.userId, id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db.delete(sessions).where(eq(sessions.userId, id)),
  ]);
  return found.length > 0 ? "done" : null;
}

/** Open sign-ins, most recently used first: everybody's, or one member's. `isThisOne`: the one that asks. */
export async function readSignIns(c: DeskContext, userId?: string) {
  return database(c.env.DB)
    .select({
      id: sessions.tokenHash,
      username: users.username,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      verifiedAt: sessions.verifiedAt,
      isThisOne: sql`${sessions.tokenHash} = ${await sessionId(c)}`.mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isOpen(), userId === undefined ? undefined : eq(sessions.userId, userId)))
    .orderBy(desc(sessions.lastUsedAt));
}

/** Ends a sign-in: anybody's, or only one of the member's own. */
export async function endSignIn(db: Database, id: string, member: Member, isOwnOnly: boolean): Promise<Attempt> {
  const isSignIn = and(eq(sessions.tokenHash, id), isOwnOnly ? eq(sessions.userId, member.id) : undefined);
  const [, ended] = await db.batch([
    userChange(db, member, hasRow(sessions, and(isSignIn, eq(sessions.userId, users.id))), {
      action: isOwnOnly ? "keepAccount" : "manageMembers",
      new: { signIn: "ended" },
    }),
    db.delete(sessions).where(isSignIn).returning({ userId: sessions.userId }),
  ]);
  return ended.length > 0 ? "done" : null;
}

/** The statement that logs a manager's change to these members. */
export function memberChanged(
  db: Database,
  member: Member,
  condition: SQL | undefined,
  change: { old?: SQL; new: Change["new"] },
) {
  return userChange(db, member, condition, { action: "manageMembers", ...change });
}
