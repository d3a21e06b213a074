import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import { CENTRAL } from "../../../db/model/time/clock.ts";
import type { Language } from "../../../db/model/words.ts";

/** The values in the editor's controls, in the order of the page. */
export const blankPost = {
  title: "",
  slug: "",
  heroImageUrl: "",
  heroImageAlt: "",
  tags: "",
  language: "en" as Language,
  translationOf: "",
  content: "",
  published: false,
  publishAt: "",
};
export type TypedPost = typeof blankPost;

export const POST_FIELDS = Object.keys(blankPost) as (keyof TypedPost)[];

/** A stored post as values for the controls. */
export function typedOf({ heroImageUrl, heroImageAlt, translationOf, publishAt, ...post }: BlogPost): TypedPost {
  const { title, slug, tags, language, content, published } = post;
  return {
    ...{ title, slug, tags, language, content, published },
    heroImageUrl: heroImageUrl ?? "",
    heroImageAlt: heroImageAlt ?? "",
    translationOf: translationOf ?? "",
    publishAt: publishAt ? inTexas(publishAt) : "",
  };
}

/** '2026-12-01T09:00', as a field has it: Swedish dates are ISO 8601. */
function inTexas(at: string) {
  const format = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "short", timeZone: CENTRAL });
  return format.format(new Date(at)).replace(" ", "T");
}

/** A control that nobody has touched may have no value. */
export function whole(typed: Partial<TypedPost>): TypedPost {
  const known = Object.entries(typed).filter(([, value]) => value !== undefined);
  return { ...blankPost, ...Object.fromEntries(known) };
}

export function isSamePost(one: TypedPost, other: TypedPost) {
  return POST_FIELDS.every((field) => one[field] === other[field]);
}
