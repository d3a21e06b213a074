import {
  AUTO_FINANCE_HISTORIES,
  DOWN_PAYMENT_TIMES,
  PURCHASE_TIMELINES,
  TITLE_HOLDERS,
} from "../../../db/model/application.ts";
import { ChoiceField, Conditional, MoneyField, TextField } from "../fields.tsx";
import { StepForm } from "../step-form.tsx";

export default function DownPaymentStep() {
  return (
    <StepForm
      step="downpayment"
      title="Auto History & Down Payment"
      intro="Last questions. Then you see everything once more before you send it."
      back="/apply/banking-credit"
      next="/apply/review"
      continueLabel="Review Application"
    >
      <ChoiceField name="autoFinanceHistory" choices={AUTO_FINANCE_HISTORIES} />
      <Conditional
        on="currentFinanceCompany"
        otherwise="If you are paying on a car now, we ask with whom here."
        className="min-h-20"
      >
        <TextField name="currentFinanceCompany" optional autoComplete="off" autoCapitalize="words" />
      </Conditional>
      <ChoiceField
        name="titleHolder"
        choices={TITLE_HOLDERS}
        help="Whose name will be on the vehicle's title, the paper that says who owns it. Most lenders want the borrower's own name."
      />
      <MoneyField name="cashDownPayment" hint="Cash you can put down. Leave it blank for none: $0 is fine." />
      <ChoiceField name="downPaymentAvailable" choices={DOWN_PAYMENT_TIMES} />
      <ChoiceField name="purchaseTimeline" choices={PURCHASE_TIMELINES} />
    </StepForm>
  );
}
