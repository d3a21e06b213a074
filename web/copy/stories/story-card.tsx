import type { ReactNode } from "react";
import { t } from "../../../db/model/words.ts";
import { Card } from "../../ui/card.tsx";
import { FiveStars } from "../../ui/page/stars.tsx";
import type { Story } from "./stories.ts";

/** A story with all its parts. `wide` puts the quote beside the facts if there is room. */
export function StoryCard({ story, wide }: { story: Story; wide?: boolean }) {
  const { initials, name, city, quote, challenge, solution, outcome } = story;
  return (
    <Card className={wide ? "grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-12" : "grid grid-cols-1 content-start gap-6"}>
      <div>
        <p>
          <ExampleLabel>Illustrative example</ExampleLabel>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-12 shrink-0 place-items-center rounded-full bg-tint font-display text-deep text-lead"
          >
            {initials}
          </span>
          <div>
            <h3>{name}</h3>
            <p className="text-quiet text-sm">{city}</p>
          </div>
          <p className="text-quiet sm:ml-auto">
            <FiveStars label={t`Illustrative example, rated 5 out of 5 stars`} />
          </p>
        </div>
        <blockquote className={`mt-5 text-balance font-display leading-tight ${wide ? "text-h2" : "text-h3"}`}>
          "{quote}"
        </blockquote>
      </div>
      <dl className="grid content-center gap-3">
        <Fact term={t`Challenge`} text={challenge} />
        <Fact term={t`Solution`} text={solution} />
        <Fact term={t`Outcome`} text={outcome} />
      </dl>
    </Card>
  );
}

/** Says that a story is invented. It comes before the story, on screen and for screen readers. */
export function ExampleLabel({ children }: { children: ReactNode }) {
  return (
    <strong className="wrap-anywhere inline-block border-2 border-deep bg-white px-3 py-0.5 text-deep text-lead">
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
