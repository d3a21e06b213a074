import { Conditional, DurationField, Question } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function EmploymentStep() {
  return (
    <StepForm
      step="employment"
      title="Employment"
      intro="Every kind of income counts: wages, your own business, or benefits."
    >
      <EmploymentQuestions />
    </StepForm>
  );
}

/** Its questions, without the page around them. */
export function EmploymentQuestions() {
  return (
    <>
      <Question
        name="employmentType"
        hint="On a pension, Social Security or disability? Choose “Unemployed/Benefits”"
      />
      <DurationField
        years="timeOnCurrentJobYears"
        months="timeOnCurrentJobMonths"
        hint="A guess is fine. With benefits or a pension, leave it blank: it doesn’t count against you."
      />
      <Conditional on="timeOnPreviousJobYears">
        <DurationField
          years="timeOnPreviousJobYears"
          months="timeOnPreviousJobMonths"
          hint="Leave blank if there was none"
        />
      </Conditional>
      <Question name="grossMonthlyIncome" hint="Before taxes, all sources together" />
    </>
  );
}
