import { Link } from "react-router-dom";
import { paths } from "../../db/model/paths.ts";
import { tagsOf } from "../../db/model/post-card.ts";

/** The image on top of a post or card. Its place is reserved, so that it never moves the text. */
export function HeroImage({ src, alt, isLazy }: { src: string; alt: string | null; isLazy: boolean }) {
  return (
    <img
      src={src}
      alt={alt ?? ""}
      width={1200}
      height={675}
      loading={isLazy ? "lazy" : "eager"}
      fetchPriority={isLazy ? "low" : "high"}
      decoding="async"
      className="aspect-video w-full rounded-card bg-tint object-cover"
    />
  );
}

/** Tags as links that search for them. */
export function TagLinks({ tags }: { tags: string }) {
  const list = tagsOf(tags);
  if (list.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {[...new Set(list)].map((tag) => (
        <li key={tag}>
          <Link
            to={paths.search(tag)}
            className="inline-flex min-h-7 items-center rounded-full bg-tint px-3 text-deep text-sm hover:underline"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
