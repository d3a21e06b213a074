import { Lock, MapPin, Users } from "lucide-react";
import { t } from "../../db/model/words.ts";
import { FirstAnswers } from "../apply/first-answers.tsx";
import { accuracyClaim, claims, guidanceNote } from "../copy/claims/claims.ts";
import { companyStats } from "../copy/claims/company-stats.ts";
import { HowGood } from "../copy/claims/how-good.tsx";
import { isSaid } from "../copy/claims/said.ts";
import { metros } from "../copy/texas/metros.ts";
import { TexasMap } from "../copy/texas/texas-map.tsx";
import { threeSteps } from "../copy/three-steps.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { OneOfMany } from "../ui/form/one-of-many.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { RoadSteps } from "../ui/page/road-steps.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";
import { TextLink } from "../ui/text-link.tsx";

const badges = () => [
  { icon: Lock, text: t`Secure Form` },
  { icon: Users, text: t`All Credit Welcomed` },
  { icon: MapPin, text: t`Local Texas Experts` },
];

const situations = () => [
  { term: t`Excellent credit`, text: t`You've earned a low rate. We'll help you look for it.` },
  { term: t`Good credit`, text: t`More than one lender is likely to fit, so it pays to compare.` },
  { term: t`Fair credit`, text: t`Your income and time on the job carry more weight, so lead with those.` },
  { term: t`Poor credit`, text: t`Specialty lenders look at where you stand today, not just at a score.` },
  { term: t`No credit`, text: t`Everybody starts somewhere. A paycheck and a bank account are a good start.` },
  { term: t`First-time buyer`, text: t`Some lenders have programs for a first loan. We know which ones.` },
  {
    term: t`Bankruptcy`,
    text: t`A discharged Chapter 7 should be ${claims.chapter7Discharged} old. Still open? Tell us anyway.`,
  },
  { term: t`Repossession`, text: t`It happens. Once it's a year behind you, more lenders will take a look.` },
  {
    term: t`Divorce`,
    text: t`Old joint debts can follow you for a while. From here on, it's your own income that counts.`,
  },
  {
    term: t`Self-employed`,
    text: t`${claims.selfEmployed} in business? Tax returns or bank statements can prove your income.`,
  },
  { term: t`Veteran`, text: t`Retirement and disability pay are income. List them like a paycheck.` },
  { term: t`Medical debt`, text: t`Many lenders treat a hospital bill differently from other debts.` },
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
        lead="One short form. A local Texas team reviews it and looks for lenders and dealers that fit you. It's free, whatever your credit looks like."
        aside={<FirstAnswers className="relative z-1 max-lg:hidden" />}
        ground={<Landscape className="h-44 sm:h-56 lg:-mt-24 lg:h-64" />}
      >
        <ButtonLink to="/apply">Start My PreQual Now</ButtonLink>
        <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          {badges().map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-5" /> {text}
            </li>
          ))}
        </ul>
      </Hero>
      <ForecastBanner />
      <Section title="Three steps to a car that fits" lead="Fill out one form. We'll ride along the rest of the way.">
        <RoadSteps steps={threeSteps()} />
        <p className="mt-8">
          <TextLink to="/how-it-works">See what happens, step by step</TextLink>
        </p>
      </Section>
      <Section tone="tint">
        <Stats items={companyStats()} />
      </Section>
      <Section
        title="Which sounds like you?"
        lead="Jobs end, people get sick, marriages change. You don't have to explain any of it away. Whatever your credit has been through, you're welcome here."
      >
        <OneOfMany name="situation" label="Which sounds like you?" items={situations()} />
        <p className="flex flex-wrap items-center gap-x-8 gap-y-3">
          <ButtonLink to="/apply" look="outline">
            Get Started Today
          </ButtonLink>
          <TextLink to="/stories">Read success stories</TextLink>
          <TextLink to="/calculator">See what a car would cost a month</TextLink>
        </p>
      </Section>
      <Section
        tone="sand"
        title="Close to home, anywhere in Texas"
        lead={
          isSaid("dealerships")
            ? t`${claims.dealerships} dealerships statewide, and all ${claims.counties} counties served: from the four big metros to the smallest town.`
            : t`All ${claims.counties} counties served: from the four big metros to the smallest town.`
        }
        aside={<TexasMap className="mx-auto w-full max-w-md" />}
      >
        <ul className="grid max-w-text grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-x-4">
          {metros.map(({ name, population, dealers }) => (
            <li key={name} className="border-edge/40 border-t py-3">
              <span className="font-display text-h3 leading-tight">{name}</span>
              <span className="block text-quiet text-sm">
                {isSaid(`dealers in ${name}`) ? t`${population} people, ${dealers} dealers` : t`${population} people`}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-6">
          <TextLink to="/texas">See all Texas locations</TextLink>
        </p>
      </Section>
      <CallToAction title="Find out where you stand today" text="Takes 3 minutes • No credit pull • All credit welcome">
        <ButtonLink to="/apply">Start PreQualification Now</ButtonLink>
      </CallToAction>
    </>
  );
}

function ForecastBanner() {
  return (
    <section className="on-deep">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-3 px-4 pt-6 pb-10 sm:px-6 md:grid-cols-[2fr_3fr]">
        <h2 className="text-h3">An AI forecast shows us where to look first</h2>
        <p>
          It estimates how likely an approval is. {accuracyClaim()} A specialist uses it, along with the lenders' own
          rules, to look for lenders that fit you. {guidanceNote()} <HowGood />
        </p>
      </div>
    </section>
  );
}
