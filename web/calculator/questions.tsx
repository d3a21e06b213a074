import { use } from "react";
import { usd } from "../../db/model/money/amount.ts";
import { TERMS, USUAL_SHARE, USUAL_TERM } from "../../db/model/money/calculator.ts";
import { FEES, type Fee, TITLE_FEES, usualFees } from "../../db/model/money/texas-fees.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { MarketRatesTable } from "../copy/claims/market-rates.tsx";
import { Button } from "../ui/button.tsx";
import { Amount, Choice, Option, Select } from "./controls.tsx";
import { CalculationContext, Shown, Text } from "./shown.tsx";

/** Shown for one of the two questions only, as chosen in the form, with or without a script. */
const FOR_A_PAYMENT = "group-has-[[value=price]:checked]:hidden";
const FOR_A_PRICE = "group-has-[[value=payment]:checked]:hidden";

export function Questions() {
  return (
    <>
      <Choice
        name="want"
        label="What do you want to know?"
        options={[
          ["payment", t`What would I pay?`],
          ["price", t`What can I afford?`],
        ]}
      />
      <div className={FOR_A_PAYMENT}>
        <Amount name="price" label="Price of the car" step={500} />
      </div>
      <div className={`grid grid-cols-1 gap-6 ${FOR_A_PRICE}`}>
        <Amount name="payment" label="Payment a month" step={25} hint="Leave it blank to start from your income." />
        <Amount name="income" label="Income a month, before taxes" step={100} />
        <Amount
          name="share"
          label="Share of it for payment and insurance"
          unit="%"
          step={1}
          hint={t`Many lenders look for 15 to 20%. Blank: ${{ share: USUAL_SHARE }}%.`}
        />
        <Amount name="insurance" label="Insurance a month" step={10} />
      </div>
      <Amount name="down" label="Money down" step={500} />
      <div>
        <Amount
          name="rate"
          label="Rate a year"
          unit="%"
          step={0.25}
          hint="What a lender quoted you, or your best guess."
        />
        <details className="mt-3 rounded-card border border-line px-4">
          <summary className="flex scroll-mt-20 min-h-12 items-center underline underline-offset-4">
            What other people paid
          </summary>
          <MarketRatesTable />
        </details>
      </div>
      <Term />
      <Choice
        name="vehicle"
        label="The car"
        options={[
          ["used", t.as("a car")`Used`],
          ["new", t.as("a car")`New`],
        ]}
      >
        <Option type="checkbox" name="electric" value="yes" label="Electric" />
      </Choice>
      <Amount name="tradeIn" label="Your trade-in is worth" step={500} />
      <Amount name="owedOnTradeIn" label="You still owe on it" step={500} />
      <Shown when="equity">
        <Text of="equity" />
      </Shown>
      <Amount name="rebate" label="Rebate" step={250} hint="From the maker or dealer. It isn't taxed." />
      <Fees />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" className="scroll-mt-20">
          See all the numbers
        </Button>
        <a href={addressOf("/calculator")} className="link scroll-mt-20 inline-flex min-h-11 items-center">
          Start over
        </a>
      </div>
    </>
  );
}

function Term() {
  const { typed, figures } = use(CalculationContext);
  const chosen = (!figures.text.monthsProblem && Number(typed.get("months"))) || USUAL_TERM;
  const terms = TERMS.includes(chosen) ? TERMS : [...TERMS, chosen];
  return (
    <Select
      name="months"
      label="Months to pay"
      options={terms.map((months) => [months, t`${months} months`])}
      chosen={chosen}
    />
  );
}

function Fees() {
  const { typed } = use(CalculationContext);
  return (
    <details
      className="rounded-card border border-line px-4"
      open={[...FEES, "loanFee"].some((name) => typed.get(name))}
    >
      <summary className="flex scroll-mt-20 min-h-12 items-center underline underline-offset-4">
        County and fees, as of 2026
      </summary>
      <div className="grid grid-cols-1 gap-5 pb-6">
        <p className="text-sm">
          Leave a field blank for the usual amount. Not included: $10 that a dealer must collect for license plates, and
          the inventory tax that some pass on. You can add them to the dealer's paperwork. For current amounts ask your
          county's tax office, or see{" "}
          <a href="https://www.txdmv.gov/motorists/register-your-vehicle" className="link scroll-mt-20">
            TxDMV
          </a>{" "}
          and, about the dealer's fee,{" "}
          <a href="https://occc.texas.gov" className="link scroll-mt-20">
            OCCC
          </a>
          .
        </p>
        <Select
          name="titleFee"
          label="Title"
          hint="$33 in and around most big cities, $28 in other counties, by the county you live in."
          options={TITLE_FEES.map((cents) => [cents / 100, usd(cents)])}
          chosen={typed.get("titleFee") ?? ""}
        />
        <Amount
          name="registrationFee"
          label="Registration"
          hint={t`State, one year. Usual: ${usual("registrationFee")}.`}
        />
        <Amount
          name="localFee"
          label="Local"
          hint={t`County, $0 to $31.50, and $2.75 more where emissions are tested. Usual: ${usual("localFee")}.`}
        />
        <Amount
          name="processingFee"
          label="Processing and handling"
          hint={t`State and county. Usual: ${usual("processingFee")}.`}
        />
        <Amount
          name="inspectionFee"
          label="Inspection replacement"
          hint={t`State. Usual: ${usual("inspectionFee")}; for a new car ${{ forNew: usual("inspectionFee", { isNew: true }) }}, two years at once.`}
        />
        <Amount
          name="electricFee"
          label="Electric car"
          hint={t`State, for electric cars only. Usual: ${usual("electricFee", { isElectric: true })} a year; for a new car ${{ forNew: usual("electricFee", { isElectric: true, isNew: true }) }}, two years at once.`}
        />
        <Amount
          name="documentaryFee"
          label="Dealer's paperwork"
          hint={t`The dealer sets it. Up to $225 is presumed reasonable. Usual: ${usual("documentaryFee")}.`}
        />
        <Amount name="loanFee" label="Lender's fee for the loan" hint="Some lenders add one. Usual: none." />
      </div>
    </details>
  );
}

function usual(fee: Fee, { isNew = false, isElectric = false } = {}) {
  return usd(usualFees[fee]({ isNew, isElectric }));
}
