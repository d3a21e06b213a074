/// <reference types="vite/client" />
import "./style-guide.css";
import { Car, KeyRound, Phone } from "lucide-react";
import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { FormProvider, useForm } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import type { Typed } from "../../../web/apply/controls.ts";
import { DurationField, Question, SelectField } from "../../../web/apply/fields.tsx";
import { LegalPage } from "../../../web/pages/legal/legal.tsx";
import { Accordion } from "../../../web/ui/accordion.tsx";
import { Button, ButtonLink, type ButtonLook } from "../../../web/ui/button.tsx";
import { Card } from "../../../web/ui/card.tsx";
import { Dialog } from "../../../web/ui/dialog.tsx";
import { Bluebonnets } from "../../../web/ui/drawings/bluebonnets.tsx";
import { Counter } from "../../../web/ui/drawings/counter.tsx";
import { MainStreet } from "../../../web/ui/drawings/main-street.tsx";
import { Porch } from "../../../web/ui/drawings/porch.tsx";

import { Scene } from "../../../web/ui/drawings/scene.tsx";
import { Stops } from "../../../web/ui/drawings/stops.tsx";
import { ErrorSummary } from "../../../web/ui/form/error-summary.tsx";
import { Field, Remark } from "../../../web/ui/form/field.tsx";
import { HelpTip } from "../../../web/ui/form/help-tip.tsx";
import { OneOfMany } from "../../../web/ui/form/one-of-many.tsx";
import { Landscape } from "../../../web/ui/landscape.tsx";
import { BluebonnetMark } from "../../../web/ui/logo.tsx";
import { Notice } from "../../../web/ui/notice.tsx";
import { CallToAction } from "../../../web/ui/page/call-to-action.tsx";
import { Gauge } from "../../../web/ui/page/gauge.tsx";
import { Hero } from "../../../web/ui/page/hero.tsx";
import { CheckList, FactList, IconList } from "../../../web/ui/page/lists.tsx";
import { Main } from "../../../web/ui/page/main.tsx";
import { RoadSteps } from "../../../web/ui/page/road-steps.tsx";
import { Section } from "../../../web/ui/page/section.tsx";
import { Stars } from "../../../web/ui/page/stars.tsx";
import { Stats } from "../../../web/ui/page/stats.tsx";
import { Timeline } from "../../../web/ui/page/timeline.tsx";
import { toast } from "../../../web/ui/toast/toast.ts";
import { Toasts } from "../../../web/ui/toast/toasts.tsx";
import { Vehicle } from "../../../web/ui/vehicle.tsx";

/** Every part of web/ui in every state, on one page. pages.ts brings about the state in `data-state`. */

const WORDS = "Sentences that stand for what a page says, and are long enough to wrap on a phone.";
const looks: ButtonLook[] = ["primary", "outline", "quiet"];
const states = ["hover", "focus-visible"];
const scenes = [Counter, MainStreet, Porch, Stops, Flowers];
const steps = [
  { title: "First", text: WORDS },
  { title: "Second", text: WORDS },
  { title: "Third", text: WORDS },
];

const icons = [
  { icon: Phone, title: "First", text: WORDS },
  { icon: KeyRound, title: "Second", text: WORDS },
  { icon: Car, title: "Third", text: "Short" },
];

