import { database, isOneOf } from "../../db/database.ts";
import { isQuietTime } from "../../db/model/queue/alert.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import { sessions } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { report } from "../mail/owed.ts";
import { openDevices } from "./session.ts";

/**
 * Web Push (RFC 8030) to the devices of members who asked for it: a knock without content, signed by VAPID (RFC 8292). The
 * browser shows that there is a new application (web/public/desk-alerts.js).
 */

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
/** A device that is off for longer hears nothing. */
const KEPT_SECONDS = 600;
const PATIENCE_MS = 5000;

/** The public key that browsers subscribe with, in base64url; null without PUSH_KEY. */
export function pushKey({ PUSH_KEY }: Env): string | null {
  if (!PUSH_KEY) return null;
  const { x = "", y = "" } = JSON.parse(PUSH_KEY) as JsonWebKey;
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

/** Tells these devices while we are open. Those that their service no longer knows are forgotten. Never fails. */
export async function pushToDesk(env: Env, now = new Date()) {
  if (!env.PUSH_KEY || isQuietTime(now)) return;
  try {
    const db = database(env.DB);
    const endpoints = await openDevices(db);
    const knocks = await Promise.allSettled(endpoints.map((endpoint) => knock(env, endpoint, now)));
    const gone = endpoints.filter((_, index) => {
      const { value } = knocks[index] as PromiseFulfilledResult<number>;
      return value === 404 || value === 410;
    });
    if (gone.length > 0) {
      await db.update(sessions).set({ pushEndpoint: null }).where(isOneOf(sessions.pushEndpoint, gone));
    }
  } catch {
    report("push failed", {});
  }
}

/** The status that the push service answers. */
async function knock(env: Env, endpoint: string, now: Date) {
  const { status } = await fetch(endpoint, {
    method: "POST",
    redirect: "manual",
    headers: {
      TTL: String(KEPT_SECONDS),
      Urgency: "high",
      Topic: "new-application",
      Authorization: `vapid t=${await token(env, new URL(endpoint).origin, now)}, k=${pushKey(env)}`,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return status;
}

/** A JWT that says who knocks at this service. */
async function token({ PUSH_KEY = "", MAIL_FROM }: Env, aud: string, now: Date) {
  const claims = { aud, exp: Math.floor((now.getTime() + HOUR_MS) / 1000), sub: `mailto:${MAIL_FROM}` };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => base64url(JSON.stringify(part))).join(".");
  const key = await crypto.subtle.importKey("jwk", JSON.parse(PUSH_KEY), ALGORITHM, false, ["sign"]);
  const signature = await crypto.subtle.sign({ ...ALGORITHM, hash: "SHA-256" }, key, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

function base64url(bytes: string | Uint8Array) {
  return Buffer.from(bytes as Uint8Array).toString("base64url");
}
