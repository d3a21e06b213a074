import { t } from "../db/model/words.ts";
import { ApiError } from "./api.ts";

/** What to say when nothing has arrived. */
export function unreached() {
  return t`That didn't reach us. Please try again.`;
}

/** Why something was not done: a refusal in the server's words, in the page's language. */
export function reasonOf(error: unknown) {
  return (error instanceof ApiError && error.refusal?.error) || unreached();
}

/** The same for staff, who also read what a broken server answers. */
export function reasonForStaff(error: unknown) {
  if (error instanceof ApiError) return error.refusal?.error ?? error.message;
  return "We could not reach the server. Check your connection and try again.";
}
