import {
  type CalibrationBin,
  type Interval,
  type Measures,
  OUTCOMES_NEEDED,
} from "../../db/model/forecast/measures.ts";
import { plural, t } from "../../db/model/words.ts";
import { claims, guidanceNote } from "../copy/claims/claims.ts";
import { isSaid } from "../copy/claims/said.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../start/page-data.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList, FactList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";

/** What the points card looks at (db/model/forecast). */
const looksAt = () => [
  { term: t`Income`, text: t`What you receive a month. A pension or benefits count like pay.` },
  {
    term: t`Time on the job`,
    text: t`The longer the better, up to three years. Without an employer it counts for nothing and costs nothing.`,
  },
  { term: t`Your home`, text: t`How long you have lived there, and what rent or a mortgage takes of your income.` },
  { term: t`A bank account`, text: t`Having an active one helps.` },
  {
    term: t`What happened before`,
    text: t`A bankruptcy, a repossession in the last 12 months, being behind on a mortgage.`,
  },
  { term: t`Auto loans`, text: t`One that you paid off, or pay now, helps.` },
  { term: t`Money down`, text: t`More of it helps, up to $2,000 or a month's income.` },
];

const neverLooksAt = () => [
  t`Your name, age, address or ZIP code`,
  t`Your language, and whether your income is a benefit`,
  t`Your credit report: nobody pulls it`,
];

export default function ForecastPage() {
  const measures = usePageData().forecast?.measures;
  return (
    <>
      <Head
        title="How good is our forecast?"
        description="What our AI forecast predicts, how it is made, and how often it was right so far."
      />
      <Hero
        tone="sand"
        kicker="The AI forecast"
        title="How good is our forecast?"
        lead="It's a number from 0 to 100: how likely it is that at least one of our lenders says yes within 30 days. Here is how it's made, and how we check it."
        aside={<SoFar />}
      />
      {measures && <Calibration measures={measures} />}
      <Section
        tone={measures ? "tint" : "paper"}
        title="How it's made"
        lead="It adds up points for your answers, the same way for everybody. People who know lenders set the points; none of them was learned from applicants."
      >
        <FactList items={looksAt()} />
      </Section>
      <Section
        tone="sand"
        title="What it never looks at"
        lead="Two people with the same answers get the same number, wherever they live and whatever language they speak."
        aside={<CheckList items={neverLooksAt()} />}
      />
      <Section title="What it's for" lead={guidanceNote()}>
        <p className="max-w-text">
          It helps a specialist choose which lenders to look at first. A low number refuses nobody: a person reviews
          every application, and lenders decide by their own rules.
        </p>
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
    <Card>
      <h2 className="text-h3">What we know today</h2>
      {forecast ? (
        <p className="mt-3">
          <span className="block font-display text-bluebonnet text-h1 leading-tight tabular-nums">
            {forecast.outcomes}
          </span>{" "}
          {plural(forecast.outcomes, {
            one: t`application has ended with a lender's decision.`,
            other: t`applications have ended with a lender's decision.`,
          })}
        </p>
      ) : (
        <p className="mt-3">We can't read the count right now. Please reload the page in a minute.</p>
      )}
      {forecast?.measures === null && (
        <p className="mt-3 text-quiet">
          {isSaid("accuracy")
            ? t`With fewer than ${OUTCOMES_NEEDED}, a share would be chance. So until then the ${claims.accuracy} on our pages is what we expect, not what we counted. ${guidanceNote()}`
            : t`With fewer than ${OUTCOMES_NEEDED}, a share would be chance, so we show none until then. ${guidanceNote()}`}
        </p>
      )}
      {forecast?.measures && <ShareRight {...forecast.measures} />}
    </Card>
  );
}

function ShareRight({ shareRight, shareRightInterval }: Measures) {
  return (
    <p className="mt-3">
      {t`In ${{ share: percent(shareRight) }} of them it was right: it said 50 or more and a lender said yes, or less and none did. With this many, the true share is most likely ${{ interval: between(shareRightInterval) }}.`}
    </p>
  );
}

function Calibration({ measures: { bins } }: { measures: Measures }) {
  const columns: [name: string, cell: (bin: CalibrationBin) => string, look?: string][] = [
    [t`Forecast`, ({ from, to }) => `${from}-${to === 100 ? 100 : to - 1}`],
    [t`Applications`, ({ count }) => String(count)],
    [t`On average it said`, ({ forecast }) => percent(forecast), "max-sm:hidden"],
    [t`Said yes`, ({ observed }) => percent(observed)],
    [t`Likely range`, ({ interval }) => between(interval)],
  ];
  return (
    <Section
      title="Forecast and result"
      lead="If the forecast is good, it and the share to which a lender said yes are close in each row."
    >
      <div className="overflow-x-auto">
        <table className="w-full text-left tabular-nums max-sm:text-sm">
          <thead>
            <tr>
              {columns.map(([name, , look = ""]) => (
                <th key={name} scope="col" className={`border-edge border-b-2 py-3 pr-3 align-bottom ${look}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from} className="border-line border-b">
                {columns.map(([name, cell, look = ""]) => (
                  <td key={name} className={`py-3 pr-3 ${look}`}>
                    {cell(bin)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function between([low, high]: Interval) {
  return t`${{ low: percent(low) }} to ${{ high: percent(high) }}`;
}

function percent(share: number) {
  return `${Math.round(100 * share)}%`;
}
