import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { type BlogPost, BlogPostForm } from "../../../db/model/blog/blog-post.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { ApiError, changePost, createPost } from "../../api.ts";
import { Head } from "../../head/head.tsx";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useCheckedForm } from "../../ui/form/checked-form.ts";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Notice } from "../../ui/notice.tsx";
import { dismissFailure, toast } from "../../ui/toast/toast.ts";
import { useFormToasts } from "../../ui/toast/toasts.tsx";
import { DeleteButton } from "../delete-button.tsx";
import { Conflict } from "./conflict.tsx";
import { HeroImageField } from "./hero-image-field.tsx";
import { Preview } from "./preview.tsx";
import { forgetPosts, tellFailure } from "./saving.ts";
import { SlugField, slugOf } from "./slug-field.tsx";
import { TranslationField } from "./translation-field.tsx";
import { POST_FIELDS, type TypedPost, typedOf } from "./typed-post.ts";
import { LeavingAsks } from "./unsaved/leaving.tsx";
import { KeptTextOffer, useKeptText } from "./unsaved/unsaved-text.tsx";

const FORM_ID = "post";
const NOT_SAVED = "The post wasn't saved. Everything you typed is still here.";

/** The form and its preview. Without a post, it writes a new one. */
export function PostForm({ post, asAuthor }: { post?: BlogPost } & Pick<SignIn, "asAuthor">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { form, problems } = useCheckedForm<TypedPost, BlogPostForm>({
    schema: BlogPostForm,
    fields: POST_FIELDS,
    defaultValues: post && typedOf(post),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const { version, isUnsaved, saved, offer, restore, discard, take } = useKeptText(form, post);
  const [view, setView] = useState<"edit" | "preview">("edit");
  const [conflict, setConflict] = useState<{ theirs: BlogPost; isMerging: boolean }>();
  const conflictNotice = useRef<HTMLElement>(null);
  const isPublished = useWatch({ control: form.control, name: "published" });
  const save = form.handleSubmit(send, refuse);

  useFormToasts();
  useEffect(() => {
    if (!conflict || conflict.isMerging) return;
    conflictNotice.current?.focus({ preventScroll: true });
    conflictNotice.current?.scrollIntoView();
  }, [conflict]);

  async function send(valid: BlogPostForm): Promise<void> {
    dismissFailure();
    let stored: BlogPost;
    try {
      stored = await asAuthor(() => (post ? changePost(post.id, valid, version.current) : createPost(valid)));
    } catch (error) {
      return fail(error);
    }
    saved();
    forgetPosts(queries);
    toast({
      title: "Success",
      description: post ? "Blog post saved" : "Blog post created successfully!",
      // The list that comes now is in English.
      note:
        stored.slug === slugOf(valid) && stored.language === "en"
          ? undefined
          : `Its address is ${addressOf(paths.post(stored.slug), stored.language)}`,
    });
    navigate("/blog");
  }

  function refuse() {
    dismissFailure();
    setView("edit");
  }

  function fail(error: unknown): void {
    const { fields = {}, current } = (error instanceof ApiError && error.refusal) || {};
    const refused = POST_FIELDS.filter((id) => fields[id]);
    for (const id of refused) form.setError(id, { message: fields[id] });
    const isElsewhere = !current && refused.length === 0;
    tellFailure(error, isElsewhere ? { note: NOT_SAVED, action: { label: "Try again", onClick: save } } : {});
    if (current) setConflict({ theirs: current, isMerging: false });
    else if (refused.length > 0) setView("edit");
  }

  /** The next save replaces the version that somebody else has saved. */
  function saveOnTopOf(theirs: BlogPost) {
    version.current = Date.parse(theirs.updatedAt);
  }

  return (
    <FormProvider {...form}>
      <Head title={`${problems.length > 0 ? "Error: " : ""}${post ? "Edit post" : "New post"}`} />
      {offer && <KeptTextOffer offer={offer} onRestore={restore} onDiscard={discard} />}
      {conflict && (
        <Conflict
          ref={conflictNotice}
          theirs={conflict.theirs}
          isMerging={conflict.isMerging}
          onKeepMine={() => {
            saveOnTopOf(conflict.theirs);
            setConflict(undefined);
            save();
          }}
          onTakeTheirs={() => {
            saveOnTopOf(conflict.theirs);
            take(typedOf(conflict.theirs));
            setConflict(undefined);
            form.setFocus("title");
          }}
          onMerge={() => {
            saveOnTopOf(conflict.theirs);
            setConflict({ theirs: conflict.theirs, isMerging: true });
            setView("edit");
            form.setFocus("content");
          }}
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
          <p className="text-quiet text-sm">* means required.</p>
          <Field id="title" label="Title" required error={errors.title?.message}>
            {(box) => <input type="text" autoComplete="off" {...box} {...form.register("title")} />}
          </Field>
          <SlugField />
          <HeroImageField asAuthor={asAuthor} />
          <Field id="tags" label="Tags" hint="Separated by commas." error={errors.tags?.message}>
            {(box) => (
              <input type="text" autoComplete="off" autoCapitalize="none" {...box} {...form.register("tags")} />
            )}
          </Field>
          <Field id="language" label="Language" error={errors.language?.message}>
            {(box) => (
              <Select {...box} {...form.register("language")}>
                <option value="en">English</option>
                <option value="es">Spanish</option>
              </Select>
            )}
          </Field>
          <TranslationField />
          <Field
            id="content"
            label="Content"
            required
            hint="Basic Markdown: ## Heading, **bold**, *italic*, - list, [words](https://address)."
            error={errors.content?.message}
          >
            {(box) => (
              <textarea rows={16} {...box} {...form.register("content")} className={`${box.className} min-h-75`} />
            )}
          </Field>
          <label className="flex min-h-11 items-start gap-3 py-1.5">
            <input type="checkbox" id="published" className="tick mt-1" {...form.register("published")} />
            {post?.published ? "Published (uncheck for a draft)" : "Publish immediately"}
          </label>
          {!isPublished && (
            <Field
              id="publishAt"
              label="Publish later"
              hint="Central Time. Without a time it stays a draft."
              error={errors.publishAt?.message}
            >
              {(box) => <input type="datetime-local" {...box} {...form.register("publishAt")} />}
            </Field>
          )}
        </form>
        <section
          aria-label="Preview"
          className={`min-w-0 rounded-card border border-line bg-card p-5 shadow-card sm:p-7 ${view === "edit" ? "max-lg:hidden lg:sticky lg:top-20 lg:self-start" : "mx-auto w-full max-w-3xl"}`}
        >
          <Preview />
        </section>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        {/* Not disabled, so that it keeps focus. */}
        <Button type="submit" form={FORM_ID} aria-disabled={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save Post"}
        </Button>
        <ButtonLink to="/blog" look="outline">
          Cancel
        </ButtonLink>
        {post && <DeleteButton post={post} asAuthor={asAuthor} onDeleted={saved} />}
      </div>
      <LeavingAsks isUnsaved={isUnsaved} />
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
