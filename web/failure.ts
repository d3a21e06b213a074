import { t } from "../db/model/words.ts";
import { ApiError } from "./api.ts";

/** What to say when nothing has arrived. */
export function unreached() {
  return t`That didn’t reach us. Please try again.`;
}

/** Why something was not done: a refusal in the server's words, in the page's language. */
export function reasonOf(error: unknown) {
  return (error instanceof ApiError && error.refusal?.error) || unreached();
}
