import type { Env } from "../../../worker/env.ts";
import { purges } from "../../../worker/operations/retention.ts";

/** A slice of each part of a night, at any hour. True if there was something to do. */
export async function purge(env: Env, now = new Date()) {
  let isAny = false;
  for (const part of Object.values(purges)) isAny = (await part(env, now)) !== false || isAny;
  return isAny;
}
