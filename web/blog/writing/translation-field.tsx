import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { slugIn } from "../../../db/model/blog/blog-post.ts";
import { ApiError, readPost } from "../../api.ts";
import { Field, Remark } from "../../ui/form/field.tsx";
import type { TypedPost } from "./typed-post.ts";

/** Says whether the post that was named exists, and in which language. */
export function TranslationField() {
  const form = useFormContext<TypedPost>();
  const { onBlur, ...registered } = form.register("translationOf");
  const [slug, setSlug] = useState(() => slugIn(form.getValues("translationOf") ?? ""));
  const language = useWatch({ control: form.control, name: "language" });
  const named = useQuery({ queryKey: ["post", slug], queryFn: () => readPost(slug), enabled: slug !== "" });
  return (
    <>
      <Field
        id="translationOf"
        label="Translation of"
        hint="Slug or address of the same post in the other language"
        error={form.formState.errors.translationOf?.message}
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
        <Remark>No published post has this slug.</Remark>
      )}
      {named.data?.language === language && <Remark>That post is in the same language as this one.</Remark>}
    </>
  );
}
