import type { News } from "../../db/model/queue/news.ts";
import type { Env } from "../env.ts";
import { report } from "../mail/owed.ts";

/** The header with the id of the session that opens a socket. */
export const SESSION = "x-session";

/** The object that all open desks listen to (worker/http/desk-live.ts). */
export function deskLive({ DESK_LIVE }: Env) {
  return DESK_LIVE.get(DESK_LIVE.idFromName("desk"));
}

/**
 * Tells all open desks what has changed, and closes those whose session has ended. Call it after the commit. Never
 * fails: a desk that does not hear of something reads it a few minutes later.
 */
export async function tellDesk(env: Env, ...news: News[]) {
  try {
    await deskLive(env).tell(news);
  } catch {
    report("desk not told", {});
  }
}
