import { scoresIn } from "../../db/model/forecast/meaning.ts";
import { type BandResult, OUTCOMES_NEEDED } from "../../db/model/forecast/results.ts";
import { plural, t } from "../../db/model/words.ts";
import { claims, guidanceNote } from "../copy/claims/claims.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { BloomingField } from "../ui/drawings/blooming-field.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList, FactList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";

/** What the points card looks at (db/model/forecast). */
const looksAt = () => [
  { term: t`Income`, text: t`What you receive a month. A benefit, such as a pension, never counts for less than pay.` },
  { term: t`Time on the job`, text: t`The longer the better, up to three years. No employer? It costs nothing.` },
  { term: t`Your home`, text: t`Your time there, and what rent or a mortgage takes of your income.` },
  { term: t`A bank account`, text: t`An active one helps.` },
  {
    term: t`What happened before`,
    text: t`A bankruptcy, a repossession in the last 12 months, being behind on a mortgage.`,
  },
  { term: t`Auto loans`, text: t`One that you paid off, or pay now, helps.` },
  { term: t`Money down`, text: t`More of it helps, up to $2,000 or a month’s income.` },
];

const neverLooksAt = () => [
  t`Your name, age, address or ZIP code`,
  t`Your language, your bank, and the kind of ID you have`,
  t`Your credit report: nobody pulls it`,
];

export default function ForecastPage() {
  const bands = usePageData().forecast?.bands;
  return (
    <>
      <Head
        title="How good is our forecast?"
        description="What our AI forecast predicts, how it is made, and what lenders decided so far."
      />
      <Hero
        tone="sand"
        kicker="The AI forecast"
        title="How good is our forecast?"
        lead="It’s a number from 0 to 100: how likely it is that at least one of our lenders says yes within 30 days. At 82, it expects a yes for 82 of 100 people with such answers: those in bloom here."
        ground={
          <>
            <BloomingField blooming={82} />
            <div className="on-deep relative">
              <div className="mx-auto max-w-page px-4 py-6 sm:px-6 sm:py-10">
                <SoFar />
              </div>
            </div>
          </>
        }
      />
      {bands && <Results bands={bands} />}
      <Section
        title="How it’s made"
        lead="It adds up points for your answers, the same way for everybody. We set them by hand; none was learned from applicants. A low number refuses nobody: a person reviews every application, and lenders decide. Of the lenders whose rules you meet, the number puts that kind first that lends most to people with such credit (Experian 2023, Equifax 2022), until our lenders’ own answers say more."
      >
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[2fr_1fr] lg:gap-16">
          <FactList items={looksAt()} />
          <div className="self-start rounded-card bg-sand p-5 sm:p-7">
            <h3 className="mb-4">What it never looks at</h3>
            <CheckList items={neverLooksAt()} />
          </div>
        </div>
      </Section>
      <CallToAction title="See where you stand" text="About 3 minutes. No credit pull.">
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
      </CallToAction>
    </>
  );
}

/** How many outcomes there are, and what is right until there are enough. */
function SoFar() {
  const { forecast } = usePageData();
  return (
    <>
      <h2 className="text-h3">What we know today</h2>
      <div className="mt-2 grid grid-cols-1 items-center gap-x-12 gap-y-2 md:grid-cols-2">
        {forecast ? (
          <p className="flex flex-wrap items-center gap-x-5">
            <span className="font-display text-h1 leading-tight tabular-nums">{forecast.outcomes}</span>{" "}
            <span className="flex-1 basis-40">
              {plural(forecast.outcomes, {
                one: t`application has ended with a lender’s decision.`,
                other: t`applications have ended with a lender’s decision.`,
              })}
            </span>
          </p>
        ) : (
          <p>We can’t read the count right now. Please reload the page in a minute.</p>
        )}
        {forecast?.bands === null && (
          <p>{t`With fewer than ${OUTCOMES_NEEDED}, a share would be chance. So until then the ${claims.accuracy} on our pages is what we expect, not what we counted. ${guidanceNote()}`}</p>
        )}
      </div>
    </>
  );
}

function Results({ bands }: { bands: BandResult[] }) {
  return (
    <Section
      title="Forecast and result"
      lead="How many applications ended with a lender’s decision, and to how many of them a lender said yes within 30 days."
    >
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr>
            {[t`Forecast`, t`Applications`, t`Said yes`].map((name) => (
              <th key={name} scope="col" className="border-edge border-b-2 py-3 pr-3 align-bottom">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map(({ band, decided, approved }) => (
            <tr key={band} className="border-line border-b">
              <td className="py-3 pr-3">{`${scoresIn(band).from}-${scoresIn(band).to}`}</td>
              <td className="py-3 pr-3">{decided}</td>
              <td className="py-3 pr-3">{`${approved} (${Math.round((100 * approved) / decided)}%)`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
