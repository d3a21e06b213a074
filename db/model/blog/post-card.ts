import type { BlogPost } from "./blog-post.ts";
import type { ContentTree } from "./markdown.ts";

/** A post with its content rendered, and the slug of the published post in the other language that says the same, if there is one. */
export type RenderedPost = BlogPost & { tree: ContentTree; twin: string | null };

/** How much of a post its card shows. */
export const EXCERPT_CHARACTERS = 150;

/** What the list shows of a post. */
export type PostCard = Pick<
  BlogPost,
  "id" | "title" | "slug" | "heroImageUrl" | "heroImageAlt" | "tags" | "language" | "createdAt"
> & {
  excerpt: string;
};

export function cardOf(post: BlogPost): PostCard {
  const { id, title, slug, heroImageUrl, heroImageAlt, tags, language, createdAt, content } = post;
  return { id, title, slug, heroImageUrl, heroImageAlt, tags, language, createdAt, excerpt: excerpt(content) };
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
