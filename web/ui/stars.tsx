import { Star } from "lucide-react";

const stars = [1, 2, 3, 4, 5];

/** A rating of five stars, as stars and, for readers, as words. */
export function FiveStars() {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">Rated 5 out of 5 stars</span>
      {stars.map((star) => (
        <Star key={star} aria-hidden="true" className="size-5 fill-sun stroke-amber" />
      ))}
    </p>
  );
}
