import type { ReactNode } from "react";
import type { ShownStory } from "../../db/model/stories/survey.ts";
import type { Language } from "../../db/model/words.ts";
import { t } from "../../db/model/words.ts";
import { Card } from "../ui/card.tsx";
import { Stars, starsInWords } from "../ui/page/stars.tsx";
import type { Example } from "./examples.ts";

/** An invented story with all its parts. `wide` puts the quote beside the facts if there is room. */
export function ExampleCard({ story, wide }: { story: Example; wide?: boolean }) {
  const { challenge, solution, outcome } = story;
  return (
    <StoryCard
      {...story}
      label={<ExampleLabel>Illustrative example</ExampleLabel>}
      stars={<Stars count={5} label={t`Illustrative example, rated 5 out of 5 stars`} />}
      isQuoteWide={wide}
      className={wide ? "gap-6 lg:grid-cols-2 lg:gap-12" : "content-start gap-6"}
    >
      <dl className="grid content-center gap-3">
        <Fact term={t`Challenge`} text={challenge} />
        <Fact term={t`Solution`} text={solution} />
        <Fact term={t`Outcome`} text={outcome} />
      </dl>
    </StoryCard>
  );
}

/** What a customer allows us to show, in their own words and language, with their own stars. */
export function RealCard({ story, wide }: { story: ShownStory; wide?: boolean }) {
  const { stars, isCompensated } = story;
  return (
    <StoryCard
      {...story}
      label={
        isCompensated && (
          <strong className="wrap-anywhere inline-block bg-sand px-3 py-0.5">
            This person got something from us for this story, or is close to our company
          </strong>
        )
      }
      stars={stars && <Stars count={stars} label={starsInWords(stars)} />}
      isQuoteWide={wide}
      className="content-start"
    />
  );
}

function StoryCard({
  label,
  name,
  city,
  stars,
  quote,
  language,
  isQuoteWide,
  className,
  children,
}: {
  label: ReactNode;
  name: string;
  city: string;
  stars: ReactNode;
  quote: string;
  language?: Language;
  isQuoteWide?: boolean;
  className: string;
  children?: ReactNode;
}) {
  return (
    <Card className={`wrap-anywhere grid grid-cols-1 ${className}`}>
      <div>
        {label && <p className="mb-4">{label}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-12 shrink-0 place-items-center rounded-full bg-tint font-display text-bluebonnet text-lead"
          >
            {initialsOf(name)}
          </span>
          <div className="min-w-0">
            <h3>{name}</h3>
            <p className="text-quiet text-sm">{city}</p>
          </div>
          {stars && <p className="text-quiet sm:ml-auto">{stars}</p>}
        </div>
        <blockquote
          lang={language}
          className={`mt-5 text-balance font-display leading-tight ${isQuoteWide ? "text-h2" : "text-h3"}`}
        >
          "{quote}"
        </blockquote>
      </div>
      {children}
    </Card>
  );
}

/** Says that a story is invented. It comes before the story, on screen and for screen readers. */
export function ExampleLabel({ children }: { children: ReactNode }) {
  return (
    <strong className="wrap-anywhere inline-block border-2 border-bluebonnet bg-card px-3 py-0.5 text-bluebonnet text-lead">
      {children}
    </strong>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="border-tint border-l-4 pl-4">
      <dt className="text-quiet text-sm">{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The first letters of the first two words. */
function initialsOf(name: string) {
  const words = name.match(/\p{L}[^\s]*/gu) ?? [];
  return words
    .map((word) => [...word][0]?.toUpperCase())
    .slice(0, 2)
    .join("");
}
