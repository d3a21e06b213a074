import { Beside, Conditional, DurationField, Question } from "../fields.tsx";
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
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-7 lg:grid-cols-2">
        <DurationField
          years="timeAtCurrentResidenceYears"
          months="timeAtCurrentResidenceMonths"
          hint="A guess is fine"
        />
        <Conditional on="timeAtPreviousResidenceYears" className="min-h-28">
          <DurationField
            years="timeAtPreviousResidenceYears"
            months="timeAtPreviousResidenceMonths"
            hint="Leave blank if you had none"
          />
        </Conditional>
      </div>
      <Beside>
        <Question name="housingType" />
        <Conditional on="monthlyRentMortgage" className="max-sm:min-h-34">
          <Question name="monthlyRentMortgage" hint="Your share" />
        </Conditional>
      </Beside>
    </>
  );
}
