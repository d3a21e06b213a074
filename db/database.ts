import { drizzle } from "drizzle-orm/d1";

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 20;

/** What D1 says when it may have done the work or not, and the same again is likely to succeed. */
const TRANSIENT =
  /network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|client disconnected/i;

/** The one place where Drizzle meets D1. */
export function database(d1: D1Database) {
  return drizzle(d1);
}
export type Database = ReturnType<typeof database>;

/**
 * Does the work again, at most three times and after a random pause that doubles, while D1 fails in passing. The first
 * try may have been stored and only its reply lost, so the work must mean the same when done twice: decide ids and keys
 * outside it. An overloaded D1 is not asked again; its error goes to the caller like every other.
 */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await work();
    } catch (error) {
      if (retry === MAX_RETRIES || !isTransient(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random()));
    }
  }
}

/** Drizzle wraps D1's error, whose message is what counts. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TRANSIENT.test(error.message) || isTransient(error.cause);
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
