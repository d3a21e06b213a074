import { BadgeDollarSign, Clock, MapPin, SearchX } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { paths } from "../../db/model/paths.ts";
import { ANSWERS_KEPT_DAYS } from "../../db/model/retention.ts";
import { claims, GUIDANCE_NOTE } from "../copy/claims.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/call-to-action.tsx";
import { Card } from "../ui/card.tsx";
import { Hero } from "../ui/hero.tsx";
import { CheckList, IconList } from "../ui/lists.tsx";
import { Section } from "../ui/section.tsx";
import { leftOff } from "./left-off.ts";

const steps = [
  { name: "Contact Info", text: "How we reach you" },
  { name: "Employment", text: "Your work and income" },
  { name: "Residence", text: "Where you live, and for how long" },
  { name: "Banking & Credit", text: "Your account, your past loans, your down payment" },
  { name: "Review & Submit", text: "Check it all, agree, send" },
];

const needed = [
  "Your name, phone number, email, city and ZIP code",
  "What you earn a month before taxes, and how long you have been on the job",
  "Your rent or mortgage, and how long you have lived there",
  "Your bank and the kind of ID you carry",
  "Past auto loans, and what you can put down",
];

const benefits = [
  { icon: SearchX, title: "No credit pull", text: "Your score stays as it is. Nobody looks at your credit file." },
  { icon: BadgeDollarSign, title: "Free to you", text: "Lenders pay us. You owe nothing, whatever you decide." },
  {
    icon: Clock,
    title: "A quick answer",
    text: `Same-day response Monday to Saturday, most within ${claims.businessHoursResponse} in business hours.`,
  },
  {
    icon: MapPin,
    title: "A person in Texas",
    text: `A local specialist picks from ${claims.lenderPartners} lender partners and stays with you until you have the keys.`,
  },
];

export default function ApplyPage() {
  return (
    <>
      <Head
        title="Get pre-qualified"
        description="Five short steps, about 3 minutes, no credit pull. See what you need before you start."
      />
      <Hero
        title="Pre-qualify in about 3 minutes"
        lead="Five short steps. No credit pull, no Social Security number, no cost."
        aside={<FiveSteps />}
      >
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
          <ButtonLink to="/apply/contact">Begin with Contact Info</ButtonLink>
          <LeftOff />
        </div>
        <p className="mt-4">
          To stop and come back, tick 'Keep my answers on this device for {ANSWERS_KEPT_DAYS} days' under any step.
        </p>
        <p className="mt-4 text-quiet">
          You need to be at least {claims.minimumAge}, able to sign a contract, and in Texas or seeking financing here.
        </p>
      </Hero>
      <div className="on-deep bg-deep text-paper">
        <p className="mx-auto max-w-page px-4 py-5 sm:px-6">
          <strong>About the AI forecast:</strong> after you send the form, we estimate how likely an approval is, with
          an accuracy of about {claims.accuracy}. {GUIDANCE_NOTE} Lenders make the decision.
        </p>
      </div>
      <Section
        title="What to have at hand"
        lead="Best guesses are fine for dates. Nothing has to be uploaded."
        aside={<CheckList items={needed} />}
      />
      <Section tone="sand" title="What you get">
        <IconList items={benefits} />
      </Section>
      <Section
        title="What 'no credit pull' means"
        lead="Pre-qualifying here is not a credit application. We do not request your credit report, and what you send us does not show up on it."
        aside={
          <p className="border-bluebonnet border-l-4 pl-5">
            A lender may make a credit inquiry later, when you choose to go on. That happens only with your explicit
            consent, and your specialist tells you before it does.
          </p>
        }
      />
      <CallToAction
        title="Start now, finish in about 3 minutes"
        text="Your answers stay on your device until you send them."
      >
        <ButtonLink to="/apply/contact" look="sun">
          Go to Step 1
        </ButtonLink>
        <ButtonLink to="/how-it-works" look="outlineOnDeep">
          See How It Works
        </ButtonLink>
      </CallToAction>
    </>
  );
}

/** The link back to stored answers. Its space is reserved, so the page does not move when there are some. */
function LeftOff() {
  const [step, setStep] = useState<ReturnType<typeof leftOff>>();
  useLayoutEffect(() => setStep(leftOff()), []);
  return (
    <a
      id="left-off"
      href={paths.step(step ?? "contact")}
      className={`link inline-flex min-h-11 items-center font-semibold ${step ? "" : "invisible"}`}
    >
      Continue where you left off
    </a>
  );
}

function FiveSteps() {
  return (
    <Card>
      <h2 className="text-h3">Five steps</h2>
      <ol className="mt-3">
        {steps.map(({ name, text }, index) => (
          <li key={name} className="flex gap-4 border-line border-t py-3 first:border-0">
            <span aria-hidden="true" className="w-4 shrink-0 font-semibold text-bluebonnet text-h3 leading-tight">
              {index + 1}
            </span>
            <span>
              <span className="font-semibold">{name}</span>
              <span className="block text-quiet text-sm">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
