import { addressOf } from "../../db/model/site/address.ts";
import type { Env } from "../env.ts";
import { keyedHash } from "../hash.ts";

/**
 * The token of a survey is its id and a proof made with our key, so the database has nothing that opens it. It is the only
 * credential of what its page does.
 */
export async function surveyLink(env: Env, id: string) {
  return `${env.SITE_URL}${addressOf("/survey")}?token=${id}.${await proofOf(env, id)}`;
}

/** The survey's id; null if this is not its token. */
export async function surveyIn(env: Env, token: string) {
  const [id = "", proof] = token.split(".");
  return proof === (await proofOf(env, id)) ? id : null;
}

async function proofOf(env: Env, id: string) {
  return (await keyedHash(env.HASH_KEY, "survey", id)).slice(0, 32);
}