function StyleGuide() {
  return (
    <>
      <Main>
        <Hero
          kicker="Kicker"
          title="A heading that takes two lines on a phone"
          lead={WORDS}
          ground={<Landscape className="h-44" />}
        >
          <Button>Primary</Button>
        </Hero>
        <Hero tone="sand" title="Beside a drawing" lead={WORDS} drawing={<Porch />} />
        <Hero title="Beside a card" aside={<Card>{WORDS}</Card>} />
        <Section tone="deep" title="A section" lead={WORDS} aside={<BluebonnetMark className="h-24 w-21" />}>
          <p>{WORDS}</p>
        </Section>
        <Part title="Type">
          <h2>Heading of the second level</h2>
          <h3>Heading of the third level</h3>
          <p className="text-lead">Lead. {WORDS}</p>
          <p>
            Text. {WORDS} <b>Bold</b>,{" "}
            <a href="#main" className="link">
              an underlined address
            </a>
            .
          </p>
          <p className="text-quiet text-sm">Small and quiet. {WORDS}</p>
          <BluebonnetMark className="h-8 w-7" />
        </Part>
        <Part tone="sand" title="Buttons">
          {looks.map((look) => (
            <Buttons key={look} look={look} />
          ))}
        </Part>
        <div className="on-deep p-6">
          {looks.map((look) => (
            <Buttons key={look} look={look} />
          ))}
        </div>
        <Part title="Boxes">
          <Boxes />
        </Part>
        <Part title="Questions">
          <Questions />
        </Part>
        <Part title="Questions with errors">
          <Questions error="Say what is wrong, and how to mend it" />
        </Part>
        <Part tone="tint" title="Notices">
          <Notice kind="info">{WORDS}</Notice>
          <Notice kind="done">{WORDS}</Notice>
          <Notice kind="alert">{WORDS}</Notice>
          <ErrorSummary
            problems={[
              { id: "plain", message: "A problem" },
              { id: "wrong", message: "Another problem" },
            ]}
          />
        </Part>
        <Part title="Cards">
          <Card>
            <h3>Title</h3>
            <p>{WORDS}</p>
            <Stars count={5} label="Rated 5 out of 5 stars" />
          </Card>
          <Gauge score={0} />
          <Gauge score={72} />
          <Gauge score={100} />
        </Part>
        <Part tone="sand" title="Lists">
          <CheckList items={[WORDS, "Short"]} />
          <IconList items={icons} />
          <FactList
            items={[
              { term: "Term", text: WORDS },
              { term: "Another", text: "Short" },
            ]}
          />
          <Stats
            items={[
              { figure: "3", label: "minutes" },
              { figure: "24", label: "business hours", note: WORDS },
              { figure: "254", label: "counties" },
            ]}
          />
          <Stats
            items={[
              { figure: "8 AM", label: "first call" },
              { figure: "8 PM", label: "last call" },
            ]}
          />
          <OneOfMany
            name="one"
            label="Which of them?"
            items={steps.map(({ title, text }) => ({ term: title, text }))}
          />
          <div
            ref={(place) => {
              for (const last of place?.querySelectorAll("details:last-child") ?? []) last.setAttribute("open", "");
            }}
          >
            <Accordion
              name="guide"
              items={[
                { id: "closed", question: "A closed question", answer: WORDS },
                { id: "opened", question: "An open question", answer: WORDS },
              ]}
            />
          </div>
        </Part>
        <Part title="Steps">
          <RoadSteps steps={steps} />
          <Timeline milestones={steps.map((step) => ({ ...step, step: "Step", when: "Same day" }))} />
        </Part>
        <Part tone="tint" title="Drawings">
          <div className="grid grid-cols-1 gap-6 md:grid-cols-3">
            {scenes.map((Drawing) => (
              <div key={Drawing.name} className="overflow-hidden">
                <Drawing />
              </div>
            ))}
          </div>
          <svg viewBox="0 0 480 60" aria-hidden="true">
            <Vehicle kind="pickup" at={[20, 50]} color="var(--color-bluebonnet)" />
            <Vehicle kind="sedan" at={[180, 50]} color="var(--color-sun)" />
            <Vehicle kind="suv" at={[340, 50]} color="var(--color-meadow)" />
          </svg>
        </Part>
        <Part title="An article">
          <div className="prose">
            <h2>Heading</h2>
            <p>{WORDS}</p>
            <ul>
              <li>Item</li>
              <li>Item</li>
            </ul>
            <ol>
              <li>First</li>
              <li>Second</li>
            </ol>
            <blockquote>{WORDS}</blockquote>
            <table>
              <thead>
                <tr>
                  <th>Term</th>
                  <th>Monthly</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td>48 months</td>
                  <td>$412</td>
                </tr>
                <tr>
                  <td>60 months</td>
                  <td>$345</td>
                </tr>
              </tbody>
            </table>
          </div>
        </Part>
        <Part title="What opens">
          <Button onClick={() => toast({ title: "A toast", description: WORDS, note: "A note" })}>Toast</Button>
          <Button
            onClick={() =>
              toast({
                title: "A failure",
                description: WORDS,
                variant: "destructive",
                action: { label: "Try again", onClick() {} },
              })
            }
          >
            Failure
          </Button>
          <Button onClick={() => document.querySelector("dialog")?.showModal()}>Dialog</Button>
          <p>
            A word <HelpTip about="a word" text={WORDS} />
          </p>
          <Dialog aria-labelledby="dialog-title">
            <h2 id="dialog-title">A dialog</h2>
            <p>{WORDS}</p>
            <form method="dialog">
              <Button type="submit">Close</Button>
            </form>
          </Dialog>
        </Part>
        <LegalPage
          text={{
            ...{ title: "A long text", description: WORDS, heading: "A long text", lead: WORDS },
            chapters: ["First", "Second"].map((title) => ({ id: title, title, content: <p>{WORDS}</p> })),
          }}
          dates={[{ label: "Last updated", date: "November 1, 2026" }]}
        />
        <CallToAction title="The band that closes a page" text={WORDS}>
          <ButtonLink to="/">Start</ButtonLink>
        </CallToAction>
      </Main>
      <Toasts />
    </>
  );
}

