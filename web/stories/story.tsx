import type { ReactNode } from "react";
import type { ShownStory } from "../../db/model/stories/survey.ts";
import type { Language } from "../../db/model/words.ts";
import { t } from "../../db/model/words.ts";
import { Stars, starsInWords } from "../ui/page/stars.tsx";
import type { Example } from "./examples.ts";

/** How large a quote is: the one that leads the page, two beside each other, or one of many. */
export type QuoteSize = "lead" | "half" | "short";

const quoteLooks: Record<QuoteSize, string> = {
  lead: "text-h2 lg:text-[2.75rem]",
  half: "text-h3 lg:text-[1.75rem]",
  short: "text-lead",
};

/** An invented story with all its parts. That it is one comes before its name and stars, on screen and read aloud. */
export function ExampleStory({ story, size }: { story: Example; size: QuoteSize }) {
  const { challenge, solution, outcome } = story;
  return (
    <StoryOf
      {...story}
      size={size}
      note={
        <>
          <span aria-hidden="true">Example</span> <Stars count={5} label={t`Example, rated 5 out of 5 stars`} />
        </>
      }
    >
      <dl className={`grid content-end gap-y-1.5 ${size === "short" ? "text-sm" : ""}`}>
        <Fact term={t`Challenge`}>{challenge}</Fact>
        <Fact term={t`Solution`}>{solution}</Fact>
        <Fact term={t`Outcome`}>
          <strong className="text-bluebonnet">{outcome}</strong>
        </Fact>
      </dl>
    </StoryOf>
  );
}

/** What a customer allows us to show, in their own words and language, with their own stars. */
export function RealStory({ story, size }: { story: ShownStory; size: QuoteSize }) {
  const { stars, isCompensated } = story;
  return (
    <StoryOf
      {...story}
      size={size}
      note={
        <>
          {isCompensated && (
            <strong className="text-ink">
              This person got something from us for this story, or is close to our company
            </strong>
          )}
          {stars && <Stars count={stars} label={starsInWords(stars)} />}
        </>
      }
    />
  );
}

function StoryOf({
  name,
  city,
  note,
  quote,
  language,
  size,
  children,
}: {
  name: string;
  city: string;
  note: ReactNode;
  quote: string;
  language?: Language;
  size: QuoteSize;
  children?: ReactNode;
}) {
  return (
    <article
      className={`wrap-anywhere grid grid-cols-1 content-between gap-5 ${size === "lead" ? "lg:grid-cols-[3fr_2fr] lg:gap-x-16" : ""}`}
    >
      <div>
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-tint font-display text-bluebonnet"
          >
            {initialsOf(name)}
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 text-quiet text-sm leading-tight empty:hidden">{note}</p>
            <h3 className="text-base">{city ? `${name}, ${city}` : name}</h3>
          </div>
        </div>
        <blockquote lang={language} className={`mt-3 text-balance font-display leading-tight ${quoteLooks[size]}`}>
          "{quote}"
        </blockquote>
      </div>
      {children}
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] items-baseline gap-x-3">
      <dt className="text-quiet text-sm">{term}</dt>
      <dd className="min-w-0">{children}</dd>
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
