import { Lock, MapPin, Users } from "lucide-react";
import { Link } from "react-router-dom";
import { claims, GUIDANCE_NOTE } from "../copy/claims.ts";
import { companyStats } from "../copy/company-stats.ts";
import { metros } from "../copy/metros.ts";
import { TexasMap } from "../copy/texas-map.tsx";
import { threeSteps } from "../copy/three-steps.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/call-to-action.tsx";
import { Hero } from "../ui/hero.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { FactList } from "../ui/lists.tsx";
import { RoadSteps } from "../ui/road-steps.tsx";
import { Section } from "../ui/section.tsx";
import { Stats } from "../ui/stats.tsx";

const badges = [
  { icon: Lock, text: "Secure Form" },
  { icon: Users, text: "All Credit Welcomed" },
  { icon: MapPin, text: "Local Texas Experts" },
];

const situations = [
  { term: "Excellent credit", text: "You have earned a low rate. We help you look for it." },
  { term: "Good credit", text: "More than one lender is likely to fit, so it pays to compare." },
  { term: "Fair credit", text: "Your income and time on the job count for more. Show them first." },
  { term: "Poor credit", text: "Specialty lenders look at where you stand today, not only at a score." },
  { term: "No credit", text: "Everybody starts somewhere. A paycheck and a bank account are a start." },
  { term: "First-time buyer", text: "Some lenders have programs for a first loan. We know which ones." },
  {
    term: "Bankruptcy",
    text: `A discharged Chapter 7 should be ${claims.chapter7Discharged} old. Still open? Tell us.`,
  },
  { term: "Repossession", text: "It happens. After 12 months it is no longer recent, and more lenders will look." },
  { term: "Divorce", text: "Old joint debts can weigh on you for a while. Your own income speaks now." },
  { term: "Self-employed", text: `With ${claims.selfEmployed} in business, tax returns or bank statements show it.` },
  { term: "Veteran", text: "Retirement and disability pay are income, and we tell lenders so." },
  { term: "Medical debt", text: "Many lenders see a hospital bill differently from other debts." },
];

export default function HomePage() {
  return (
    <>
      <Head
        title="Auto pre-qualification in Texas"
        description="Get pre-qualified for your next vehicle in 3 minutes, with no credit pull. Free, for every credit situation, from local Texas experts."
      />
      <Hero
        title="Get PreQualified for Your Next Vehicle in 3 Minutes - No Credit Pull"
        lead="One short form. A local Texas team reads it and finds the lenders and dealers that fit you. It is free, whatever your credit looks like."
        ground={<Landscape className="h-44 sm:h-56 lg:-mt-10 lg:h-64" />}
      >
        <ButtonLink to="/apply">Start My PreQual Now</ButtonLink>
        <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          {badges.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2 font-semibold text-deep">
              <Icon aria-hidden="true" className="size-5" /> {text}
            </li>
          ))}
        </ul>
      </Hero>
      <ForecastBanner />
      <Section
        title="Three steps to a car that fits"
        lead="One form from you, and the rest of the road we go together."
      >
        <RoadSteps steps={threeSteps} />
        <p className="mt-8">
          <Link to="/how-it-works" className="link font-semibold">
            See what happens on each day
          </Link>
        </p>
      </Section>
      <Section tone="tint">
        <Stats items={companyStats} note={GUIDANCE_NOTE} />
      </Section>
      <Section
        title="Whatever your credit has been through, you are welcome here"
        lead="Jobs end, people get sick, marriages change. None of it has to be explained away. Tell us where you are, and we look for lenders that work with it."
      >
        <FactList items={situations} />
        <ButtonLink to="/apply" look="outline" className="mt-8">
          Get Started Today
        </ButtonLink>
        <p className="mt-6">
          <Link to="/stories" className="link font-semibold">
            Read how it can go, in seven stories
          </Link>
        </p>
      </Section>
      <Section
        tone="sand"
        title="Close to home, anywhere in Texas"
        lead={`${claims.dealerships} dealerships statewide, and all ${claims.counties} counties served: from the four big metros to the smallest town.`}
        aside={<TexasMap className="mx-auto w-full max-w-md" />}
      >
        <ul className="grid max-w-text grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-4">
          {metros.map(({ name, population, dealers }) => (
            <li key={name} className="border-edge/40 border-t py-3">
              <span className="font-semibold">{name}</span>
              <span className="block text-quiet text-sm">
                {population} people, {dealers} dealers
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-6">
          <Link to="/texas" className="link font-semibold">
            See all Texas locations
          </Link>
        </p>
      </Section>
      <CallToAction title="Find out where you stand today" text="Takes 3 minutes • No credit pull • All credit welcome">
        <ButtonLink to="/apply" look="sun">
          Start PreQualification Now
        </ButtonLink>
      </CallToAction>
    </>
  );
}

function ForecastBanner() {
  return (
    <section className="on-deep bg-deep text-paper">
      <div className="mx-auto grid max-w-page items-center gap-x-12 gap-y-3 px-4 py-8 sm:px-6 md:grid-cols-[auto_1fr]">
        <p className="font-semibold text-h1 text-sun leading-none">{claims.accuracy}</p>
        <div>
          <h2 className="text-h3">An AI forecast shows us where to look first</h2>
          <p className="mt-1 max-w-text">
            It estimates how likely an approval is, about {claims.accuracy} accurate, and routes you to lenders that
            suit you. {GUIDANCE_NOTE}
          </p>
        </div>
      </div>
    </section>
  );
}
