import { eq } from "drizzle-orm";
import { inMonthOf } from "../db/model/form/dated-id.ts";
import { applications } from "../db/schema.ts";
import type { Env } from "./env.ts";
import { keyedHash, sha256 } from "./hash.ts";

/**
 * The applicant's key: whoever has it can read the application and stop contact. So staff use an id instead, and the
 * database has only a hash. The reference is made from the id with our secret key, so mails can name it.
 */

/** The reference of the application with this id: always the same, in the shape of a random UUID that begins with the same month. */
export async function referenceOf({ HASH_KEY }: Pick<Env, "HASH_KEY">, applicationId: string) {
  const hash = await keyedHash(HASH_KEY, "reference", applicationId);
  const variant = "89ab"[Number.parseInt(hash.charAt(16), 16) % 4];
  const rest = `4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return inMonthOf(applicationId, `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${rest}`);
}

/** The hash that the database keeps of a reference. */
export function hashOfReference(ref: string) {
  return sha256(ref);
}

/** The condition that finds an application by its reference. Malformed ones find nothing. */
export async function hasReference(ref: string) {
  return eq(applications.referenceHash, await hashOfReference(ref));
}
