import type { Context, Next } from "hono";
import { TURNSTILE, TURNSTILE_TOKEN } from "../../db/model/site/turnstile.ts";
import { t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";
import { logError } from "../log.ts";
import { refuse } from "./body.ts";

const PATIENCE_MS = 5000;
/** What is wrong with a token. Whatever else Cloudflare answers is about our key or its service. */
const TOKEN_ERRORS = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

type Call = Context<{ Bindings: Env }>;

/**
 * Turns away what comes without a good token of Cloudflare Turnstile, where both of its keys are set; what `isStored` finds was let
 * through before. When Cloudflare cannot tell, everything passes: no application is lost for this.
 */
export function onlyPeople(isStored?: (c: Call) => Promise<boolean>) {
  return async (c: Call, next: Next) => {
    if (!(await hasBadToken(c)) || (await isStored?.(c))) return next();
    return refuse(
      c,
      403,
      t`We couldn’t tell that you are a person. Please try again, and allow challenges.cloudflare.com if your browser blocks it.`,
    );
  };
}

async function hasBadToken({ env, req }: Call) {
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY: secret } = env;
  if (!TURNSTILE_SITE_KEY || !secret) return false;
  try {
    const answer = await fetch(`${TURNSTILE}/turnstile/v0/siteverify`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ secret, response: req.header(TURNSTILE_TOKEN) ?? "" }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { success, "error-codes": codes } = await answer.json<{ success: boolean; "error-codes": string[] }>();
    if (success || codes.some((code) => TOKEN_ERRORS.includes(code))) return !success;
    throw new Error(codes.join());
  } catch (error) {
    const { name, message } = error as Error;
    logError("turnstile did not tell", { name, message });
    return false;
  }
}
