import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";

/**
 * The token of a link that needs nothing else: an id and a proof made with our key, so the database has nothing that
 * opens it.
 */

type Key = Pick<Env, "HASH_KEY">;

export async function signed(env: Key, id: string) {
  return `${id}.${await proofOf(env, id)}`;
}

/** The id in this token; null if we did not make it. */
export async function idIn(env: Key, token: string) {
  const [id = "", proof = ""] = token.split(/\.(?=[^.]*$)/);
  return isSame(proof, await proofOf(env, id)) ? id : null;
}

async function proofOf({ HASH_KEY }: Key, id: string) {
  return (await keyedHash(HASH_KEY, "lead", id)).slice(0, 32);
}
