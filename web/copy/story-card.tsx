import { Card } from "../ui/card.tsx";
import { FiveStars } from "../ui/stars.tsx";
import type { Story } from "./stories.ts";

/** A story with all its parts. `wide` sets the quote beside the facts where there is room. */
export function StoryCard({ story, wide }: { story: Story; wide?: boolean }) {
  const { initials, name, city, quote, challenge, solution, outcome } = story;
  return (
    <Card className={wide ? "grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-12" : "grid grid-cols-1 content-start gap-6"}>
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-12 shrink-0 place-items-center rounded-full bg-deep font-semibold text-paper"
          >
            {initials}
          </span>
          <div>
            <h3>{name}</h3>
            <p className="text-quiet text-sm">{city}</p>
          </div>
          <p className="rounded-full border border-edge px-3 text-quiet text-sm sm:ml-auto">Illustrative example</p>
        </div>
        <div className="mt-4">
          <FiveStars />
        </div>
        <blockquote className={`mt-3 font-semibold ${wide ? "text-h2 leading-tight" : "text-lead"}`}>
          "{quote}"
        </blockquote>
      </div>
      <dl className="grid content-center gap-3">
        <Fact term="Challenge" text={challenge} />
        <Fact term="Solution" text={solution} />
        <Fact term="Outcome" text={outcome} />
      </dl>
    </Card>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="border-tint border-l-4 pl-4">
      <dt className="font-semibold text-bluebonnet text-sm">{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
