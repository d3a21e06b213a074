import { and, eq } from "drizzle-orm";
import { database, retried } from "../../db/database.ts";
import { jobs } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted, keyedHash } from "../hash.ts";
import { isUnderWay } from "./nightly.ts";

/** What is hashed and encrypted with HASH_KEY when the site begins, and compared from then on. */
const WORD = "bluebonnet";

interface Kept {
  hash: string;
  sealed: string;
}

/** The condition on a row of `jobs` that the last check found another key than the one that the site began with. */
export const isKeyChanged = and(eq(jobs.name, "key"), isUnderWay);

/** The job of every minute that compares HASH_KEY with the one that the site began with. It ends if they are the same. */
export async function checkKey(env: Env, now = new Date()) {
  // What is missing is told as a bad setting.
  if (env.HASH_KEY === "") return;
  const db = database(env.DB);
  const [job] = await retried(() => db.select().from(jobs).where(eq(jobs.name, "key")));
  const isSame = !job || (await isMadeWith(env.HASH_KEY, job.detail as Kept));
  const detail = (job?.detail as Kept | undefined) ?? {
    hash: await keyedHash(env.HASH_KEY, "check", WORD),
    sealed: await encrypted(env.HASH_KEY, WORD),
  };
  const times = { startedAt: now, ...(isSame && { endedAt: now }) };
  await retried(() =>
    db
      .insert(jobs)
      .values({ name: "key", detail, ...times })
      .onConflictDoUpdate({ target: jobs.name, set: times }),
  );
}

async function isMadeWith(key: string, { hash, sealed }: Kept) {
  if ((await keyedHash(key, "check", WORD)) !== hash) return false;
  return (await decrypted(key, sealed).catch(() => null)) === WORD;
}