function Flowers() {
  return (
    <Scene>
      <Bluebonnets at={[240, 290]} size={2} />
    </Scene>
  );
}

function Part({ children, ...section }: ComponentProps<typeof Section>) {
  return (
    <Section {...section}>
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </Section>
  );
}

function Buttons({ look }: { look: ButtonLook }) {
  return (
    <div className="flex flex-wrap gap-3 py-2">
      <Button look={look}>{look}</Button>
      {states.map((state) => (
        <Button key={state} look={look} data-state={state}>
          {state}
        </Button>
      ))}
      <Button look={look} disabled>
        disabled
      </Button>
    </div>
  );
}

function Boxes() {
  return (
    <>
      <Field id="plain" label="Plain">
        {(box) => <input {...box} />}
      </Field>
      <Field id="hinted" label="With a hint" hint={WORDS} isOptional>
        {(box) => <input {...box} defaultValue="Typed" />}
      </Field>
      <Field id="focused" label="With the focus" required>
        {(box) => <input {...box} data-state="focus-visible" />}
      </Field>
      <Field id="wrong" label="With an error" hint={WORDS} error="Say what is wrong, and how to mend it">
        {(box) => <input {...box} defaultValue="Typed" />}
      </Field>
      <Field id="disabled" label="Disabled">
        {(box) => <input {...box} disabled defaultValue="Typed" />}
      </Field>
      <Field id="long" label="Several lines">
        {(box) => <textarea {...box} defaultValue={WORDS} rows={3} />}
      </Field>
      <Remark>{WORDS}</Remark>
    </>
  );
}

function Questions({ error }: { error?: string }) {
  const asked = [
    "email",
    "birthYear",
    "employmentType",
    "hasActiveBank",
    "grossMonthlyIncome",
    "timeOnCurrentJobYears",
  ];
  const errors = Object.fromEntries(error ? asked.map((name) => [name, { type: "example", message: error }]) : []);
  const form = useForm<Typed>({
    defaultValues: { hasActiveBank: "true", grossMonthlyIncome: "4200" },
    errors,
    shouldFocusError: false,
  });
  return (
    <FormProvider {...form}>
      <form className="grid max-w-form grid-cols-1 gap-7">
        <Question name="email" hint={WORDS} />
        <SelectField name="birthYear" choices={[1990]} />
        <Question name="employmentType" help={WORDS} />
        <Question name="hasActiveBank" />
        <Question name="grossMonthlyIncome" hint={WORDS} />
        <DurationField years="timeOnCurrentJobYears" months="timeOnCurrentJobMonths" />
      </form>
    </FormProvider>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <MemoryRouter>
    <StyleGuide />
  </MemoryRouter>,
);
