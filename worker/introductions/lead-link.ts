import { LEAD_LINK_DAYS } from "../../db/model/introductions/referral.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../env.ts";
import { idIn, signed } from "../http/signed-token.ts";

type Settings = Pick<Env, "HASH_KEY" | "SITE_URL">;

/** The link to a lead. Its token has the lead and the day since 1970. */
export async function leadLink(env: Settings, referralId: string, now = new Date()) {
  const id = `${referralId}.${Math.floor(now.getTime() / DAY_MS)}`;
  return `${env.SITE_URL}/lead?token=${await signed(env, id)}`;
}

/** The lead of this token, and whether its time is over; null if we did not make it. */
export async function readLink(env: Settings, token: string, now: Date) {
  const [id = "", day] = (await idIn(env, token))?.split(".") ?? [];
  return day ? { id, isOver: (Number(day) + LEAD_LINK_DAYS) * DAY_MS < now.getTime() } : null;
}
