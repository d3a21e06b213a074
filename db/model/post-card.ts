import type { BlogPost } from "./blog-post.ts";
import type { ContentTree } from "./markdown.ts";

/** A post with its content rendered. */
export type RenderedPost = BlogPost & { tree: ContentTree };

/** How much of a post its card shows. */
export const EXCERPT_CHARACTERS = 150;

/** What the list shows of a post. */
export type PostCard = Pick<
  BlogPost,
  "id" | "title" | "slug" | "heroImageUrl" | "heroImageAlt" | "tags" | "createdAt"
> & {
  excerpt: string;
};

export function cardOf({ id, title, slug, heroImageUrl, heroImageAlt, tags, createdAt, content }: BlogPost): PostCard {
  return { id, title, slug, heroImageUrl, heroImageAlt, tags, createdAt, excerpt: excerpt(content) };
}

/** The first 150 characters without # and *, followed by an ellipsis. */
export function excerpt(content: string) {
  return `${content.replace(/[#*]/g, "").slice(0, EXCERPT_CHARACTERS)}...`;
}

/** The tags of a post: split on commas, trimmed, empty ones dropped. */
export function tagsOf(tags: string) {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
