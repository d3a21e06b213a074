import { useFormContext, useWatch } from "react-hook-form";
import { type BlogPostForm, slugify, typedSlug } from "../../../db/model/blog/blog-post.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { Field } from "../../ui/form/field.tsx";
import type { TypedPost } from "./typed-post.ts";

export function SlugField() {
  const form = useFormContext<TypedPost>();
  const [title, language = "en"] = useWatch({ control: form.control, name: ["title", "language"] });
  const registered = form.register("slug");
  return (
    <Field
      id="slug"
      label="Slug"
      hint={
        <>
          The end of the post’s address. Leave it empty to make it from the title:{" "}
          <span className="font-semibold">{addressOf(paths.post(slugOf({ title, slug: "" }) || "..."), language)}</span>
        </>
      }
      error={form.formState.errors.slug?.message}
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

/** The address that the editor shows. The server chooses another one if it is taken or blank. */
export function slugOf({ slug, title = "" }: Pick<Partial<BlogPostForm>, "slug" | "title">) {
  return slug || slugify(title);
}

/** Applies the rule for typed slugs, and keeps the caret at its place in the text. */
function clean(input: HTMLInputElement) {
  const caret = typedSlug(input.value.slice(0, input.selectionStart ?? 0)).length;
  input.value = typedSlug(input.value);
  input.setSelectionRange(caret, caret);
}
