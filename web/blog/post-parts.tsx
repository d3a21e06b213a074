import { srcSetOf } from "../../db/model/blog/image-sizes.ts";
import { tagsOf } from "../../db/model/blog/post-card.ts";
import { paths } from "../../db/model/site/paths.ts";
import type { Language } from "../../db/model/words.ts";
import { Link } from "../ui/link.tsx";

const PHONE_AND_TABLET = "(width < 40rem) 9rem, (width < 64rem) calc(50vw - 2rem)";

/**
 * How wide an image is shown: on a card, small beside its date and title on phones, else up to three in a row; on the
 * first card, which may be wide and show a part of it in its height; and on a post.
 */
export const places = {
  card: `${PHONE_AND_TABLET}, 22rem`,
  first: `${PHONE_AND_TABLET}, 54rem`,
  post: "(width < 44rem) calc(100vw - 2rem), 42rem",
};

/** The image at the top of a post or card. Its place is reserved, so that it never moves the text. */
export function HeroImage({
  place,
  src,
  alt,
  isLazy,
}: {
  place: keyof typeof places;
  src: string;
  alt: string | null;
  isLazy: boolean;
}) {
  const srcSet = srcSetOf(src);
  return (
    <img
      srcSet={srcSet}
      sizes={srcSet && places[place]}
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

/** A post's tags in its language. Each is a link that searches for it. */
export function TagLinks({ tags, lang }: { tags: string; lang: Language }) {
  const list = tagsOf(tags);
  if (list.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {[...new Set(list)].map((tag) => (
        <li key={tag} lang={lang}>
          <Link
            to={paths.search(tag)}
            className="wrap-anywhere inline-flex min-h-7 items-center rounded-full bg-tint px-3 text-bluebonnet text-sm hover:underline"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
