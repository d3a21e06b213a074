import { database } from "../../db/database.ts";
import { openLink } from "../../db/model/contact/correct.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import type { applications } from "../../db/schema.ts";
import { actOnCase, type Caller } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import type { Env } from "../env.ts";
import { hasReference, referenceOf } from "../form/reference.ts";
import { keyedHash } from "../hash.ts";
import { countUnknownStatements } from "../http/limits.ts";

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
 * Writes down that the link in a mail was opened, once for each e-mail address; refused when the proof is not that of the address
 * on file, null when no application has this reference. What this proves stands at the event (db/model/case/case-event.ts).
 */
export async function noteOpenedLink(c: Caller, ref: string, proof: string) {
  const press = pressOfApplicant();
  return actOnCase(c, await hasReference(ref), {
    press,
    along: await countUnknownStatements(c, database(c.env.DB), ref),
    decide: async (kase) => {
      const { id, email } = kase.application;
      return proof === (await proofOf(c.env, id, email)) ? openLink(kase) : { refused: "wrongLink" as const };
    },
  });
}

async function proofOf(env: Env, applicationId: string, email: string) {
  return (await keyedHash(env.HASH_KEY, "link", `${applicationId} ${email}`)).slice(0, 16);
}
