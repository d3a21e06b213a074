import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { birthYears } from "../../../db/model/form/application.ts";
import { isTexasZip } from "../../../db/model/form/texas-zip.ts";
import { t } from "../../../db/model/words.ts";
import type { Typed } from "../controls.ts";
import { Question, SelectField } from "../fields.tsx";
import { aboutPhone } from "../remarks.ts";
import { StepForm } from "../step-form.tsx";

export default function ContactStep() {
  return (
    <StepForm
      step="contact"
      title="Contact Information"
      intro="No credit pull. Takes about 3 minutes. A specialist will use this to reach you."
      continueLabel="Continue to Employment"
    >
      <ContactQuestions />
    </StepForm>
  );
}

/** Its questions, without the page around them. */
export function ContactQuestions() {
  return (
    <>
      <Question name="fullName" hint="As it appears on your ID" autoComplete="name" autoCapitalize="words" />
      <Question name="phone" hint="With area code, such as 210 555 0123" notice={aboutPhone} />
      <Question name="email" hint="We’ll send your confirmation here" />
      <div className="grid grid-cols-2 items-start gap-x-4">
        <Question name="city" autoComplete="address-level2" autoCapitalize="words" />
        <Question
          name="zip"
          inputMode="numeric"
          autoComplete="postal-code"
          notice={(zip) =>
            zip.trim().length >= 5 && !isTexasZip(zip) ? t`We serve Texas. If you live or buy here, just go on.` : null
          }
        />
      </div>
      <BirthYearField />
    </>
  );
}

/** The choices depend on today's date, so the browser fills them in. */
function BirthYearField() {
  const [years, setYears] = useState<number[]>([]);
  const { getValues, setValue } = useFormContext<Typed>();
  useEffect(() => setYears(birthYears(new Date())), []);
  // An answer can be selected only once its choice is there.
  useEffect(() => {
    if (years.length > 0) setValue("birthYear", getValues("birthYear"));
  }, [years, getValues, setValue]);
  return (
    <SelectField
      name="birthYear"
      hint="You must be 18 or older. Age is never part of your forecast."
      choices={years}
      autoComplete="bday-year"
    />
  );
}
