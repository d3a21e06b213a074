import type { ReactNode } from "react";
import type { ShownStory } from "../../db/model/stories/story.ts";
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

/** An invented story with all its parts: the situation first, and what somebody may say in it last and least. */
export function ExampleStory({ story, isCard = false }: { story: Example; isCard?: boolean }) {
  const { challenge, solution, outcome, quote } = story;
  const look = isCard
    ? "rounded-card border border-line bg-card p-4 sm:max-lg:grid-cols-2 sm:max-lg:gap-x-12 lg:row-span-2 lg:p-6"
    : "border-bluebonnet border-t-3 pt-3 sm:row-span-2";
  return (
    <article className={`wrap-anywhere grid grid-cols-1 gap-4 sm:grid-rows-subgrid ${look}`}>
      <dl className="grid content-start gap-2">
        <div>
          <dt className={isCard ? "text-quiet text-sm" : "sr-only"}>Challenge</dt>
          <dd className="mt-0.5">
            <h3 className={isCard ? "" : "text-lead"}>{challenge}</h3>
          </dd>
        </div>
        <Fact term={t`Solution`} isShort={!isCard}>
          {solution}
        </Fact>
        <Fact term={t`Outcome`} isShort={!isCard}>
          <strong className="leading-tight">{outcome}</strong>
        </Fact>
      </dl>
      <div className="text-quiet text-sm">
        <Who {...story}>
          <span className="flex items-center gap-1.5 rounded-full bg-sand px-2 text-[0.8125rem]">
            <span aria-hidden="true">Example</span> <Stars count={5} label={t`Example, rated 5 out of 5 stars`} />
          </span>
        </Who>
        <blockquote className="mt-2">“{quote}”</blockquote>
      </div>
    </article>
  );
}

/** What a customer allowed us to show, in their own words and language, with their own stars. */
export function RealStory({ story, size }: { story: ShownStory; size: QuoteSize }) {
  const { stars, isCompensated, language, text } = story;
  return (
    <article className="wrap-anywhere">
      <Who {...story} Name="h3">
        {isCompensated && (
          <strong className="text-ink">
            This person got something from us for this story, or is close to our company
          </strong>
        )}
        {stars && <Stars count={stars} label={starsInWords(stars)} />}
      </Who>
      <blockquote lang={language} className={`mt-3 text-balance font-display leading-tight ${quoteLooks[size]}`}>
        “{text}”
      </blockquote>
    </article>
  );
}

/** Whose story it is, below what has to be known before the name. */
function Who({
  name,
  city,
  Name = "p",
  children,
}: {
  name: string;
  city: string;
  Name?: "h3" | "p";
  children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-tint font-display text-bluebonnet"
      >
        {initialsOf(name)}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-quiet text-sm leading-tight empty:hidden">{children}</p>
        <Name className="text-base">{city ? `${name}, ${city}` : name}</Name>
      </div>
    </div>
  );
}

function Fact({ term, isShort, children }: { term: string; isShort: boolean; children: ReactNode }) {
  return (
    <div className={isShort ? "" : "grid grid-cols-[5.5rem_1fr] items-baseline gap-x-3"}>
      <dt className={isShort ? "sr-only" : "text-quiet text-sm"}>{term}</dt>
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
