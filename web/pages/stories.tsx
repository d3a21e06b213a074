import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { said } from "../copy/claims/said.ts";
import { Gallery } from "../copy/stories/gallery.tsx";
import { featuredStories, shorterStories } from "../copy/stories/stories.ts";
import { ExampleLabel, StoryCard } from "../copy/stories/story-card.tsx";
import { Head } from "../head/head.tsx";
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

export default function StoriesPage() {
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
        <ButtonLink to="/apply">Start My Application</ButtonLink>
      </Hero>
      <Section title="Three full stories">
        <div className="grid gap-6">
          {featuredStories().map((story) => (
            <StoryCard key={story.name} story={story} wide />
          ))}
        </div>
      </Section>
      {stats().length > 0 && (
        <Section tone="deep">
          <Stats items={stats()} />
        </Section>
      )}
      <Section tone="sand" title="Four short stories">
        <div className="grid gap-6 md:grid-cols-2">
          {shorterStories().map((story) => (
            <StoryCard key={story.name} story={story} />
          ))}
        </div>
        <RepresentativeExample className="mt-8" />
      </Section>
      <Section title="Photo gallery">
        <Gallery />
      </Section>
      <CallToAction title="Where does your story start?" text="Tell us in about 3 minutes. No credit pull.">
        <ButtonLink to="/apply" look="sun">
          Start My Application
        </ButtonLink>
      </CallToAction>
    </>
  );
}

function Road() {
  return (
    <svg viewBox="0 0 1440 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className="block h-24 w-full">
      <path d="M0 62h1440v38H0z" fill="#4a4963" />
      <path d="M0 92h1440" stroke="#f2b134" strokeWidth="3" strokeDasharray="26 20" />
      <Vehicle kind="suv" at={[554, 80]} size={1.2} color="#3a3fa0" />
      <Vehicle kind="sedan" at={[362, 80]} size={1.2} color="#f2b134" />
      <Vehicle kind="pickup" at={[746, 80]} size={1.2} color="#fdfbf7" />
    </svg>
  );
}
