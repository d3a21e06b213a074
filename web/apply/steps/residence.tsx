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
      <Conditional on="timeAtPreviousResidenceYears">
        <DurationField
          years="timeAtPreviousResidenceYears"
          months="timeAtPreviousResidenceMonths"
          hint="Leave blank if you had none"
        />
      </Conditional>
      <Question name="housingType" />
      <Conditional on="monthlyRentMortgage">
        <Question name="monthlyRentMortgage" hint="Your share" />
      </Conditional>
    </>
  );
}
