import { ACCOUNT_TYPES, BANKRUPTCY_STATUSES, ID_TYPES } from "../../../db/model/application.ts";
import { ChoiceField, Conditional, TextField, YesNoField } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function BankingCreditStep() {
  return (
    <StepForm
      step="banking-credit"
      title="Banking & Credit"
      intro="We don't pull your credit. Plain answers help us find lenders who work with your situation."
      back="/apply/residence"
      next="/apply/downpayment"
    >
      <YesNoField name="hasActiveBank" />
      <Conditional
        on="accountType"
        otherwise="No account, no problem: some lenders take other ways to pay."
        className="min-h-90 sm:min-h-68"
      >
        <ChoiceField name="accountType" optional choices={ACCOUNT_TYPES} />
        <TextField name="bankName" optional autoComplete="off" autoCapitalize="words" />
      </Conditional>
      <ChoiceField
        name="bankruptcyStatus"
        choices={BANKRUPTCY_STATUSES}
        help="Open means the court has not closed your case yet. Discharged means the court has released you from the debts. No means you have no bankruptcy, or one that is off your record."
      />
      <YesNoField name="repoLast12Months" hint="A car that a lender took back, or that you gave back" />
      <YesNoField name="mortgageDelinquent" hint="Choose No if you have no mortgage" />
      <ChoiceField
        name="idType"
        choices={ID_TYPES}
        help="The photo ID you can show at signing. TX DL is a Texas driver license; State ID is an ID card from Texas or another state."
      />
    </StepForm>
  );
}
