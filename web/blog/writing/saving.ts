import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { BlogPost, BlogPostForm } from "../../../db/model/blog/blog-post.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { ApiError, changePost, createPost } from "../../api.ts";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { dismissFailure, type Toast, toast } from "../../ui/toast/toast.ts";
import { slugOf } from "./slug-field.tsx";
import { POST_FIELDS, type TypedPost } from "./typed-post.ts";
import type { KeptPost } from "./unsaved/unsaved-text.tsx";

const FAILED = "Failed to create blog post";
const NOT_SAVED = "The post wasn’t saved. Everything you typed is still here.";

/** Saves a post, or creates one; then comes the list. */
export function useSaving({
  form,
  post,
  kept,
  asAuthor,
  onRefused,
  onConflict,
}: {
  form: UseFormReturn<TypedPost, unknown, BlogPostForm>;
  post: BlogPost | undefined;
  kept: KeptPost;
  /** A field is wrong. */
  onRefused: () => void;
  /** Somebody else has saved this meanwhile. */
  onConflict: (theirs: BlogPost) => void;
} & Pick<SignIn, "asAuthor">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = form.handleSubmit(send, () => {
    dismissFailure();
    onRefused();
  });
  return save;

  async function send(valid: BlogPostForm): Promise<void> {
    dismissFailure();
    let stored: BlogPost;
    try {
      stored = await asAuthor(() => (post ? changePost(post.id, valid, kept.version.current) : createPost(valid)));
    } catch (error) {
      return fail(error);
    }
    kept.saved();
    forgetPosts(queries);
    // The list that comes now is in English.
    const isAsShown = stored.slug === slugOf(valid) && stored.language === "en";
    toast({
      title: "Success",
      description: post ? "Blog post saved" : "Blog post created successfully!",
      note: isAsShown ? undefined : `Its address is ${addressOf(paths.post(stored.slug), stored.language)}`,
    });
    navigate("/blog");
  }

  function fail(error: unknown): void {
    const { fields = {}, current } = (error instanceof ApiError && error.refusal) || {};
    const refused = POST_FIELDS.filter((id) => fields[id]);
    for (const id of refused) form.setError(id, { message: fields[id] });
    const isElsewhere = !current && refused.length === 0;
    tellFailure(error, isElsewhere ? { note: NOT_SAVED, action: { label: "Try again", onClick: save } } : {});
    if (current) onConflict(current);
    else if (refused.length > 0) onRefused();
  }
}

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
