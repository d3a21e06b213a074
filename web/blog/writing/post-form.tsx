import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormProvider, type Resolver, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { type BlogPost, BlogPostForm, slugIn, slugify, typedSlug } from "../../../db/model/blog/blog-post.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { ApiError, changePost, createPost, readPost } from "../../api.ts";
import { Head } from "../../head/head.tsx";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Field, Remark } from "../../ui/form/field.tsx";
import { useMendedErrors } from "../../ui/form/mended-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { prepareToasts } from "../../ui/toast/toasts.tsx";
import { DeleteButton } from "../delete-button.tsx";
import { Conflict } from "./conflict.tsx";
import { HeroImageField } from "./hero-image-field.tsx";
import { forgetText, type KeptText, keepText, keptTexts, newEntry } from "./kept-text.ts";
import { LeavingAsks } from "./leaving.tsx";
import { Preview } from "./preview.tsx";
import { failureMessage, forgetPosts } from "./saving.ts";
import { blankPost, isSamePost, POST_FIELDS, type TypedPost, typedOf, whole } from "./typed-post.ts";

const FORM_ID = "post";

/** The form and its preview. Without a post, it writes a new one. */
export function PostForm({ post, asAuthor }: { post?: BlogPost } & Pick<SignIn, "asAuthor">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<TypedPost, unknown, BlogPostForm>({
    resolver: zodResolver(BlogPostForm as never) as unknown as Resolver<TypedPost, unknown, BlogPostForm>,
    // Without defaults, the form takes over what was typed before hydration.
    defaultValues: post && typedOf(post),
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const problems = POST_FIELDS.flatMap((id) => (errors[id]?.message ? [{ id, message: errors[id].message }] : []));
  const { version, isUnsaved, saved, offer, restore, discard, take } = useKeptText(form, post);
  const [view, setView] = useState<"edit" | "preview">("edit");
  /** Why the last save failed, if not because of a field. */
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<{ theirs: BlogPost; isMerging: boolean }>();
  const notice = useRef<HTMLDivElement>(null);
  const conflictNotice = useRef<HTMLElement>(null);

  useEffect(prepareToasts, []);
  useMendedErrors(form);
  useEffect(() => {
    if (failure) notice.current?.focus();
  }, [failure]);
  useEffect(() => {
    if (!conflict || conflict.isMerging) return;
    conflictNotice.current?.focus({ preventScroll: true });
    conflictNotice.current?.scrollIntoView();
  }, [conflict]);

  async function send(valid: BlogPostForm) {
    setFailure(undefined);
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
    setFailure(undefined);
    setView("edit");
  }

  function fail(error: unknown) {
    const message = failureMessage(error);
    toast({ title: "Error", description: message, variant: "destructive" });
    const { fields = {}, current } = (error instanceof ApiError && error.refusal) || {};
    const refused = POST_FIELDS.filter((id) => fields[id]);
    for (const id of refused) form.setError(id, { message: fields[id] });
    if (current) setConflict({ theirs: current, isMerging: false });
    else if (refused.length > 0) refuse();
    else setFailure(message);
  }

  /** The next save replaces the version that somebody else has saved. */
  function saveOnTopOf(theirs: BlogPost) {
    version.current = Date.parse(theirs.updatedAt);
  }

  return (
    <FormProvider {...form}>
      <Head title={`${failure || problems.length > 0 ? "Error: " : ""}${post ? "Edit post" : "New post"}`} />
      {offer && <KeptTextOffer offer={offer} onRestore={restore} onDiscard={discard} />}
      {conflict && (
        <Conflict
          ref={conflictNotice}
          theirs={conflict.theirs}
          isMerging={conflict.isMerging}
          onKeepMine={() => {
            saveOnTopOf(conflict.theirs);
            setConflict(undefined);
            form.handleSubmit(send, refuse)();
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
      <div className="mt-6">
        {failure && (
          <Notice kind="alert" ref={notice} tabIndex={-1} role="alert" className="mb-6">
            <h2 className="text-h3">The post wasn't saved</h2>
            <p className="mt-1">{failure}</p>
            <p className="mt-1">Everything you typed is still here.</p>
            <Button type="submit" form={FORM_ID} className="mt-3" disabled={isSubmitting}>
              Try again
            </Button>
          </Notice>
        )}
        {problems.length > 0 && <ErrorSummary key={submitCount} problems={problems} />}
      </div>
      <ViewToggle view={view} onChange={setView} />
      <div className={`mt-5 grid gap-8 ${view === "edit" ? "lg:grid-cols-2" : ""}`}>
        {/* method=dialog submits nowhere outside a dialog, so nothing typed can get into a URL before hydration. */}
        <form
          id={FORM_ID}
          noValidate
          method="dialog"
          onSubmit={form.handleSubmit(send, refuse)}
          hidden={view === "preview"}
          className="grid min-w-0 content-start gap-6"
        >
          <noscript>
            <Notice kind="info">Writing needs JavaScript. Please turn it on and reload the page.</Notice>
          </noscript>
          <p className="text-quiet text-sm">* means required.</p>
          <Field id="title" label="Title" required error={errors.title?.message}>
            {(box) => <input type="text" autoComplete="off" {...box} {...form.register("title")} />}
          </Field>
          <SlugField form={form} error={errors.slug?.message} />
          <HeroImageField asAuthor={asAuthor} />
          <Field id="tags" label="Tags" hint="Separated by commas." error={errors.tags?.message}>
            {(box) => (
              <input type="text" autoComplete="off" autoCapitalize="none" {...box} {...form.register("tags")} />
            )}
          </Field>
          <Field id="language" label="Language" error={errors.language?.message}>
            {(box) => (
              <select {...box} {...form.register("language")}>
                <option value="en">English</option>
                <option value="es">Spanish</option>
              </select>
            )}
          </Field>
          <TranslationField form={form} error={errors.translationOf?.message} />
          <Field
            id="content"
            label="Content"
            required
            hint="Basic Markdown: ## Heading, **bold**, *italic*, - list, [words](https://address). A new line is a line break."
            error={errors.content?.message}
          >
            {(box) => (
              <textarea rows={16} {...box} {...form.register("content")} className={`${box.className} min-h-75`} />
            )}
          </Field>
          <label className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="checkbox"
              id="published"
              className="mt-1 size-5 accent-bluebonnet"
              {...form.register("published")}
            />
            {post?.published
              ? "Published (uncheck to take it off the site and keep it as a draft)"
              : "Publish immediately"}
          </label>
        </form>
        <section
          aria-label="Preview"
          className={`min-w-0 rounded-card border border-line bg-white p-5 shadow-card sm:p-7 ${view === "edit" ? "max-lg:hidden lg:sticky lg:top-20 lg:self-start" : "mx-auto w-full max-w-3xl"}`}
        >
          <Preview />
        </section>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <Button type="submit" form={FORM_ID} disabled={isSubmitting}>
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

/** Keeps unsaved text in this browser at every keystroke, and finds what earlier editors have kept. */
function useKeptText(form: ReturnType<typeof useForm<TypedPost, unknown, BlogPostForm>>, post: BlogPost | undefined) {
  const [entry] = useState(() => newEntry(post?.id));
  const [offers, setOffers] = useState<KeptText[]>([]);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const stored = useRef(post ? typedOf(post) : blankPost);
  const version = useRef(post ? Date.parse(post.updatedAt) : 0);
  const note = useRef((values: Partial<TypedPost>) => {
    const typed = whole(values);
    const isChanged = !isSamePost(typed, stored.current);
    setIsUnsaved(isChanged);
    if (isChanged) keepText(entry, typed, version.current);
    else forgetText(entry);
  });
  useLayoutEffect(() => {
    // Tells preview and hints what was typed before hydration.
    const typed = whole(form.getValues());
    form.reset(typed);
    note.current(typed);
    setOffers(keptTexts(post?.id).filter(({ key, typed }) => key !== entry && !isSamePost(typed, stored.current)));
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => note.current(values) });
  }, [form, post?.id, entry]);

  const [offer, ...others] = offers;
  function discard() {
    if (offer) forgetText(offer.key);
    setOffers(others);
  }
  return {
    /** `updatedAt` of the version that is being edited, in milliseconds. */
    version,
    isUnsaved,
    /** Unsaved text from earlier. */
    offer,
    discard,
    restore() {
      if (!offer) return;
      version.current = offer.version;
      form.reset(offer.typed);
      note.current(offer.typed);
      discard();
    },
    /** Starts again from what is stored now. */
    take(typed: TypedPost) {
      stored.current = typed;
      form.reset(typed);
      note.current(typed);
    },
    saved() {
      forgetText(entry);
    },
  };
}

function KeptTextOffer({
  offer,
  onRestore,
  onDiscard,
}: {
  offer: KeptText;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  return (
    <Notice kind="info" role="status" className="mt-6">
      <h2 className="text-h3">We kept what you were writing</h2>
      <p className="mt-1">
        {offer.typed.title.trim() || "A post without a title"}, last typed on {dateAndTime(offer.keptAt)}. It is in this
        browser only.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onRestore}>Restore</Button>
        <Button look="outline" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}

function ViewToggle({ view, onChange }: { view: "edit" | "preview"; onChange: (view: "edit" | "preview") => void }) {
  const names = { edit: "Edit", preview: "Preview" };
  return (
    <fieldset className="inline-flex flex-wrap gap-1 rounded-full border border-edge p-1">
      <legend className="sr-only">View</legend>
      {(["edit", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChange(each)}
          className="min-h-11 rounded-full px-5 font-semibold aria-pressed:bg-deep aria-pressed:text-paper"
        >
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}

function SlugField({
  form,
  error,
}: {
  form: ReturnType<typeof useForm<TypedPost, unknown, BlogPostForm>>;
  error: string | undefined;
}) {
  const [title, language = "en"] = useWatch({ control: form.control, name: ["title", "language"] });
  const registered = form.register("slug");
  return (
    <Field
      id="slug"
      label="Slug"
      hint={
        <>
          The end of the post's address. Leave it empty to make it from the title:{" "}
          <span className="font-semibold">{addressOf(paths.post(slugOf({ title, slug: "" }) || "..."), language)}</span>
        </>
      }
      error={error}
    >
      {(box) => (
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...box}
          {...registered}
          onChange={(event) => {
            if (!(event.nativeEvent as InputEvent).isComposing) clean(event.target);
            return registered.onChange(event);
          }}
          onCompositionEnd={(event) => {
            clean(event.currentTarget);
            form.setValue("slug", event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}

function TranslationField({
  form,
  error,
}: {
  form: ReturnType<typeof useForm<TypedPost, unknown, BlogPostForm>>;
  error: string | undefined;
}) {
  const { onBlur, ...registered } = form.register("translationOf");
  const [slug, setSlug] = useState(() => slugIn(form.getValues("translationOf") ?? ""));
  const language = useWatch({ control: form.control, name: "language" });
  const named = useQuery({ queryKey: ["post", slug], queryFn: () => readPost(slug), enabled: slug !== "" });
  return (
    <>
      <Field
        id="translationOf"
        label="Translation of"
        hint="The slug or address of the post in the other language that says the same, if there is one. Each will lead to the other."
        error={error}
      >
        {(box) => (
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...box}
            {...registered}
            onBlur={(event) => {
              setSlug(slugIn(event.target.value));
              return onBlur(event);
            }}
          />
        )}
      </Field>
      {named.error instanceof ApiError && named.error.status === 404 && (
        <Remark>No published post has this slug. The link will appear once there is one.</Remark>
      )}
      {named.data?.language === language && <Remark>That post is in the same language as this one.</Remark>}
    </>
  );
}

/** The address that the editor shows. The server chooses another one if it is taken or blank. */
function slugOf({ slug, title = "" }: Pick<Partial<BlogPostForm>, "slug" | "title">) {
  return slug || slugify(title);
}

/** Applies the rule for typed slugs, and keeps the caret at its place in the text. */
function clean(input: HTMLInputElement) {
  const caret = typedSlug(input.value.slice(0, input.selectionStart ?? 0)).length;
  input.value = typedSlug(input.value);
  input.setSelectionRange(caret, caret);
}
