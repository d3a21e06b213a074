import { t } from "../../db/model/words.ts";
import { accuracyClaim, claims, guidanceNote, replyWithin } from "../copy/claims/claims.ts";
import { HowGood } from "../copy/claims/how-good.tsx";
import { threeSteps } from "../copy/three-steps.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Stops } from "../ui/drawings/stops.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Gauge } from "../ui/page/gauge.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { Section } from "../ui/page/section.tsx";
import { Timeline } from "../ui/page/timeline.tsx";

/** Where on the road of the three steps what happens when. */
const milestones = () => {
  const [share, review, connect] = threeSteps().map(({ title }) => title);
  return [
    {
      step: share,
      title: t`Application submission`,
      when: t`Immediate confirmation`,
      text: t`The form itself has 5 steps and asks about your employment, residence, banking and vehicle details. There is no credit pull.`,
    },
    {
      step: review,
      title: t`AI analysis and routing`,
      when: t`Within 2 hours`,
      text: t`The forecast scores it at once and orders the lenders whose rules it fits. In business hours, a specialist looks at them.`,
    },
    {
      step: connect,
      title: t`Specialist contact`,
      when: t`Usually same day, Monday-Saturday`,
      text: t`Most answers come within ${claims.businessHoursResponse} in business hours, and all within ${replyWithin()}.`,
    },
    {
      title: t`Lender introduction`,
      when: t`1-2 business days`,
      text: t`We’ll name the lender. Your credit is checked only with your explicit consent.`,
    },
    {
      title: t`Vehicle shopping and purchase`,
      when: t`At your pace`,
      text: t`You choose the vehicle and the dealer. Take the weekend, or take a month.`,
    },
  ];
};

export default function HowItWorksPage() {
  return (
    <>
      <Head
        title="How It Works"
        description="Three steps, one short form and a clear timeline: what happens after you apply, when, and who does it."
      />
      <Hero
        kicker="How It Works"
        title="You answer a few questions. We do the asking around."
        lead="What happens after you apply, when, and who does it."
        drawing={<Stops />}
      >
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
      </Hero>
      <Section tone="sand" title="Three steps">
        <Timeline milestones={milestones()} />
      </Section>
      <Section tone="tint" title="AI Approval Forecasting" aside={<ExampleForecast />}>
        <div className="prose">
          <p>
            It weighs what lenders look at and gives a score out of 100. A specialist uses it to decide which lenders to
            look at first. {accuracyClaim()} <HowGood />
          </p>
          <p className="font-semibold">{guidanceNote()} Lenders decide, and a person reviews every application.</p>
        </div>
      </Section>
      <CallToAction
        title="Ready when you are"
        text={t`About 3 minutes, no credit pull, free to you. Apply online ${claims.availability}.`}
      >
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
      </CallToAction>
    </>
  );
}

function ExampleForecast() {
  return (
    <figure className="text-center max-lg:hidden">
      <Gauge score={82} className="mx-auto w-64" />
      <figcaption className="text-quiet text-sm">An example of a forecast score.</figcaption>
    </figure>
  );
}
