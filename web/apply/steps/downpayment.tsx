import { Conditional, Question } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function DownPaymentStep() {
  return (
    <StepForm
      step="downpayment"
      title="Auto History & Down Payment"
      intro="Last questions. You’ll see everything once more before you send it."
      continueLabel="Review Application"
    >
      <DownPaymentQuestions />
    </StepForm>
  );
}

/** Its questions, without the page around them. */
export function DownPaymentQuestions() {
  return (
    <>
      <Question
        name="autoFinanceHistory"
        hint="Repo: a lender took the car (involuntary), or you gave it back (voluntary)"
        under={{
          "Currently Paying": (
            <Conditional on="currentFinanceCompany">
              <Question name="currentFinanceCompany" autoCapitalize="words" />
            </Conditional>
          ),
        }}
      />
      <Question
        name="titleHolder"
        help="Whose name will be on the vehicle’s title, the paper that says who owns it. Most lenders want the borrower’s own name."
      />
      <Question name="cashDownPayment" hint="Cash you can put down. No money down? Enter 0." />
      <Question name="downPaymentAvailable" />
      <Question name="purchaseTimeline" />
    </>
  );
}
