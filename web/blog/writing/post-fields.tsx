import { useFormContext, useWatch } from "react-hook-form";
import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { HeroImageField } from "./hero-image-field.tsx";
import { SlugField } from "./slug-field.tsx";
import { TranslationField } from "./translation-field.tsx";
import type { TypedPost } from "./typed-post.ts";

export function PostFields({ post, asAuthor }: { post: BlogPost | undefined } & Pick<SignIn, "asAuthor">) {
  const { register, control, formState } = useFormContext<TypedPost>();
  const { errors } = formState;
  return (
    <>
      <p className="text-quiet text-sm">* means required.</p>
      <Field id="title" label="Title" required error={errors.title?.message}>
        {(box) => <input type="text" autoComplete="off" {...box} {...register("title")} />}
      </Field>
      <SlugField />
      <HeroImageField asAuthor={asAuthor} />
      <Field id="tags" label="Tags" hint="Separated by commas." error={errors.tags?.message}>
        {(box) => <input type="text" autoComplete="off" autoCapitalize="none" {...box} {...register("tags")} />}
      </Field>
      <Field id="language" label="Language" error={errors.language?.message}>
        {(box) => (
          <Select {...box} {...register("language")}>
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
        {(box) => <textarea rows={16} {...box} {...register("content")} className={`${box.className} min-h-75`} />}
      </Field>
      <label className="flex min-h-11 items-start gap-3 py-1.5">
        <input type="checkbox" id="published" className="tick mt-1" {...register("published")} />
        {post?.published ? "Published (uncheck for a draft)" : "Publish immediately"}
      </label>
      {!useWatch({ control, name: "published" }) && (
        <Field
          id="publishAt"
          label="Publish later"
          hint="Central Time. Without a time it stays a draft."
          error={errors.publishAt?.message}
        >
          {(box) => <input type="datetime-local" {...box} {...register("publishAt")} />}
        </Field>
      )}
    </>
  );
}
