import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import { database, isOneOf } from "../../db/database.ts";
import { READ_NOTED_EVERY_MS } from "../../db/model/staff/audit.ts";
import { type DeskAction, deskActions, mayDo, refusalOf } from "../../db/model/staff/staff.ts";
import { audit, sessions, users } from "../../db/schema.ts";
import type { DeskContext, DeskEnv } from "../env.ts";
import { refuse } from "../http/body.ts";
import { readSession } from "./session.ts";

/** Actions that the audit log notes every time, not only once an hour. */
const EXPORTS: DeskAction[] = ["exportApplications", "exportReaders"];
/** Without this check, anybody who is refused could fill the audit log with long ids. */
const ID = /^[\w-]{1,64}$/;

/**
 * Admits members whose role allows the action: others get 403, strangers 401. Logs every try, but mere reading and
 * refusals only once an hour, so that nobody can fill the log.
 */
export function may(action: DeskAction): MiddlewareHandler<DeskEnv> {
  return async (c, next) => {
    const member = await readSession(c, true, (isSignedIn) => [noteStatement(c, action, isSignedIn)]);
    if (!member) return refuse(c, 401, "Please sign in to the desk.");
    if (!mayDo(member.role, action)) return refuse(c, 403, refusalOf(action));
    c.set("member", member);
    return next();
  };
}

/** The condition that an entry is of the last hour, by its id, so that any index of the log finds it. */
export function isRecent(now: number) {
  return sql`${audit.id} > coalesce((select id from ${audit} earlier where at <= ${now - READ_NOTED_EVERY_MS} order by at desc limit 1), 0)`;
}

/** A single statement, so that tries at the same moment add no extra rows. */
function noteStatement(c: DeskContext, action: DeskAction, isSignedIn: SQL | undefined) {
  const isEachNoted = (c.req.method !== "GET" && action !== "readQueue") || EXPORTS.includes(action);
  const id = c.req.param("id") ?? "";
  const subjectId = ID.test(id) ? id : null;
  const isAbout = subjectId === null ? isNull(audit.subjectId) : eq(audit.subjectId, subjectId);
  const isAllowed = isOneOf(users.role, deskActions[action].roles);
  const now = Date.now();
  const earlier = (
    isAllowed: 0 | 1,
  ) => sql`exists (select 1 from ${audit} where userId = ${users.id} and action = ${action}
    and ${isAllowed ? isAbout : sql`true`} and ${isRecent(now)} and isAllowed = ${isAllowed})`;
  return database(c.env.DB)
    .insert(audit)
    .select(
      sql`select null, ${now}, ${users.id}, ${users.username}, ${action}, ${subjectId}, ${isAllowed}, null
        from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
        where ${isSignedIn} and case when ${isAllowed} then ${isEachNoted ? sql`true` : sql`not ${earlier(1)}`} else not ${earlier(0)} end`,
    );
}
