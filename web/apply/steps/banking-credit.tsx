import { Conditional, Question } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function BankingCreditStep() {
  return (
    <StepForm
      step="banking-credit"
      title="Banking & Credit"
      intro="We don’t pull your credit. Plain answers help us find lenders who work with your situation."
    >
      <BankingCreditQuestions />
    </StepForm>
  );
}

/** Its questions, without the page around them. */
export function BankingCreditQuestions() {
  return (
    <>
      <Question name="hasActiveBank" />
      <Conditional on="accountType">
        <Question name="accountType" />
        <Question name="bankName" autoCapitalize="words" />
      </Conditional>
      <Question
        name="bankruptcyStatus"
        hint="Discharged: the court released you from the debts. Open: your case isn’t closed yet."
      />
      <Question name="repoLast12Months" hint="A car a lender took back, or you gave back" />
      <Question name="mortgageDelinquent" hint="Choose No if you have no mortgage" />
      <Question name="idType" hint="The photo ID you can show at signing. TX DL: Texas driver license." />
    </>
  );
}
