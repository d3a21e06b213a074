import { claims } from "../copy/claims.ts";
import { lenderCategories } from "../copy/lenders.ts";
import { RepresentativeExample } from "../copy/representative-example.tsx";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/call-to-action.tsx";
import { Card } from "../ui/card.tsx";
import { Hero } from "../ui/hero.tsx";
import { CheckList, FactList } from "../ui/lists.tsx";
import { Section } from "../ui/section.tsx";
import { Stats } from "../ui/stats.tsx";

const traditional = [
  "Major banks and credit unions",
  "Look first at your score and credit history",
  "Lower rates and longer terms for stronger credit",
  "New and newer vehicles",
  "Want to see a steady job and a low debt load",
];

const specialty = [
  "Auto finance companies and specialty lenders",
  "Look first at your income and where you stand today",
  "Work with past bankruptcies, repossessions and thin files",
  "Used vehicles, often with more money down",
  "On-time payments can help rebuild your credit",
];

const situations = [
  {
    title: claims.creditBands.excellent,
    text: "Excellent credit. Most lenders are open to you, so the work is to find the lowest rate.",
  },
  {
    title: claims.creditBands.good,
    text: "Good credit. Banks and credit unions are likely to fit. Compare two or three.",
  },
  {
    title: claims.creditBands.fair,
    text: "Fair credit. Income, time on the job and some money down make the difference.",
  },
  {
    title: claims.creditBands.rebuilding,
    text: "Rebuilding. Specialty lenders look at your paycheck and at what has changed.",
  },
  {
    title: "After a bankruptcy",
    text: `A discharged Chapter 7 should be ${claims.chapter7Discharged} old. Tell us the date, and we know whom to ask.`,
  },
  {
    title: "After a repossession",
    text: `Recent means ${claims.recentRepossession}. Fewer lenders look then; more do as time goes by.`,
  },
];

const terms = [
  { figure: claims.lowestApr, label: "lowest rate" },
  { figure: claims.longestTerm, label: "longest term" },
  { figure: claims.downPayment, label: "down at some lenders" },
];

const whyLenders = [
  { term: "Complete applications", text: "Five short steps give a lender what it needs for a first answer." },
  { term: "Applicants that fit", text: "The AI forecast routes to each lender what that lender is looking for." },
  { term: "People who know the ground", text: `A Texas team, in the car industry since ${claims.since}.` },
  { term: "Clean consent", text: "TCPA-compliant communications, with a record of what the applicant agreed to." },
];

const benefits = [
  "One form instead of one per lender.",
  "No credit pull to pre-qualify. Inquiries come later, with your explicit consent.",
  "Free to you. Lenders pay us.",
  `Vehicles up to ${claims.vehicleAge} old with under ${claims.vehicleMiles} are easiest to finance, and we say so before you shop.`,
  `Self-employed? With ${claims.selfEmployed} in business, there are lenders for you too.`,
];

export default function PartnersPage() {
  return (
    <>
      <Head
        title="Lender Network"
        description={`${claims.lenderPartners} lender partners in Texas: major banks, credit unions, auto finance companies and specialty lenders.`}
      />
      <Hero
        tone="sand"
        kicker="Lender Network"
        title={`${claims.lenderPartners} lenders. One short form to reach them.`}
        lead="Each lender likes a different kind of application. We know which one likes yours, so you do not collect refusals finding out."
      >
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </Hero>
      <Section title="Four kinds of lenders">
        <ul className="grid grid-cols-1 gap-x-12 sm:grid-cols-2">
          {lenderCategories.map(({ name, count, text }) => (
            <li key={name} className="grid grid-cols-[6rem_1fr] items-baseline border-line border-t py-5">
              <p className="font-semibold text-bluebonnet text-h2 tabular-nums">{count}</p>
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
        lead={`Rates as low as ${claims.lowestApr}. Terms up to ${claims.longestTerm}. Down payments of ${claims.downPayment} at some lenders.`}
      >
        <Stats items={terms} />
        <RepresentativeExample className="mt-8" />
      </Section>
      <Section
        title="Traditional or specialty"
        lead="Neither is better. They answer different questions, and many Texans start with one and move on to the other."
      >
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <Card>
            <h3 className="mb-4">Traditional lenders</h3>
            <CheckList items={traditional} />
          </Card>
          <Card>
            <h3 className="mb-4">Specialty lenders</h3>
            <CheckList items={specialty} />
          </Card>
        </div>
      </Section>
      <Section tone="tint" title="Where you stand, and who is likely to fit">
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {situations.map(({ title, text }) => (
            <li key={title} className="rounded-card bg-white p-5">
              <h3 className="tabular-nums first-letter:uppercase">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="What is in it for you"
        aside={<CheckList items={benefits} />}
        lead="You keep your time and your credit score, and you know before you shop."
      />
      <Section tone="sand" title="Why lenders partner with us">
        <FactList items={whyLenders} />
      </Section>
      <CallToAction title="Let us ask the right lender first" text="About 3 minutes, no credit pull, free to you.">
        <ButtonLink to="/apply" look="sun">
          Start My Pre-Qualification
        </ButtonLink>
      </CallToAction>
    </>
  );
}
