import { database } from "../../db/database.ts";
import { openLink } from "../../db/model/contact/correct.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import type { applications } from "../../db/schema.ts";
import { actOnCase, type Caller } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { hasReference, referenceOf } from "../reference.ts";

/**
 * Links in mails to applicants end in a proof, different for each e-mail address. It is in the fragment, which browsers
 * never send. The page reports it by a POST, because mail scanners open links, too.
 */

type Addressee = Pick<typeof applications.$inferSelect, "id" | "email" | "emailSetBy">;

/**
 * The reference, for a mail to the present address; null while that is a member's unconfirmed entry. Otherwise a member
 * could mail themselves what makes them the applicant.
 */
export async function mailedReference(env: Env, { id, emailSetBy }: Addressee) {
  return emailSetBy === null ? referenceOf(env, id) : null;
}

/** The address of the applicant's page, for a mail to the present address; null if it may have none. */
export async function mailedLink(env: Env, application: Addressee) {
  const ref = await mailedReference(env, application);
  const proof = await proofOf(env, application.id, application.email);
  return ref && `${env.SITE_URL}${addressOf(paths.results(ref))}${paths.mailProof}${proof}`;
}

/**
 * Notes that the link in a mail was opened, once per address (what that proves: db/model/case/case-event.ts). Refused
 * if the proof is not for the present address; null if the reference is unknown.
 */
export async function noteOpenedLink(c: Caller, ref: string, proof: string) {
  const press = pressOfApplicant();
  return actOnCase(c, await hasReference(ref), {
    press,
    along: await countUnknownStatements(c, database(c.env.DB), ref),
    decide: async (kase) => {
      return (await isProven(c.env, kase.application, proof)) ? openLink(kase) : { refused: "wrongLink" as const };
    },
  });
}

/** Whether this proof comes from a link in our mail about this application to this address. */
export async function isProven(env: Env, { id, email }: Pick<Addressee, "id" | "email">, proof: string | undefined) {
  return proof !== undefined && isSame(proof, await proofOf(env, id, email));
}

async function proofOf(env: Env, applicationId: string, email: string) {
  return (await keyedHash(env.HASH_KEY, "link", `${applicationId} ${email}`)).slice(0, 16);
}
