import { and, gt, notExists, or, sql } from "drizzle-orm";
import { type Database, isOneOf } from "../../db/database.ts";
import { counters } from "../../db/schema.ts";
import { type Caller, countStatements, type Limited, networkFrom, siteFrom, windowsOf } from "../http/limits.ts";

/**
 * Statements for a sign-in: `wrong` reads recent failures of the name; `counted` counts a failure in advance, so that
 * tries at once stay within the limit; `forgiven` takes it back. Names start with the kind of secret.
 */
export async function signInTry(c: Caller, db: Database, name: string) {
  const here = { who: `${networkFrom(c)} ${name}` };
  const site = siteFrom(c);
  const ofName = isOneOf(counters.name, await namesOf(c, "wrong-password-for-name", name));
  const ofSite = isOneOf(counters.name, await namesOf(c, "wrong-password", site));
  const ofSignedIn = isOneOf(counters.name, await namesOf(c, "signed-in", here.who));
  const signedIn = db
    .select({ name: counters.name })
    .from(counters)
    .where(and(ofSignedIn, gt(counters.endsAt, new Date())));
  return {
    wrong: db
      .select({ count: counters.count })
      .from(counters)
      .where(and(ofName, gt(counters.endsAt, new Date()))),
    counted: [
      ...(await countStatements(c, db, "sign-in", here)),
      ...(await countStatements(c, db, "wrong-password", { who: site, when: notExists(signedIn) })),
      ...(await countStatements(c, db, "wrong-password-for-name", { who: name })),
    ],
    forgiven: [
      db
        .update(counters)
        .set({ count: sql`${counters.count} - 1` })
        .where(and(or(ofName, and(ofSite, notExists(signedIn))), gt(counters.count, 0))),
      // Each right password starts this counter's month anew.
      db.delete(counters).where(ofSignedIn),
      ...(await countStatements(c, db, "signed-in", here)),
    ],
  };
}

/** The counter names of these windows. */
async function namesOf(c: Caller, kind: Limited, who?: string) {
  return (await windowsOf(c, kind, who)).map(({ name }) => name);
}
