import { Clock, HandHeart, Landmark, MapPin, SearchX, ShieldCheck } from "lucide-react";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { claims, lenderPartnersFirst, replyWithin, usualResponse } from "../copy/claims/claims.ts";
import { companyStats } from "../copy/claims/company-stats.ts";
import { isSaid } from "../copy/claims/said.ts";
import { lenderCategories } from "../copy/lenders.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { MainStreet } from "../ui/drawings/main-street.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { IconList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Vehicle } from "../ui/vehicle.tsx";

const reasons = () => [
  {
    icon: MapPin,
    title: t`Local expertise`,
    text: t`We work in Texas, with dealers near you and lenders that finance Texans. We know what a long commute here does to a car.`,
  },
  {
    icon: Landmark,
    title: t`Lender network`,
    text: t`${{ lenderPartners: lenderPartnersFirst() }} lender partners, from big banks to lenders that work with second chances. Fill out one form, and we'll look for the ones that fit.`,
  },
  {
    icon: ShieldCheck,
    title: t`Trusted`,
    text: isSaid("since")
      ? t`In the car industry since ${claims.since}. TCPA-compliant communications: we'll contact you only if you agree, and we'll stop when you say so.`
      : t`TCPA-compliant communications: we'll contact you only if you agree, and we'll stop when you say so.`,
  },
  {
    icon: SearchX,
    title: t`No-credit-pull pre-qualification`,
    text: t`Nothing you send us touches your credit. An inquiry comes later, and only with your explicit consent.`,
  },
  {
    icon: Clock,
    title: t`Fast response`,
    text: t`Same-day response Monday to Saturday. Most applications are answered ${usualResponse()}, and emails within ${replyWithin()}.`,
  },
  {
    icon: HandHeart,
    title: t`All credit welcome`,
    text: t`Excellent, fair, or starting over after a bankruptcy. You'll get the same respect either way.`,
  },
];

export default function AboutPage() {
  return (
    <>
      <Head
        title="About"
        description={
          isSaid("since")
            ? t`Texas auto-finance specialists since ${claims.since}: who we are, how we're paid, and why all credit is welcome.`
            : t`Texas auto-finance specialists: who we are, how we're paid, and why all credit is welcome.`
        }
      />
      <Hero
        tone="sand"
        kicker="About"
        title="A Texas team on your side of the desk"
        lead={
          isSaid("since")
            ? t`${brand.name} helps Texans find a car loan that fits, whatever their credit has been through. We've been in the car industry since ${claims.since}.`
            : t`${brand.name} helps Texans find a car loan that fits, whatever their credit has been through.`
        }
        drawing={<MainStreet />}
      />
      <Section tone="deep">
        <Stats items={companyStats()} />
      </Section>
      <Section title="Why we do this" aside={<LotDrawing />}>
        <div className="prose">
          <p>
            {isSaid("since")
              ? t`Most people look for a car first and learn about the loan last, in a small office, late in the day. We've watched it from inside the car industry since ${claims.since}. It's backwards.`
              : t`Most people look for a car first and learn about the loan last, in a small office, late in the day. It's backwards.`}
          </p>
          <p>
            So we turned it around. Tell us your situation in about 3 minutes, at home, with no credit pull. A
            specialist in Texas uses our forecast and the lenders' own rules to look for lenders that fit, and asks you
            before introducing you to any of them. You'll know where you stand before you shop.
          </p>
          <p>
            <strong>How we're paid:</strong> by lenders. The service is free to you, and we'll never charge you for an
            answer.
          </p>
        </div>
      </Section>
      <Section tone="tint" title="Six reasons to start with us">
        <IconList items={reasons()} columns={3} />
      </Section>
      <Section
        title="Lenders for just about every situation"
        lead={t`${{ lenderPartners: lenderPartnersFirst() }} lenders in four groups. Each looks for something different, so a no from one isn't a no from all.`}
        aside={<LenderCounts />}
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to="/partners" look="outline">
            Learn About Our Partners
          </ButtonLink>
          <TextLink to="/stories">Read success stories</TextLink>
        </div>
      </Section>
      <CallToAction
        title="See what fits you"
        text="About 3 minutes, free, and no credit pull. A person in Texas answers."
      >
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </CallToAction>
    </>
  );
}

function LenderCounts() {
  return (
    <dl>
      {lenderCategories().map(({ name, count }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-3">
          <dt className="text-lead">{name}</dt>
          <dd className="font-display text-bluebonnet text-h2">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A car lot with a sign. */
function LotDrawing() {
  return (
    <svg viewBox="0 0 480 320" aria-hidden="true" className="w-full rounded-card">
      <path d="M0 0h480v320H0z" fill="var(--color-tint)" />
      <circle cx="380" cy="92" r="46" fill="var(--color-sun)" />
      <path d="M0 190q120-50 260-14t220-16v160H0z" fill="var(--color-hill)" />
      <path d="M88 70h12v180H88z" fill="var(--color-asphalt)" />
      <path d="M24 34q0-10 10-10h120q10 0 10 10v66q0 10-10 10H34q-10 0-10-10z" fill="var(--color-deep)" />
      {isSaid("since") ? (
        <g fill="var(--color-cream)" textAnchor="middle" fontWeight="600">
          <text x="94" y="58" fontSize="18">
            Since
          </text>
          <text x="94" y="94" fontSize="34" fill="var(--color-sun)">
            {claims.since}
          </text>
        </g>
      ) : (
        <path d="m94 37 7 21h23l-18 14 7 22-19-13-19 13 7-22-18-14h23z" fill="var(--color-sun)" />
      )}
      <path d="M0 236h480v84H0z" fill="var(--color-asphalt)" />
      <path d="M150 236l-24 84M290 236l0 84M430 236l24 84" stroke="var(--color-cream)" strokeWidth="4" />
      <Vehicle kind="suv" at={[153, 290]} color="var(--color-cream)" />
      <Vehicle kind="pickup" at={[304, 290]} color="var(--color-bluebonnet)" />
      <Vehicle kind="sedan" at={[8, 290]} color="var(--color-sun)" />
    </svg>
  );
}
