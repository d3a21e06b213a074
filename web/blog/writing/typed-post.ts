import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import type { Language } from "../../../db/model/words.ts";

/** The values in the editor's controls. */
export interface TypedPost {
  title: string;
  slug: string;
  heroImageUrl: string;
  heroImageAlt: string;
  tags: string;
  language: Language;
  translationOf: string;
  content: string;
  published: boolean;
}

export const POST_FIELDS = [
  "title",
  "slug",
  "heroImageUrl",
  "heroImageAlt",
  "tags",
  "language",
  "translationOf",
  "content",
  "published",
] as const satisfies (keyof TypedPost)[];

export const blankPost: TypedPost = {
  title: "",
  slug: "",
  heroImageUrl: "",
  heroImageAlt: "",
  tags: "",
  language: "en",
  translationOf: "",
  content: "",
  published: false,
};

/** A stored post as values for the controls. */
export function typedOf({ heroImageUrl, heroImageAlt, translationOf, ...post }: BlogPost): TypedPost {
  const { title, slug, tags, language, content, published } = post;
  return {
    ...{ title, slug, tags, language, content, published },
    heroImageUrl: heroImageUrl ?? "",
    heroImageAlt: heroImageAlt ?? "",
    translationOf: translationOf ?? "",
  };
}

/** A control that nobody has touched may have no value. */
export function whole(typed: Partial<TypedPost>): TypedPost {
  const known = Object.entries(typed).filter(([, value]) => value !== undefined);
  return { ...blankPost, ...Object.fromEntries(known) };
}

export function isSamePost(one: TypedPost, other: TypedPost) {
  return POST_FIELDS.every((field) => one[field] === other[field]);
}
