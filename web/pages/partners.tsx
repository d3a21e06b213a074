import { Link } from "react-router-dom";
import { t } from "../../db/model/words.ts";
import { claims, lenderPartnersFirst } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { isSaid } from "../copy/claims/said.ts";
import { lenderCategories } from "../copy/lenders.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Keys } from "../ui/drawings/keys.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList, FactList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";

const traditional = () => [
  t`Major banks and credit unions`,
  t`Look first at your score and credit history`,
  t`Lower rates and longer terms for stronger credit`,
  t`New and newer vehicles`,
  t`Want to see a steady job and a low debt load`,
];

const specialty = () => [
  t`Auto finance companies and specialty lenders`,
  t`Look first at your income and where you stand today`,
  t`Work with past bankruptcies, repossessions and thin files`,
  t`Used vehicles, often with more money down`,
  t`On-time payments can help rebuild your credit`,
];

const situations = () => [
  {
    title: claims.creditBands.excellent,
    text: t`Excellent credit. Most lenders are open to you, so the job is finding the lowest rate.`,
  },
  {
    title: claims.creditBands.good,
    text: t`Good credit. Banks and credit unions are likely to fit. Compare two or three.`,
  },
  {
    title: claims.creditBands.fair,
    text: t`Fair credit. Income, time on the job and some money down make the difference.`,
  },
  {
    title: claims.creditBands.rebuilding,
    text: t`Rebuilding. Specialty lenders look at your paycheck and at what's changed.`,
  },
  {
    title: t`After a bankruptcy`,
    text: t`A discharged Chapter 7 should be ${claims.chapter7Discharged} old. Tell us the date and we'll know who to call.`,
  },
  {
    title: t`After a repossession`,
    text: t`Recent means ${claims.recentRepossession}. Fewer lenders say yes during that time, and more do later on.`,
  },
];

const terms = () => [
  { figure: claims.lowestApr, label: t`lowest rate, best credit only` },
  { figure: claims.longestTerm, label: t`longest term` },
  { figure: claims.downPayment, label: t`down at some lenders` },
];

const whyLenders = () => [
  { term: t`Complete applications`, text: t`Five short steps cover what you need for a first answer to an applicant.` },
  {
    term: t`Applicants who fit`,
    text: t`A specialist uses the AI forecast and your own rules to suggest you to the right people.`,
  },
  {
    term: t`A team that knows Texas`,
    text: isSaid("since")
      ? t`We've been in the car industry since ${claims.since}.`
      : t`We work with buyers, dealers and lenders in Texas only.`,
  },
  {
    term: t`Clean consent`,
    text: t`TCPA-compliant communications. Each application shows when and how the applicant agreed to be introduced to you.`,
  },
];

const benefits = () => [
  t`One form instead of one per lender.`,
  t`Nothing goes to a lender until you say yes to that one.`,
  t`No credit pull to pre-qualify. Inquiries come later, with your explicit consent.`,
  t`Free to you. Lenders pay us.`,
  t`Vehicles up to ${claims.vehicleAge} old with under ${claims.vehicleMiles} are easiest to finance, and we'll tell you so before you shop.`,
  t`Self-employed? With ${claims.selfEmployed} in business, there are lenders for you too.`,
];

export default function PartnersPage() {
  return (
    <>
      <Head
        title="Lender Network"
        description={t`${{ lenderPartners: lenderPartnersFirst() }} lender partners in Texas: major banks, credit unions, auto finance companies and specialty lenders.`}
      />
      <Hero
        tone="sand"
        kicker="Lender Network"
        title={t`${{ lenderPartners: lenderPartnersFirst() }} lenders. One short form to reach them.`}
        lead="Each lender likes a different kind of application. We look for the ones likely to say yes, so you don't rack up turndowns finding out."
        drawing={<Keys />}
      >
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </Hero>
      <Section title="Four kinds of lenders">
        <ul className="grid grid-cols-1 gap-x-12 sm:grid-cols-2">
          {lenderCategories().map(({ name, count, text }) => (
            <li
              key={name}
              className={`items-baseline border-line border-t py-5 ${count ? "grid grid-cols-[6rem_1fr]" : ""}`}
            >
              {count && <p className="font-display text-bluebonnet text-h2">{count}</p>}
              <div className="min-w-0">
                <h3>{name}</h3>
                <p className="mt-1">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        tone="deep"
        title="What the network offers"
        lead={
          isSaid("terms")
            ? t`Terms up to ${claims.longestTerm}. Down payments of ${claims.downPayment} at some lenders. With the best credit only: Rates as low as ${claims.lowestApr}.`
            : t`Rate, term and down payment depend on your credit, the vehicle and the lender.`
        }
      >
        {isSaid("terms") && <Stats items={terms()} />}
        <RepresentativeExample className="mt-8" />
        <p className="mt-6">
          <Link to="/calculator" className="underline underline-offset-4">
            Try it with your own numbers
          </Link>
        </p>
      </Section>
      <Section
        title="Traditional or specialty"
        lead="Neither one is better. They look at different things, and many Texans start with one and move on to the other."
      >
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <Card>
            <h3 className="mb-4">Traditional lenders</h3>
            <CheckList items={traditional()} />
          </Card>
          <Card>
            <h3 className="mb-4">Specialty lenders</h3>
            <CheckList items={specialty()} />
          </Card>
        </div>
      </Section>
      <Section tone="tint" title="Where you stand, and who is likely to fit">
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {situations().map(({ title, text }) => (
            <li key={title} className="rounded-card bg-card p-5">
              <h3 className="tabular-nums first-letter:uppercase">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="What's in it for you"
        aside={<CheckList items={benefits()} />}
        lead="Save time, protect your score and know where you stand before you shop."
      />
      <Section tone="sand" title="Why lenders partner with us">
        <FactList items={whyLenders()} />
      </Section>
      <CallToAction title="Let's start with the right lender" text="About 3 minutes, no credit pull, free to you.">
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </CallToAction>
    </>
  );
}
