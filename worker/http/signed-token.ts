import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";

/**
 * The token of a link that needs nothing else: an id and a proof made with our key, so the database has nothing that
 * opens it. One made for one purpose is none for another.
 */

type Key = Pick<Env, "HASH_KEY">;
export type Purpose = "lead" | "survey";

export async function signed(env: Key, purpose: Purpose, id: string) {
  return `${id}.${await proofOf(env, purpose, id)}`;
}

/** The id in this token; null if we did not make it for this purpose. */
export async function idIn(env: Key, purpose: Purpose, token: string) {
  const [id = "", proof = ""] = token.split(/\.(?=[^.]*$)/);
  return isSame(proof, await proofOf(env, purpose, id)) ? id : null;
}

async function proofOf({ HASH_KEY }: Key, purpose: Purpose, id: string) {
  return (await keyedHash(HASH_KEY, purpose, id)).slice(0, 32);
}
