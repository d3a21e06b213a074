import { useLayoutEffect, useState } from "react";
import { paths } from "../../db/model/site/paths.ts";
import { ANSWERS_KEPT_DAYS } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import { accuracyClaim, claims, guidanceNote } from "../copy/claims/claims.ts";
import { HowGood } from "../copy/claims/how-good.tsx";
import { Head } from "../head/head.tsx";
import { Billboard } from "../ui/billboard.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { leftOff } from "./draft/left-off.ts";

const steps = () => [t`Contact Info`, t`Employment`, t`Residence`, t`Banking & Credit`, t`Review & Submit`];

const needed = () => [
  t`Name, phone, email, ZIP code`,
  t`Income and time on your job`,
  t`Rent or mortgage, time there`,
  t`Your bank and kind of ID`,
  t`Past car loans, money down`,
];

const benefits = () => [
  t`Free to you. Lenders pay us.`,
  t`Same-day response Monday to Saturday, most within ${claims.businessHoursResponse} in business hours.`,
  t`A local Texas specialist`,
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
        ground={<Landscape className="-mt-16 h-56 object-[37%_100%] sm:h-72 lg:-mt-52 lg:h-96 lg:object-[45%_100%]" />}
      >
        <Begin />
        <p className="mt-2 max-w-md text-quiet">
          You need to be at least {claims.minimumAge}, able to sign a contract, and in Texas or seeking financing here.
        </p>
      </Hero>
      <div className="on-deep">
        <p className="mx-auto max-w-page px-4 py-5 sm:px-6">
          <strong>About the AI forecast:</strong> after you send the form, we’ll estimate how likely an approval is.{" "}
          {accuracyClaim()} {guidanceNote()} Lenders make the decision. <HowGood />
        </p>
      </div>
      <Section>
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-3 lg:gap-12">
          <div>
            <h2 className="mb-3 text-h3">What to have handy</h2>
            <CheckList items={needed()} />
          </div>
          <div>
            <h2 className="mb-3 text-h3">What you get</h2>
            <CheckList items={benefits()} />
          </div>
          <div>
            <h2 className="mb-3 text-h3">What “no credit pull” means</h2>
            <p>
              This is not a credit application, and we don’t request your credit report. A lender may later, only with
              your explicit consent.
            </p>
          </div>
        </div>
      </Section>
      <CallToAction
        title="Start now, finish in about 3 minutes"
        text={<>Need a break? “Save or erase” under any step keeps your answers for {ANSWERS_KEPT_DAYS} days.</>}
      >
        <ButtonLink to="/apply/contact">Go to Step 1</ButtonLink>
        <ButtonLink to="/how-it-works" look="outline">
          See How It Works
        </ButtonLink>
      </CallToAction>
    </>
  );
}

/** The way into the form, or back to stored answers. Until React runs, `showLeftOff` chooses. */
function Begin() {
  const [step, setStep] = useState<ReturnType<typeof leftOff>>();
  useLayoutEffect(() => setStep(leftOff()), []);
  return (
    <>
      <ButtonLink to="/apply/contact" hidden={step !== undefined}>
        Begin with Contact Info
      </ButtonLink>
      <ButtonLink id="left-off" to={paths.step(step ?? "contact")} hidden={step === undefined}>
        Continue where you left off
      </ButtonLink>
    </>
  );
}

function FiveSteps() {
  return (
    <Billboard>
      <h2 className="text-h3">Five steps</h2>
      <ol className="mt-2">
        {steps().map((name, index) => (
          <li key={name} className="flex gap-4 border-line border-t py-1.5 first:border-0">
            <span aria-hidden="true" className="w-4 shrink-0 font-display text-bluebonnet text-h3 leading-tight">
              {index + 1}
            </span>
            <span className="wrap-anywhere min-w-0">{name}</span>
          </li>
        ))}
      </ol>
    </Billboard>
  );
}
