import { LEAD_LINK_DAYS } from "../../db/model/introductions/referral.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../env.ts";
import { keyedHash } from "../hash.ts";

type Keys = Pick<Env, "HASH_KEY" | "SITE_URL">;

/** The link to a lead. Its token has the lead, the day since 1970, and a proof made with our key: the database has nothing that opens it. */
export async function leadLink(env: Keys, referralId: string, now = new Date()) {
  const id = `${referralId}.${Math.floor(now.getTime() / DAY_MS)}`;
  return `${env.SITE_URL}/lead?token=${id}.${await proofOf(env, id)}`;
}

/** The lead of this token, and whether its time is over; null if we did not make it. */
export async function opened(env: Keys, token: string, now: Date) {
  const [id = "", day = "", proof] = token.split(".");
  if (proof !== (await proofOf(env, `${id}.${day}`))) return null;
  return { id, isOver: (Number(day) + LEAD_LINK_DAYS) * DAY_MS < now.getTime() };
}

async function proofOf({ HASH_KEY }: Keys, id: string) {
  return (await keyedHash(HASH_KEY, "lead", id)).slice(0, 32);
}
