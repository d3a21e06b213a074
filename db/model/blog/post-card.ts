import type { BlogPost } from "./blog-post.ts";
import { firstCharacters } from "./first-characters.ts";
import type { ContentTree } from "./markdown.ts";

/** A post with its rendered content. `twin`: the slug of its published translation or original, if there is one. */
export type RenderedPost = BlogPost & { tree: ContentTree; twin: string | null };

/** How much of a post its card shows. */
export const EXCERPT_CHARACTERS = 150;

/** What the list shows of a post. */
export type PostCard = Pick<
  BlogPost,
  "id" | "title" | "slug" | "heroImageUrl" | "heroImageAlt" | "tags" | "language" | "createdAt"
> & {
  excerpt: string;
  minutes: number;
};

export function cardOf(post: BlogPost): PostCard {
  const { id, title, slug, heroImageUrl, heroImageAlt, tags, language, createdAt, content } = post;
  return {
    ...{ id, title, slug, heroImageUrl, heroImageAlt, tags, language, createdAt },
    excerpt: excerpt(content),
    minutes: readingMinutes(content),
  };
}

/** The first 150 characters (`firstCharacters`) without # and *, and an ellipsis. */
export function excerpt(content: string) {
  return `${firstCharacters(content.replace(/[#*]/g, ""), EXCERPT_CHARACTERS)}...`;
}

/** How many minutes it takes to read this at 220 words a minute; at least one. */
export function readingMinutes(content: string) {
  return Math.max(1, Math.round(content.trim().split(/\s+/).length / 220));
}

/** A post's tags: split at commas, trimmed, without empty ones. */
export function tagsOf(tags: string) {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
