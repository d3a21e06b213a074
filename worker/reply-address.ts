import type { Env } from "./env.ts";
import { isSame, keyedHash } from "./hash.ts";

/**
 * The address to which somebody answers a mail of ours: REPLY_ADDRESS with a token for what that mail was about. The token is an id and a
 * proof made with our key, so it cannot be guessed, names nobody, and is stored nowhere.
 */

const LETTERS = { application: "a", referral: "r", message: "m" } as const;
type About = keyof typeof LETTERS;
export interface Answered {
  about: About;
  id: string;
}

/** 80 bits. With the id that makes 53 characters of the 64 that stand before an @ (RFC 5321 4.5.3.1.1). */
const PROOF_LENGTH = 20;
const TOKEN = new RegExp(`\\+([${Object.values(LETTERS).join("")}])([\\da-f]{32})([\\da-f]{${PROOF_LENGTH}})@`);

/** The property of a mail about this application, lead or contact message; none while REPLY_ADDRESS is empty. */
export async function replyTo(env: Env, about: About, id: string): Promise<{ replyTo?: string }> {
  if (!env.REPLY_ADDRESS) return {};
  const [name, domain] = env.REPLY_ADDRESS.split("@");
  return { replyTo: `${name}+${LETTERS[about]}${id.replaceAll("-", "")}${await proofOf(env, about, id)}@${domain}` };
}

/** What somebody answers who writes to this address; null if it is none that we made. Mail programs may change its case. */
export async function answeredAt(env: Env, address: string): Promise<Answered | null> {
  const [, letter, digits = "", proof = ""] = TOKEN.exec(address.toLowerCase()) ?? [];
  const about = (Object.keys(LETTERS) as About[]).find((each) => LETTERS[each] === letter);
  if (!about) return null;
  const id = asId(digits);
  return isSame(proof, await proofOf(env, about, id)) ? { about, id } : null;
}

/** 32 hexadecimal digits in the shape of an id. */
export function asId(digits: string) {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function proofOf({ HASH_KEY }: Env, about: About, id: string) {
  return (await keyedHash(HASH_KEY, "reply", `${about} ${id}`)).slice(0, PROOF_LENGTH);
}
