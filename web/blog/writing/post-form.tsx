import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { type BlogPost, BlogPostForm } from "../../../db/model/blog/blog-post.ts";
import { Head } from "../../head/head.tsx";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useCheckedForm } from "../../ui/form/checked-form.ts";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useFormToasts } from "../../ui/toast/toasts.tsx";
import { DeleteButton } from "../delete-button.tsx";
import { Conflict } from "./conflict.tsx";
import { PostFields } from "./post-fields.tsx";
import { Preview } from "./preview.tsx";
import { useSaving } from "./saving.ts";
import { POST_FIELDS, type TypedPost, typedOf } from "./typed-post.ts";
import { LeavingAsks } from "./unsaved/leaving.tsx";
import { KeptTextOffer, useKeptText } from "./unsaved/unsaved-text.tsx";

const FORM_ID = "post";

/** The form and its preview. Without a post, it writes a new one. */
export function PostForm({ post, asAuthor }: { post?: BlogPost } & Pick<SignIn, "asAuthor">) {
  const { form, problems } = useCheckedForm<TypedPost, BlogPostForm>({
    schema: BlogPostForm,
    fields: POST_FIELDS,
    defaultValues: post && typedOf(post),
  });
  const { isSubmitting, submitCount } = form.formState;
  const kept = useKeptText(form, post);
  const [view, setView] = useState<"edit" | "preview">("edit");
  const [theirs, setTheirs] = useState<BlogPost>();
  const edit = () => setView("edit");
  const save = useSaving({ form, post, kept, asAuthor, onRefused: edit, onConflict: setTheirs });
  useFormToasts();
  return (
    <FormProvider {...form}>
      <Head title={`${problems.length > 0 ? "Error: " : ""}${post ? "Edit post" : "New post"}`} />
      <KeptTextOffer kept={kept} />
      {theirs && (
        <Conflict
          key={theirs.updatedAt}
          theirs={theirs}
          kept={kept}
          onKeepMine={save}
          onMerge={edit}
          onSettled={() => setTheirs(undefined)}
        />
      )}
      <div className="mt-6">{problems.length > 0 && <ErrorSummary key={submitCount} problems={problems} />}</div>
      <ViewToggle view={view} onChange={setView} />
      <div className={`mt-5 grid gap-8 ${view === "edit" ? "lg:grid-cols-2" : ""}`}>
        {/* method=dialog submits nowhere outside a dialog, so nothing typed can get into a URL before hydration. */}
        <form
          id={FORM_ID}
          noValidate
          method="dialog"
          onSubmit={isSubmitting ? undefined : save}
          hidden={view === "preview"}
          className="grid min-w-0 content-start gap-6"
        >
          <noscript>
            <Notice kind="info">Writing needs JavaScript.</Notice>
          </noscript>
          <PostFields post={post} asAuthor={asAuthor} />
        </form>
        <Preview isBeside={view === "edit"} />
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        {/* Not disabled, so that it keeps focus. */}
        <Button type="submit" form={FORM_ID} aria-disabled={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save Post"}
        </Button>
        <ButtonLink to="/blog" look="outline">
          Cancel
        </ButtonLink>
        {post && <DeleteButton post={post} asAuthor={asAuthor} onDeleted={kept.saved} />}
      </div>
      <LeavingAsks isUnsaved={kept.isUnsaved} />
    </FormProvider>
  );
}

function ViewToggle({ view, onChange }: { view: "edit" | "preview"; onChange: (view: "edit" | "preview") => void }) {
  return (
    <fieldset className="inline-flex flex-wrap gap-1 rounded-full border border-edge p-1">
      <legend className="sr-only">View</legend>
      {(["edit", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChange(each)}
          className="min-h-11 rounded-full px-5 font-semibold aria-pressed:bg-bluebonnet aria-pressed:text-paper"
        >
          {each === "edit" ? "Edit" : "Preview"}
        </button>
      ))}
    </fieldset>
  );
}
