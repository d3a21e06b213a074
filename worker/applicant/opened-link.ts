import { and, eq, sql } from "drizzle-orm";
import type { Context } from "hono";
import { database } from "../../db/database.ts";
import { addressOf } from "../../db/model/address.ts";
import { paths } from "../../db/model/paths.ts";
import { applications } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Env } from "../env.ts";
import { keyedHash } from "../hash.ts";
import { countUnknownStatements } from "../limits.ts";
import { hasReference, referenceOf } from "../reference.ts";

/**
 * Links in mails to an applicant end with a proof in the fragment, which browsers never send: it tells them from the address that
 * somebody kept, and is another one for each e-mail address. The page reports it once by a POST, since scanners of mail open links too.
 */

type Addressee = Pick<typeof applications.$inferSelect, "id" | "email" | "emailSetBy">;

/**
 * The reference, for a mail to the address on file; null while that is one which a member put there and the applicant has not
 * confirmed. Otherwise who works here could send themselves what makes them the applicant.
 */
export async function mailedReference(env: Env, { id, emailSetBy }: Addressee) {
  return emailSetBy === null ? referenceOf(env, id) : null;
}

/** The address of the applicant's page, for a mail to the address on file; null when it may have none. */
export async function mailedLink(env: Env, application: Addressee) {
  const ref = await mailedReference(env, application);
  const proof = await proofOf(env, application.id, application.email);
  return ref && `${env.SITE_URL}${addressOf(paths.results(ref))}${paths.mailProof}${proof}`;
}

/**
 * Writes down that the link in a mail was opened, once for each e-mail address; false when the proof is not that of the address
 * on file, null when no application has this reference. What this proves stands at the event (db/model/case-event.ts).
 */
export async function noteOpenedLink(c: Context<{ Bindings: Env }>, ref: string, proof: string) {
  const db = database(c.env.DB);
  const [[known]] = await db.batch([
    db
      .select({ id: applications.id, email: applications.email })
      .from(applications)
      .where(await hasReference(ref)),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!known) return null;
  const { id, email } = known;
  if (proof !== (await proofOf(c.env, id, email))) return false;
  const isThis = and(eq(applications.id, id), eq(applications.email, email));
  const isNew = sql`not exists (select 1 from case_events where applicationId = ${id}
    and event ->> '$.kind' = 'linkOpened' and event ->> '$.email' = ${email})`;
  await db.batch([
    eventStatement(db, { kind: "linkOpened", email }, null, and(isThis, isNew)),
    db.update(applications).set({ reachedEmail: email }).where(isThis),
  ]);
  return true;
}

async function proofOf(env: Env, applicationId: string, email: string) {
  return (await keyedHash(env.HASH_KEY, "link", `${applicationId} ${email}`)).slice(0, 16);
}
