import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import type { EMPLOYMENT_TYPES, Field, HOUSING_TYPES, PURCHASE_TIMELINES } from "../../db/model/form/application.ts";
import { paths } from "../../db/model/site/paths.ts";
import { t } from "../../db/model/words.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { takeAlong } from "./draft/take-along.ts";

const timelines = (): Words<typeof PURCHASE_TIMELINES> => ({
  Immediately: t`right away`,
  "Within 1–2 Weeks": t`in a week or two`,
  "In a Couple of Months": t`in a couple of months`,
  "I'm Still Looking": t`when I find the right one`,
});
const incomes = (): Words<typeof EMPLOYMENT_TYPES> => ({
  "W-2": t.as("My pay comes from")`a job with a W-2`,
  "Self-Employed/1099": t.as("My pay comes from")`my own work, or 1099s`,
  "Unemployed/Benefits": t.as("My pay comes from")`benefits`,
  Other: t.as("My pay comes from")`something else`,
});
const homes = (): Words<typeof HOUSING_TYPES> => ({
  Rent: t`in a place I rent`,
  "Own/Mortgage": t`in a home I own`,
  "Live with Family/Friend": t`with family or friends`,
  Other: t.as("I live")`somewhere else`,
});

/** Three questions of the form as a sentence. The choices go along to the form by script, so hidden without. */
export function FirstAnswers({ className }: { className: string }) {
  useEffect(takeAlong, []);
  return (
    <Card className={`noscript:hidden ${className}`}>
      <h2 className="text-base text-quiet">Start with three quick answers</h2>
      <div id="first-answers" className="mt-3 grid gap-3 font-display text-h3 leading-tight">
        <Choice name="purchaseTimeline" start={t`I want a car`} blank={t`when?`} words={timelines()} />
        <Choice
          name="employmentType"
          start={t`My pay comes from`}
          blank={t.as("My pay comes from")`where?`}
          words={incomes()}
        />
        <Choice name="housingType" start={t`I live`} blank={t.as("I live")`where?`} words={homes()} />
      </div>
      <ButtonLink id="take-along" to={paths.step("contact")} look="outline" className="mt-6 w-full">
        Start my form with these <ArrowRight aria-hidden="true" className="size-4" />
      </ButtonLink>
      <p className="mt-3 text-center text-quiet text-sm">You can change these later.</p>
    </Card>
  );
}

function Choice({ name, start, blank, words }: { name: Field; start: string; blank: string; words: object }) {
  return (
    <label className="border-edge border-b">
      {start}
      <select name={name} autoComplete="off" className="-ml-1 block min-h-11 w-full text-bluebonnet">
        <option value="">{blank}</option>
        {Object.entries(words).map(([choice, said]) => (
          <option key={choice} value={choice}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Our words for the choices of a question. */
type Words<Choices extends readonly string[]> = Record<Choices[number], string>;
