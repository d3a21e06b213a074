import { useEffect } from "react";
import type { ShownStory } from "../../db/model/stories/survey.ts";
import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { said } from "../copy/claims/said.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../start/page-data.tsx";
import { featuredStories, shorterStories } from "../stories/examples.ts";
import { Gallery } from "../stories/gallery.tsx";
import { ExampleCard, ExampleLabel, RealCard } from "../stories/story-card.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";
import { Vehicle } from "../ui/vehicle.tsx";

const stats = () =>
  said([
    { claim: "satisfaction", figure: claims.satisfaction, label: t`customer satisfaction` },
    { claim: "since", figure: claims.yearsShort, label: t`years in the car industry` },
    { claim: "lenderPartners", figure: claims.lenderPartners, label: t`lender partners` },
    { claim: "dealerships", figure: claims.dealerships, label: t`dealerships statewide` },
  ]);

/** Stories wider than the others, at the top. */
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
        lead={t`Each of these customers answered the question that we email after an application has ended, and allowed us to show the answer. We chose which ones to show, and sometimes left words out.`}
        ground={<Road />}
      >
        <Start />
      </Hero>
      <Section title="What customers told us">
        {isMissing && <p>The stories can't be shown right now. Please come back in a moment.</p>}
        <div className="grid gap-6">
          {stories.slice(0, FEATURED).map((story) => (
            <RealCard key={story.id} story={story} wide />
          ))}
        </div>
        {/* What customers say may name a payment or a rate. */}
        <RepresentativeExample className="mt-8" />
      </Section>
      <Figures />
      {shorter.length > 0 && (
        <Section tone="sand" title="More from customers">
          <div className="grid gap-6 md:grid-cols-2">
            {shorter.map((story) => (
              <RealCard key={story.id} story={story} />
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
        kicker={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
            Success Stories <ExampleLabel>Illustrative examples</ExampleLabel>
          </span>
        }
        title="Seven ways back to the driver's seat"
        lead="These are illustrative examples, not real customers. Names, quotes and ratings are made up to show the situations we work with and how each one can turn out."
        ground={<Road />}
      >
        <Start />
      </Hero>
      <Section title="Three full stories">
        <div className="grid gap-6">
          {featuredStories().map((story) => (
            <ExampleCard key={story.name} story={story} wide />
          ))}
        </div>
      </Section>
      <Figures />
      <Section tone="sand" title="Four short stories">
        <div className="grid gap-6 md:grid-cols-2">
          {shorterStories().map((story) => (
            <ExampleCard key={story.name} story={story} />
          ))}
        </div>
        <RepresentativeExample className="mt-8" />
      </Section>
      <End />
    </>
  );
}

function Start() {
  return <ButtonLink to="/apply">Start My Application</ButtonLink>;
}

function Figures() {
  const items = stats();
  return (
    items.length > 0 && (
      <Section tone="deep">
        <Stats items={items} />
      </Section>
    )
  );
}

function End() {
  return (
    <>
      <Section title="Photo gallery">
        <Gallery />
      </Section>
      <CallToAction title="Where does your story start?" text="Tell us in about 3 minutes. No credit pull.">
        <ButtonLink to="/apply">Start My Application</ButtonLink>
      </CallToAction>
    </>
  );
}

function Road() {
  return (
    <svg viewBox="0 0 1440 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className="block h-24 w-full">
      <path d="M0 62h1440v38H0z" fill="var(--color-asphalt)" />
      <path d="M0 92h1440" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="26 20" />
      <Vehicle kind="suv" at={[554, 80]} size={1.2} color="var(--color-bluebonnet)" />
      <Vehicle kind="sedan" at={[362, 80]} size={1.2} color="var(--color-sun)" />
      <Vehicle kind="pickup" at={[746, 80]} size={1.2} color="var(--color-cream)" />
    </svg>
  );
}
