import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { lenderCategories } from "../copy/lenders.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Keys } from "../ui/drawings/keys.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** What is said of traditional lenders, and of specialty lenders. */
const comparison = () => [
  [t`Who they are`, t`Major banks and credit unions`, t`Auto finance companies and specialty lenders`],
  [t`Look first at`, t`Your credit history`, t`Your income today`],
  [t`Good for`, t`Stronger credit, at lower rates`, t`Past bankruptcies, repossessions, thin files`],
  [t`Vehicles`, t`New and newer`, t`Used, with more money down`],
];

const situations = () => [
  { title: claims.creditBands.excellent, text: t`Excellent. We look for the lowest rate.` },
  { title: claims.creditBands.good, text: t`Good. Banks and credit unions are likely to fit.` },
  { title: claims.creditBands.fair, text: t`Fair. Income and money down make the difference.` },
  { title: claims.creditBands.rebuilding, text: t`Rebuilding. Your paycheck counts.` },
  {
    title: t`After a bankruptcy`,
    text: t`A discharged Chapter 7 should be ${claims.chapter7Discharged} old.`,
  },
  {
    title: t`After a repossession`,
    text: t`Recent means ${claims.recentRepossession}. More lenders say yes later on.`,
  },
];

const whyLenders = () => [
  t`Complete applications, in five steps.`,
  t`Applicants who fit your rules.`,
  t`A Texas team, in the car industry since ${claims.since}.`,
  t`TCPA-compliant communications, with each applicant’s recorded consent.`,
];

const benefits = () => [
  t`One form. Free to you. Lenders pay us.`,
  t`No credit pull, and nothing goes to a lender until you say yes.`,
  t`Vehicles up to ${claims.vehicleAge} old with under ${claims.vehicleMiles} are easiest to finance.`,
  t`Self-employed? You should have ${claims.selfEmployed} in business.`,
];

export default function PartnersPage() {
  return (
    <>
      <Head
        title="Lender Network"
        description={t`${claims.lenderPartners} lender partners in Texas: major banks, credit unions, auto finance companies and specialty lenders.`}
      />
      <Hero
        tone="sand"
        kicker="Lender Network"
        title={t`${claims.lenderPartners} lenders. One short form to reach them.`}
        lead="We look for the lenders that suit you."
        drawing={<Keys />}
      >
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </Hero>
      <Section title="Who is likely to fit you">
        <ul className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3 lg:gap-x-12 lg:gap-y-8">
          {situations().map(({ title, text }) => (
            <li key={title} className="border-bluebonnet border-t-4 pt-2">
              <h3 className="tabular-nums first-letter:uppercase">{title}</h3>
              <p className="mt-1">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section tone="tint" title="Four kinds of lenders">
        <LenderList />
        <div className="mt-6 grid grid-cols-1 gap-x-16 gap-y-5 lg:mt-8 lg:grid-cols-2">
          <p>
            {t`Terms up to ${claims.longestTerm}. Down payments of ${claims.downPayment} at some lenders. With the best credit only: Rates as low as ${claims.lowestApr}.`}{" "}
            <TextLink to="/calculator">Try it with your own numbers</TextLink>
          </p>
          <RepresentativeExample className="text-quiet" />
        </div>
      </Section>
      <Section title="Traditional or specialty">
        <table className="w-full text-left max-sm:block">
          <thead className="border-edge border-b-2 font-display max-sm:block max-sm:text-sm sm:text-h3">
            <tr className={row}>
              <td className="max-sm:hidden" />
              {[t`Traditional lenders`, t`Specialty lenders`].map((kind) => (
                <th key={kind} scope="col" className="pb-2 leading-tight sm:w-2/5">
                  {kind}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {comparison().map(([name, ...both]) => (
              <tr key={name} className={`border-line border-b ${row}`}>
                <th scope="row" className="pt-2 font-normal text-quiet max-sm:col-span-2">
                  {name}
                </th>
                {both.map((text) => (
                  <td key={text} className="pb-2 sm:pt-2 sm:pr-2">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section tone="sand">
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-16">
          <div>
            <h2 className="mb-3 text-h3">What’s in it for you</h2>
            <CheckList items={benefits()} />
          </div>
          <div>
            <h2 className="mb-3 text-h3">Why lenders partner with us</h2>
            <CheckList items={whyLenders()} />
          </div>
        </div>
      </Section>
      <CallToAction title="Let’s start with the right lender" text="About 3 minutes, no credit pull, free to you.">
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </CallToAction>
    </>
  );
}

/** On a phone the row's name stands above what it compares. */
const row = "align-top max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4";

function LenderList() {
  return (
    <ul className="grid grid-cols-1 gap-x-16 md:grid-cols-2">
      {lenderCategories().map(({ name, count, text }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 border-line border-t py-2 sm:py-3">
          <p className="min-w-20 font-display text-bluebonnet text-h2 leading-none">{count}</p>
          <div className="min-w-0 flex-1 basis-48">
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
