import type { BlogPost } from "../../db/model/blog-post.ts";

/** What the controls of the editor hold. */
export interface TypedPost {
  title: string;
  slug: string;
  heroImageUrl: string;
  heroImageAlt: string;
  tags: string;
  content: string;
  published: boolean;
}

export const POST_FIELDS = [
  "title",
  "slug",
  "heroImageUrl",
  "heroImageAlt",
  "tags",
  "content",
  "published",
] as const satisfies (keyof TypedPost)[];

export const blankPost: TypedPost = {
  title: "",
  slug: "",
  heroImageUrl: "",
  heroImageAlt: "",
  tags: "",
  content: "",
  published: false,
};

/** A stored post as the controls show it. */
export function typedOf({ title, slug, heroImageUrl, heroImageAlt, tags, content, published }: BlogPost): TypedPost {
  return { title, slug, heroImageUrl: heroImageUrl ?? "", heroImageAlt: heroImageAlt ?? "", tags, content, published };
}

/** A control that was not touched yet may have no value. */
export function whole(typed: Partial<TypedPost>): TypedPost {
  const known = Object.entries(typed).filter(([, value]) => value !== undefined);
  return { ...blankPost, ...Object.fromEntries(known) };
}

export function isSamePost(one: TypedPost, other: TypedPost) {
  return POST_FIELDS.every((field) => one[field] === other[field]);
}
