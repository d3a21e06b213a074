import { and, type Column, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Context, MiddlewareHandler } from "hono";
import { database } from "../../db/database.ts";
import { type DeskAction, mayDo, refusalOf } from "../../db/model/staff.ts";
import { audit, users } from "../../db/schema.ts";
import { refuse } from "../body.ts";
import type { Env } from "../env.ts";
import { type Member, readSession } from "../session.ts";

export const READ_NOTED_EVERY_MS = 60 * 60 * 1000;
/** Noted each time. */
const EXPORTS: DeskAction[] = ["exportApplications", "exportAudit", "exportIncident"];
/** What an address may name. Anything else names nothing, and would let anybody who is refused fill the audit log. */
const ID = /^[\w-]{1,64}$/;

/** What a handler of the desk gets: the bindings, and who is asking. */
export interface DeskEnv {
  Bindings: Env;
  Variables: { member: Member };
}
export type DeskContext = Context<DeskEnv>;

/**
 * Lets those through whose role includes the action; nobody signed in gets 401, others 403 and a sentence. Every try is
 * written to the audit log before it is let through or refused; mere reading only once an hour, and so what is refused,
 * whatever it was about: nobody fills the log.
 */
export function may(action: DeskAction): MiddlewareHandler<DeskEnv> {
  return async (c, next) => {
    const member = await readSession(c);
    if (!member) return refuse(c, 401, "Please sign in to the desk.");
    const isAllowed = mayDo(member.role, action);
    const id = c.req.param("id") ?? "";
    await note(c, {
      userId: member.id,
      username: member.username,
      action,
      subjectId: ID.test(id) ? id : null,
      isAllowed,
    });
    if (!isAllowed) return refuse(c, 403, refusalOf(action));
    c.set("member", member);
    return next();
  };
}

/**
 * The statement that writes to the audit log that what the member reads shows these as well, each at most once an hour. To be run with
 * the reading, so that nothing is shown that is not noted.
 */
export function shownStatement(c: DeskContext, action: DeskAction, shown: { getSQL: () => SQL }) {
  const { id, username } = c.var.member;
  const now = Date.now();
  return database(c.env.DB)
    .insert(audit)
    .select(
      sql`select null, ${now}, ${id}, ${username}, ${action}, shown.id, 1, null from ${sql`(${shown.getSQL()})`} shown
      where not exists (select 1 from ${audit} where userId = ${id} and action = ${action} and subjectId = shown.id
        and at > ${now - READ_NOTED_EVERY_MS})`,
    );
}

/** Nobody works on it: it has no owner, or one who has left since. */
export function hasNoMember(ownerId: Column) {
  return sql`(${ownerId} is null or ${ownerId} not in (select id from ${users} where deactivatedAt is null))`;
}

/** The owner, or null if they have left since: for what was closed and goes on. */
export function stayingOwner(ownerId: Column) {
  return sql<string | null>`iif(${hasNoMember(ownerId)}, null, ${ownerId})`;
}

/** The user works on it and has not left. */
export function isOwner(ownerId: Column) {
  return and(eq(users.id, ownerId), isNull(users.deactivatedAt));
}

/** In one statement, so that tries at the same moment are no more rows than tries one after another. */
async function note(c: DeskContext, { userId, username, action, subjectId, isAllowed }: typeof audit.$inferInsert) {
  const isRead = c.req.method === "GET" || action === "readQueue";
  const isEachNoted = isAllowed && (!isRead || EXPORTS.includes(action));
  const isSame = isAllowed ? sql`subjectId is ${subjectId}` : sql`true`;
  const now = Date.now();
  await database(c.env.DB).run(sql`insert into ${audit} (at, userId, username, action, subjectId, isAllowed)
    select ${now}, ${userId}, ${username}, ${action}, ${subjectId}, ${isAllowed}
    where ${isEachNoted} or not exists (select 1 from ${audit} where userId = ${userId} and action = ${action}
      and ${isSame} and at > ${now - READ_NOTED_EVERY_MS} and isAllowed = ${isAllowed})`);
}
