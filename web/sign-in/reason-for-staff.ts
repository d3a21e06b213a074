import { ApiError } from "../api.ts";

/** Why something was not done, in English, for staff, who also read what a broken server answers. Not in web/failure.ts, which public pages load. */
export function reasonForStaff(error: unknown) {
  if (error instanceof ApiError) return error.refusal?.error ?? error.message;
  return "We could not reach the server. Check your connection and try again.";
}
