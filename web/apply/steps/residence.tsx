import { t } from "../../../db/model/words.ts";
import { Conditional, DurationField, Question } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function ResidenceStep() {
  return (
    <StepForm step="residence" title="Residence" intro="Where you live now. Living with family is fine.">
      <ResidenceQuestions />
    </StepForm>
  );
}

/** Its questions, without the page around them. */
export function ResidenceQuestions() {
  return (
    <>
      <DurationField years="timeAtCurrentResidenceYears" months="timeAtCurrentResidenceMonths" hint="A guess is fine" />
      <Conditional on="timeAtPreviousResidenceYears" className="min-h-28">
        <DurationField
          years="timeAtPreviousResidenceYears"
          months="timeAtPreviousResidenceMonths"
          hint="Leave blank if you had none"
        />
      </Conditional>
      <Question name="housingType" />
      <Conditional
        on="monthlyRentMortgage"
        after="housingType"
        soon={t`If you rent or own, we’ll ask here what you pay.`}
        className="min-h-34"
      >
        <Question name="monthlyRentMortgage" hint="Your share" />
      </Conditional>
    </>
  );
}
