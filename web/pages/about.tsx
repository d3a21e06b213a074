import { Clock, HandHeart, Landmark, MapPin, SearchX, ShieldCheck } from "lucide-react";
import { t } from "../../db/model/words.ts";
import { claims, replyWithin } from "../copy/claims/claims.ts";
import { companyStats } from "../copy/claims/company-stats.ts";
import { lenderCategories } from "../copy/lenders.ts";
import { Fact, whoWeAre } from "../copy/who-we-are.tsx";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { MainStreet } from "../ui/drawings/main-street.tsx";
import { Lender, Manager, Specialist } from "../ui/drawings/readers.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { IconList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

const readers = () => [
  {
    Drawing: Specialist,
    title: t`A specialist`,
    when: claims.phoneHours,
    text: t`Reads all of it, and calls you.`,
  },
  {
    Drawing: Manager,
    title: t`A manager`,
    when: t`If we’re late`,
    text: t`Sees what waits too long, and says who takes it.`,
  },
  {
    Drawing: Lender,
    title: t`A lender`,
    when: t`After your yes`,
    text: t`The one you said yes to, and no other.`,
  },
];

const reasons = () => [
  {
    icon: MapPin,
    title: t`Local expertise`,
    text: t`In Texas, in all ${claims.counties} counties.`,
  },
  {
    icon: Landmark,
    title: t`Lender network`,
    text: t`From major banks to specialty lenders.`,
  },
  {
    icon: ShieldCheck,
    title: t`Trusted`,
    text: t`In the car industry since ${claims.since}, with TCPA-compliant communications: we stop when you say so.`,
  },
  {
    icon: SearchX,
    title: t`No-credit-pull pre-qualification`,
    text: t`Nothing you send us touches your credit. An inquiry takes your explicit consent.`,
  },
  {
    icon: Clock,
    title: t`Fast response`,
    text: t`Same-day response Monday to Saturday. Most applications are answered within ${claims.businessHoursResponse} in business hours, and emails within ${replyWithin()}.`,
  },
  {
    icon: HandHeart,
    title: t`All credit welcome`,
    text: t`Excellent, fair, or starting over: we treat everybody the same.`,
  },
];

export default function AboutPage() {
  return (
    <>
      <Head
        title="About"
        description={t`Texas auto-finance specialists since ${claims.since}: who we are, how we’re paid, and why all credit is welcome.`}
      />
      <Hero
        tone="sand"
        kicker="About"
        title="A Texas team on your side of the desk"
        lead="Most people shop first and learn about the loan last. We turned it around: you’ll know where you stand before you shop."
        drawing={<MainStreet />}
      >
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </Hero>
      <Section title="Who reads your form">
        <ol className="grid grid-cols-1 gap-y-6 md:grid-cols-3">
          {readers().map(({ Drawing, title, when, text }) => (
            <li key={title} className="grid grid-cols-[7rem_1fr] items-end gap-x-4 md:block">
              <div className="border-wood border-b-8 md:border-b-12">
                <div className="md:mx-auto md:w-3/5">
                  <Drawing />
                </div>
              </div>
              <div className="md:mt-4 md:pr-8">
                <h3>{title}</h3>
                <p className="text-bluebonnet text-sm">{when}</p>
                <p className="mt-1">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        {whoWeAre().length > 0 && (
          <dl className="mt-8 grid grid-cols-1 gap-x-12 gap-y-5 border-line border-t pt-5 sm:grid-cols-2 lg:grid-cols-3">
            {whoWeAre().map(([term, fact]) => (
              <Fact key={term} term={term}>
                {fact}
              </Fact>
            ))}
          </dl>
        )}
      </Section>
      <Section tone="tint" title="Six reasons to start with us">
        <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[2fr_1fr]">
          <IconList items={reasons()} />
          <LenderNetwork />
        </div>
      </Section>
      <CallToAction title="See what fits you" text="About 3 minutes, free, and no credit pull." stats={companyStats()}>
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </CallToAction>
    </>
  );
}

function LenderNetwork() {
  return (
    <div>
      <h3>{t`${claims.lenderPartners} lender partners`}</h3>
      <dl className="mt-2">
        {lenderCategories().map(({ name, count }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-1.5">
            <dt>{name}</dt>
            <dd className="font-display text-bluebonnet text-h3">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">
        <strong>How we’re paid:</strong> by lenders. The service is free to you.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/partners" look="outline">
          Learn About Our Partners
        </ButtonLink>
        <TextLink to="/stories">Read success stories</TextLink>
      </div>
    </div>
  );
}
