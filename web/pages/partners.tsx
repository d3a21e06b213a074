import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { lenderCategories } from "../copy/lenders.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** The kinds of lenders in two groups, with what each looks at. */
const groups = () => {
  const looksAt = [
    t`Your credit history, first of all`,
    t`The whole application`,
    t`Your income, and the vehicle`,
    t`Your income today`,
  ];
  const kinds = lenderCategories().map((kind, index) => ({ ...kind, looksAt: looksAt[index], color: HILLS[index] }));
  return [
    {
      title: t`Traditional lenders`,
      text: t`Stronger credit, at lower rates, for new and newer vehicles.`,
      kinds: kinds.slice(0, 2),
    },
    {
      title: t`Specialty lenders`,
      text: t`Past bankruptcies, repossessions, thin files. Used vehicles, with more money down.`,
      kinds: kinds.slice(2),
    },
  ];
};

const HILLS = ["var(--color-haze)", "var(--color-hill)", "var(--color-field)", "var(--color-meadow)"];

const situations = () => [
  { title: claims.creditBands.rebuilding, text: t`Rebuilding. Your paycheck counts.` },
  { title: claims.creditBands.fair, text: t`Fair. Income and money down make the difference.` },
  { title: claims.creditBands.good, text: t`Good. Banks and credit unions are likely to fit.` },
  { title: claims.creditBands.excellent, text: t`Excellent. We look for the lowest rate.` },
  { title: t`After a bankruptcy`, text: t`A discharged Chapter 7 should be ${claims.chapter7Discharged} old.` },
  {
    title: t`After a repossession`,
    text: t`Recent means ${claims.recentRepossession}. More lenders say yes later on.`,
  },
];

const whyLenders = () => [
  t`Complete applications, in five steps.`,
  t`Applicants who fit your rules.`,
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
        lead="The higher the hill, the more they lend at your credit score. Each lender decides for itself."
        ground={<CreditScale />}
      >
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </Hero>
      <Section>
        <div className="wrap-anywhere grid grid-cols-1 gap-y-5 lg:grid-cols-[16rem_1fr]">
          <h2 className="lg:max-w-52">Who is likely to fit you</h2>
          <ul className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-[3fr_2fr_2fr_3fr] lg:gap-y-8">
            {situations().map(({ title, text }, index) => (
              <li key={title} className={index < MARKS.length ? "" : "lg:col-span-2"}>
                <h3 className="tabular-nums first-letter:uppercase">{title}</h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <details className="fold mt-8">
          <summary>
            <h2 className="text-h3">What’s in it for you, and why lenders partner with us</h2>
          </summary>
          <div className="grid grid-cols-1 gap-x-16 gap-y-6 pt-2 pb-6 md:grid-cols-2">
            <CheckList items={benefits()} />
            <CheckList items={whyLenders()} />
            <p>
              {t`Terms up to ${claims.longestTerm}. Down payments of ${claims.downPayment} at some lenders. With the best credit only: Rates as low as ${claims.lowestApr}.`}{" "}
              <TextLink to="/calculator">Try it with your own numbers</TextLink>
            </p>
            <RepresentativeExample className="text-quiet" />
          </div>
        </details>
      </Section>
      <CallToAction title="Let’s start with the right lender" text="About 3 minutes, no credit pull, free to you.">
        <ButtonLink to="/apply">Start My Pre-Qualification</ButtonLink>
      </CallToAction>
    </>
  );
}

/** Where the bands of credit begin along the scale. The outer ones are wider. */
const MARKS = ["300", "580", "640", "720"];

/** Each kind of lender as a hill over one road of credit scores: the higher, the more of its loans go there than the market's (priors.ts). */
function CreditScale() {
  return (
    <>
      <div className="relative mx-auto max-w-page px-4 sm:px-6">
        <div
          aria-hidden="true"
          className="absolute inset-x-6 inset-y-0 ml-64 grid grid-cols-[3fr_2fr_2fr_3fr] pt-8 max-lg:hidden"
        >
          {MARKS.map((mark) => (
            <div key={mark} className="border-edge/40 border-dashed not-first:border-l" />
          ))}
        </div>
        {groups().map(({ title, text, kinds }) => (
          <div key={title}>
            <p className="relative pt-3 text-sm">
              <strong>{title}</strong> <span className="text-quiet">{text}</span>
            </p>
            <ul>
              {kinds.map(({ name, count, looksAt, yes, color }) => (
                <li key={name} className="relative items-end lg:grid lg:grid-cols-[16rem_1fr]">
                  <div className="relative pt-2 lg:py-3">
                    <h2 className="text-lead">
                      <span className="text-bluebonnet tabular-nums">{count}</span> {name}
                    </h2>
                    <p className="text-sm">{looksAt}</p>
                  </div>
                  <svg
                    viewBox="0 0 100 100"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    className="relative h-14 w-full lg:h-24"
                  >
                    <path d={hill(yes)} fill={color} />
                  </svg>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="bg-asphalt text-cream">
        <div className="mx-auto max-w-page px-4 sm:px-6">
          <p className="relative grid grid-cols-[3fr_2fr_2fr_3fr] border-sun border-t-3 border-dashed py-1.5 tabular-nums lg:ml-64">
            {MARKS.map((mark, index) => (
              <span key={mark} className={index ? "-translate-x-1/2 justify-self-start" : ""}>
                {mark}
              </span>
            ))}
            <span className="absolute right-0 py-1.5">850</span>
          </p>
        </div>
      </div>
    </>
  );
}

/** From the left edge to the right one: as high as a yes is likely in the three bands of the forecast, in percent. */
function hill(yes: number[]) {
  const [low, middle, high] = yes.map((percent) => 100 - percent);
  return `M0 100V${low}H25C45 ${low} 45 ${middle} 60 ${middle}S75 ${high} 85 ${high}H100V100z`;
}
