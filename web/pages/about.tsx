import { Clock, HandHeart, Landmark, MapPin, SearchX, ShieldCheck } from "lucide-react";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { claims, replyWithin } from "../copy/claims/claims.ts";
import { companyStats } from "../copy/claims/company-stats.ts";
import { lenderCategories } from "../copy/lenders.ts";
import { Fact, whoWeAre } from "../copy/who-we-are.tsx";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { MainStreet } from "../ui/drawings/main-street.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { IconList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";
import { TextLink } from "../ui/text-link.tsx";

const reasons = () => [
  {
    icon: MapPin,
    title: t`Local expertise`,
    text: t`We work in Texas, and serve all ${claims.counties} counties.`,
  },
  {
    icon: Landmark,
    title: t`Lender network`,
    text: t`${claims.lenderPartners} lender partners, from major banks to specialty lenders.`,
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
        lead={t`${brand.name} helps Texans find a car loan that fits, in the car industry since ${claims.since}.`}
        drawing={<MainStreet />}
      >
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </Hero>
      <Section tone="deep">
        <Story />
        <Stats items={companyStats()} />
      </Section>
      {whoWeAre().length > 0 && (
        <Section title="Who stands behind this">
          <dl className="grid grid-cols-1 gap-x-12 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
            {whoWeAre().map(([term, fact]) => (
              <Fact key={term} term={term}>
                {fact}
              </Fact>
            ))}
          </dl>
        </Section>
      )}
      <Section tone="tint" title="Six reasons to start with us">
        <IconList items={reasons()} columns={3} />
      </Section>
      <Section title="Four kinds of lenders" aside={<LenderCounts />}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to="/partners" look="outline">
            Learn About Our Partners
          </ButtonLink>
          <TextLink to="/stories">Read success stories</TextLink>
        </div>
      </Section>
      <CallToAction title="See what fits you" text="About 3 minutes, free, and no credit pull.">
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </CallToAction>
    </>
  );
}

function LenderCounts() {
  return (
    <dl>
      {lenderCategories().map(({ name, count }) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-1.5 sm:py-3"
        >
          <dt className="text-lead">{name}</dt>
          <dd className="font-display text-bluebonnet text-h2">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why we do this, beside the year when it began. */
function Story() {
  return (
    <div className="mb-7 grid grid-cols-1 items-end gap-x-16 gap-y-6 sm:mb-12 lg:grid-cols-[auto_1fr]">
      <p>
        <span className="text-lead">Since</span>
        <span className="block font-display text-[clamp(6rem,19vw,13rem)] text-sun leading-[0.8]">{claims.since}</span>
      </p>
      <div>
        <h2>Why we do this</h2>
        <div className="prose mt-4">
          <p>
            Most people look for a car first and learn about the loan last, in a small office, late in the day. It’s
            backwards. So we turned it around: you’ll know where you stand before you shop.
          </p>
          <p>
            <strong>How we’re paid:</strong> by lenders. The service is free to you, and we’ll never charge you for an
            answer.
          </p>
        </div>
      </div>
    </div>
  );
}
