import { and, desc, eq, ne, not, type SQL, sql } from "drizzle-orm";
import { type Database, database, hasRow, isOneOf } from "../../db/database.ts";
import type { Case, MemberPress, Refused } from "../../db/model/case/case.ts";
import { ownedBy } from "../../db/model/case/owner.ts";
import { stages } from "../../db/model/case/status.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { type Colleague, possibleOwner, refusedLeaving, refusedRole } from "../../db/model/staff/member.ts";
import type { Change, DeskAction, NewMember, Role } from "../../db/model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../../db/password.ts";
import { applications, contactMessages, passkeys, recoveryCodes, sessions, users } from "../../db/schema.ts";
import { act, type Decided } from "../case/act.ts";
import type { Attempt } from "../case/attempt.ts";
import { pressOf } from "../case/by-member.ts";
import { committed, failUnless } from "../commit.ts";
import type { DeskContext } from "../env.ts";
import { noteChange } from "./changes.ts";
import { isOpen, sessionId } from "./session.ts";

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
  const hash = await hashPassword(password);
  return committed(async () => {
    if ((await db.$count(users, eq(users.username, username))) > 0) return;
    await db.batch([
      db.insert(users).values({ id, username, password: hash, role }),
      memberChanged(db, by, { id, username }, { role }, null),
    ]);
    return { username, password };
  });
}

/** Gives a member a new password, shown once, and ends their sign-ins; undefined if there is no such member. */
export async function resetPassword(db: Database, by: Member, id: string) {
  const member = await memberWith(db, id);
  if (!member) return;
  const password = oneTimePassword();
  await db.batch([
    memberChanged(db, by, member, { password: "a new one" }),
    db
      .update(users)
      .set({ password: await hashPassword(password) })
      .where(eq(users.id, id)),
    db.delete(sessions).where(eq(sessions.userId, id)),
  ]);
  return { username: member.username, password };
}

async function memberWith(db: Database, id: string) {
  const [member] = await colleagues(db).where(eq(users.id, id));
  return member;
}

/** Changes a role (db/model/staff/member.ts). */
export function setRole(c: DeskContext, id: string, role: Role) {
  return manage(c, id, isOneOf(applications.id, []), ({ member, everybody, press }) => {
    const refused = refusedRole(everybody, id, press.by.id, role);
    if (refused) return { refused };
    const db = database(c.env.DB);
    return {
      deeds: [],
      others: [
        memberChanged(db, press.by, member, { role }, { role: member.role }),
        db.update(users).set({ role }).where(eq(users.id, id)),
      ],
    };
  });
}

/** Deactivates a member who leaves. Open work goes to a colleague or the queue (null); closed work stays theirs. */
export function deactivate(c: DeskContext, id: string, handTo: string | null) {
  const isTheirs = and(eq(applications.ownerId, id), not(isOneOf(applications.status, [...stages.closed])));
  return manage(c, id, isTheirs, ({ member, everybody, cases, press }) => {
    if (member.deactivatedAt) return { deeds: [] };
    const refused = refusedLeaving(everybody, id, press.by.id, handTo);
    if (refused) return { refused };
    const db = database(c.env.DB);
    const successor = possibleOwner(everybody, handTo) ?? null;
    const handedTo = successor?.username ?? "the queue";
    return {
      deeds: cases.map((kase) => ({ kase, changes: ownedBy(kase, successor) })),
      others: [
        db
          .update(contactMessages)
          .set({ ownerId: successor?.id ?? null })
          .where(and(eq(contactMessages.ownerId, id), ne(contactMessages.status, "closed"))),
        db.delete(sessions).where(eq(sessions.userId, id)),
        memberChanged(db, press.by, member, { isActive: false, handedTo }, { isActive: true }),
        db.update(users).set({ deactivatedAt: press.at }).where(eq(users.id, id)),
      ],
    };
  });
}

/** Decides about a member and some of their cases, unless anybody's role or presence changes meanwhile. */
async function manage(
  c: DeskContext,
  id: string,
  cases: SQL | undefined,
  decide: (found: {
    member: Colleague;
    everybody: Colleague[];
    cases: Case[];
    press: MemberPress;
  }) => Decided | Refused,
): Promise<Attempt> {
  const db = database(c.env.DB);
  const press = pressOf(c);
  const done = await act(c, cases, {
    press,
    also: { everybody: colleagues(db), roster: db.select({ roster: roster.as("roster") }).from(sql`(select 1)`) },
    decide: (cases, { everybody, roster: [before] }) => {
      const member = everybody.find((each) => each.id === id);
      if (!member) return null;
      const decided = decide({ member, everybody, cases, press });
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
export async function reactivate(db: Database, id: string, by: Member): Promise<Attempt> {
  const member = await memberWith(db, id);
  if (!member?.deactivatedAt) return member ? "done" : null;
  await db.batch([
    memberChanged(db, by, member, { isActive: true }, { isActive: false }),
    db.update(users).set({ deactivatedAt: null }).where(eq(users.id, id)),
  ]);
  return "done";
}

/** Removes a member's second factors and signs them out. At the next sign-in they set up a new one. */
export async function resetSecondFactor(db: Database, id: string, by: Member): Promise<Attempt> {
  if (id === by.id) return { refused: "Change your own second factor on your account page." };
  const member = await memberWith(db, id);
  if (!member) return null;
  await db.batch([
    memberChanged(db, by, member, { secondFactor: "to be set up again" }),
    db.update(users).set({ appSecret: null }).where(eq(users.id, id)),
    db.delete(passkeys).where(eq(passkeys.userId, id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db.delete(sessions).where(eq(sessions.userId, id)),
  ]);
  return "done";
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
export async function endSignIn(db: Database, id: string, by: Member, isOwnOnly: boolean): Promise<Attempt> {
  const isTheirs = isOwnOnly ? eq(users.id, by.id) : undefined;
  const [member] = await db
    .select({ id: users.id, username: users.username })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, id), isTheirs));
  if (!member) return null;
  await db.batch([
    memberChanged(db, by, member, { signIn: "ended" }, {}, isOwnOnly ? "keepAccount" : "manageMembers"),
    db.delete(sessions).where(eq(sessions.tokenHash, id)),
  ]);
  return "done";
}

/** The statement that logs what somebody changed about a member. */
function memberChanged(
  db: Database,
  by: Member,
  { id, username: name }: Pick<Member, "id" | "username">,
  next: Change["new"],
  old: Change["old"] = {},
  action: DeskAction = "manageMembers",
) {
  return noteChange(db, by, action, id, { name, old, new: next });
}
