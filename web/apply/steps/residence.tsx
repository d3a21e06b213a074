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
      <Conditional
        on="timeAtPreviousResidenceYears"
        otherwise="Three years or more at your address: we don't need to ask about the one before."
        className="min-h-28"
      >
        <DurationField
          years="timeAtPreviousResidenceYears"
          months="timeAtPreviousResidenceMonths"
          hint="Leave blank if you had none"
        />
      </Conditional>
      <Question name="housingType" />
      <Conditional
        on="monthlyRentMortgage"
        otherwise="Rent or mortgage? Then we'll ask what you pay a month."
        className="min-h-36"
      >
        <Question name="monthlyRentMortgage" hint="Your share" />
      </Conditional>
    </>
  );
}
