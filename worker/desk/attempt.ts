import { refuse } from "../body.ts";
import { ring } from "../outbox.ts";
import type { DeskContext } from "./member.ts";

/**
 * What became of something a member tried to do: it is done, or a mail is owed now, or refused; null, since there is
 * nothing with that id.
 */
export type Attempt = "done" | Owing | Refused | null;

interface Owing {
  outboxId: string;
  /** Mails to others that are owed with it. */
  others?: string[];
}

/** The same press again within this time is the same act. */
export const SAME_PRESS_MS = 5000;

/** What an id may name. It may also name nothing. */
export type Thing = "application" | "letter" | "member" | "message" | "passkey" | "sign-in";

export interface Refused {
  /** Why not, in a sentence for the member. */
  refused: string;
}

/** The response to an attempt on such a thing. Mails that are owed now are rung for. */
export function respond(c: DeskContext, attempt: Attempt, thing: Thing) {
  if (!attempt) return refuseUnknown(c, thing);
  if (attempt === "done") return c.json({ ok: true, success: true });
  if ("refused" in attempt) return refuse(c, 409, attempt.refused);
  for (const outboxId of [attempt.outboxId, ...(attempt.others ?? [])]) c.executionCtx.waitUntil(ring(c.env, outboxId));
  return c.json({ ok: true, success: true }, 201);
}

/** Refuses what is asked about something that is not there. */
export function refuseUnknown(c: DeskContext, thing: Thing) {
  return refuse(c, 404, `There is no such ${thing}.`);
}
