import { useEffect } from "react";
import type { ShownStory } from "../../db/model/stories/story.ts";
import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { featuredStories, shorterStories } from "../stories/examples.ts";
import { Gallery } from "../stories/gallery.tsx";
import { ExampleStory, RealStory } from "../stories/story.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { Section } from "../ui/page/section.tsx";

const stats = () => [
  { figure: claims.satisfaction, label: t`customer satisfaction` },
  { figure: claims.yearsShort, label: t`years in the car industry` },
  { figure: claims.lenderPartners, label: t`lender partners` },
  { figure: claims.dealerships, label: t`dealerships statewide` },
];

/** Stories larger than the others, at the top: one, and two beside each other below it. */
const FEATURED = 3;

/** Real stories from the first one on, and invented examples before that. */
export default function StoriesPage() {
  const { stories } = usePageData();
  useEffect(() => {
    // Only a page load has the stories.
    if (stories === undefined) location.reload();
  }, [stories]);
  return stories?.length === 0 ? <Examples /> : <RealStories stories={stories ?? []} isMissing={!stories} />;
}

function RealStories({ stories, isMissing }: { stories: ShownStory[]; isMissing: boolean }) {
  const shorter = stories.slice(FEATURED);
  return (
    <>
      <Head title="Success Stories" description="What our customers in Texas say about us, in their own words." />
      <Hero
        kicker={t`Success Stories`}
        title={t`In their own words`}
        lead={t`Each of these customers allowed us to show their words. We chose which ones to show, and sometimes left words out.`}
        ground={<Road />}
      >
        <Start />
      </Hero>
      <Section title="What customers told us">
        {isMissing && <p>The stories can’t be shown right now. Please come back in a moment.</p>}
        {/* The first one in all the width, the others beside each other if there is room. */}
        <div className="grid grid-cols-1 gap-x-16 gap-y-10 *:border-line *:not-first:border-t *:not-first:pt-8 lg:grid-cols-2 lg:*:first:col-span-2">
          {stories.slice(0, FEATURED).map((story, index) => (
            <RealStory key={story.id} story={story} size={index === 0 ? "lead" : "half"} />
          ))}
        </div>
      </Section>
      {shorter.length > 0 && (
        <Section tone="sand" title="More from customers">
          <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-2">
            {shorter.map((story) => (
              <RealStory key={story.id} story={story} size="short" />
            ))}
          </div>
        </Section>
      )}
      <End />
    </>
  );
}

function Examples() {
  return (
    <>
      <Head
        title="Success Stories"
        description="Seven illustrative stories of Texans who found a car loan after a bankruptcy, a repossession, a divorce, or with no credit at all."
      />
      <Hero
        kicker="Success Stories"
        title="Seven examples of how it can turn out"
        lead="These are illustrative examples, not real customers. Find the one closest to you."
        ground={<Road />}
      >
        <Start />
      </Hero>
      <Section>
        <h2 className="sr-only">Seven situations</h2>
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
          {featuredStories().map((story) => (
            <ExampleStory key={story.name} story={story} isCard />
          ))}
        </div>
        <div className="mt-8 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:mt-12 lg:grid-cols-4">
          {shorterStories().map((story) => (
            <ExampleStory key={story.name} story={story} />
          ))}
        </div>
      </Section>
      <End />
    </>
  );
}

function Road() {
  return <Landscape className="h-52 object-[30%_100%] sm:h-72 lg:-mt-4 lg:h-80 lg:object-[4%_100%]" />;
}

function Start() {
  return <ButtonLink to="/apply">Start My Application</ButtonLink>;
}

function End() {
  return (
    <>
      <Section tone="sand">
        <h2 className="sr-only">Gallery</h2>
        <Gallery />
        {/* What a story says may name a payment or a rate. */}
        <RepresentativeExample className="mt-8 text-quiet" />
      </Section>
      <CallToAction
        title="Where does your story start?"
        text="Tell us in about 3 minutes. No credit pull."
        stats={stats()}
      >
        <Start />
      </CallToAction>
    </>
  );
}
