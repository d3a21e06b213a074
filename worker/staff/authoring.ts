import { eq } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import { database } from "../../db/database.ts";
import { users } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { refuse } from "../http/body.ts";
import { readSession } from "./session.ts";

/** Whether anybody may write: locally, until `npm run author` adds the first author. Demo members do not count. */
export async function isOpenForWriting(env: Env) {
  if (env.AUTHORING !== "local") return false;
  const author = await database(env.DB).select({ id: users.id }).from(users).where(eq(users.isDemo, false)).limit(1);
  return author.length === 0;
}

/** Admits authors and managers, or everybody while writing is open. Others get 401, other members 403. */
export const authorsOnly: MiddlewareHandler<{ Bindings: Env }> = async (c, next) => {
  const member = await readSession(c);
  if (!member && !(await isOpenForWriting(c.env))) return refuse(c, 401, "Please sign in to write");
  if (member?.role === "specialist") return refuse(c, 403, "Your role does not include writing posts");
  return next();
};
