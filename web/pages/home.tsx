import { Lock, MapPin, Users } from "lucide-react";
import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { companyStats } from "../copy/claims/company-stats.ts";
import { SampleResult } from "../copy/sample-result.tsx";
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
  { term: t`Poor credit`, text: t`Specialty lenders look at where you stand today, not just at a score.` },
  { term: t`Fair credit`, text: t`Your income and time on the job carry more weight, so lead with those.` },
  { term: t`Good credit`, text: t`More than one lender may fit, so it pays to compare.` },
  { term: t`Excellent credit`, text: t`The lowest rates go to credit like yours.` },
  { term: t`No credit`, text: t`Everybody starts somewhere. A paycheck and a bank account are a good start.` },
  { term: t`First-time buyer`, text: t`Some lenders have programs for a first loan. Ask for one.` },
  {
    term: t`Bankruptcy`,
    text: t`A discharged Chapter 7 should be ${claims.chapter7Discharged} old. Still open? Tell us anyway.`,
  },
  { term: t`Repossession`, text: t`It happens. Once it’s a year behind you, more lenders will take a look.` },
  {
    term: t`Divorce`,
    text: t`Old joint debts can follow you. From here on, your own income counts.`,
  },
  {
    term: t`Self-employed`,
    text: t`${claims.selfEmployed} in business? Tax returns or bank statements can prove your income.`,
  },
  { term: t`Veteran`, text: t`Retirement and disability pay are income. List them like a paycheck.` },
  { term: t`Medical debt`, text: t`Many lenders treat hospital bills differently.` },
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
        lead="A Texas specialist looks for lenders that fit you. It’s free."
        aside={<SampleResult />}
        ground={
          <>
            <Landscape className="-mt-24 h-64 object-[29%_100%] sm:h-96 sm:object-[37%_100%] lg:-mt-72 lg:h-112 lg:object-[40%_100%]" />
            <div className="on-deep relative">
              <div className="mx-auto max-w-page px-4 py-5 sm:px-6 sm:py-8">
                <Stats items={companyStats()} />
              </div>
            </div>
          </>
        }
      >
        <ButtonLink to="/apply">Start My PreQual Now</ButtonLink>
        <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 max-sm:text-sm sm:mt-6">
          {badges().map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-5" /> {text}
            </li>
          ))}
        </ul>
      </Hero>
      <Section title="Three steps to a car that fits">
        <RoadSteps steps={threeSteps()} />
        <p className="mt-2 md:mt-8">
          <TextLink to="/how-it-works">See what happens, step by step</TextLink>
        </p>
      </Section>
      <Section title="Which sounds like you?" lead="Choose one to see what lenders look at.">
        <OneOfMany name="situation" label="Which sounds like you?" items={situations()} />
        <p className="mt-5 flex flex-wrap items-center gap-x-8 gap-y-1">
          <ButtonLink to="/apply" look="outline">
            Get Started Today
          </ButtonLink>
          <TextLink to="/stories">Read success stories</TextLink>
        </p>
      </Section>
      <Section
        tone="sand"
        title="Anywhere in Texas"
        lead={t`${claims.dealerships} dealerships statewide, and all ${claims.counties} counties served.`}
        aside={<TexasMap className="mx-auto w-full" />}
      >
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {metros.map(({ id, name }) => (
            <TextLink key={id} to={`/texas#${id}`}>
              {name}
            </TextLink>
          ))}
          <TextLink to="/texas">See all Texas locations</TextLink>
        </p>
      </Section>
      <CallToAction title="Find out where you stand today" text="Takes 3 minutes • No credit pull • All credit welcome">
        <ButtonLink to="/apply">Start PreQualification Now</ButtonLink>
      </CallToAction>
    </>
  );
}
