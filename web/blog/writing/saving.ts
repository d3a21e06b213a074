import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api.ts";
import { type Toast, toast } from "../../ui/toast/toast.ts";

const FAILED = "Failed to create blog post";

export function failureMessage(error: unknown) {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.body === "") return error.statusText || FAILED;
  return error.refusal ? (error.refusal.error ?? FAILED) : error.message;
}

/** Tells that something was not done with a post, and what helps. */
export function tellFailure(error: unknown, help: Pick<Toast, "note" | "action"> = {}) {
  toast({ title: "Error", description: failureMessage(error), variant: "destructive", ...help });
}

/** Posts have changed, so the next page reads them again. */
export function forgetPosts(queries: QueryClient) {
  for (const key of ["posts", "post", "drafts"]) queries.invalidateQueries({ queryKey: [key] });
}
