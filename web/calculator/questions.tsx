import { use } from "react";
import { usd } from "../../db/model/money/amount.ts";
import { TERMS, USUAL_SHARE, USUAL_TERM } from "../../db/model/money/calculator.ts";
import { FEES, type Fee, TITLE_FEES, usualFees } from "../../db/model/money/texas-fees.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { MarketRatesTable } from "../copy/claims/market-rates.tsx";
import { Button } from "../ui/button.tsx";
import { Amount, Choice, Option, Select } from "./controls.tsx";
import { CalculationContext, Fold, Shown, Text } from "./shown.tsx";

/** Shown for one of the two questions only, as chosen in the form, with or without a script. */
const FOR_A_PAYMENT = "group-has-[[value=price]:checked]:hidden";
const FOR_A_PRICE = "group-has-[[value=payment]:checked]:hidden";

export function Questions() {
  const { typed, figures } = use(CalculationContext);
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
      <div className="grid grid-cols-2 gap-4">
        <div className={FOR_A_PAYMENT}>
          <Amount name="price" label="Price of the car" />
        </div>
        <div className={FOR_A_PRICE}>
          <Amount name="payment" label="Payment a month" />
        </div>
        <Amount name="down" label="Money down" />
        <Amount name="rate" label="Interest rate" unit="%" />
        <Term />
      </div>
      <div className="grid grid-cols-1">
        <div className={FOR_A_PRICE}>
          <Fold
            title={t`Start from your income`}
            isOpen={["income", "share", "insurance"].some((name) => typed.get(name))}
          >
            <p className="text-sm">Leave the payment blank, and we figure it from this.</p>
            <Amount name="income" label="Income a month, before taxes" />
            <Amount
              name="share"
              label="Share of it for payment and insurance"
              unit="%"
              hint={t`Many lenders look for 15 to 20%. Blank: ${{ share: USUAL_SHARE }}%.`}
            />
            <Amount name="insurance" label="Insurance a month" />
          </Fold>
        </div>
        <Fold title={t`Which rate? What other people paid`} isOpen={figures.shown.rates} data-rates="">
          <MarketRatesTable
            toTake={(rate) =>
              `${addressOf("/calculator")}?${new URLSearchParams({ ...Object.fromEntries(typed), rate })}`
            }
          />
        </Fold>
        <Fold
          title={t`Trade-in, rebate, kind of car, county fees`}
          isOpen={["tradeIn", "owedOnTradeIn", "rebate", "vehicle", "electric", "titleFee", ...FEES, "loanFee"].some(
            (name) => typed.get(name),
          )}
        >
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
          <Amount name="tradeIn" label="Your trade-in is worth" />
          <Amount name="owedOnTradeIn" label="You still owe on it" />
          <Shown when="equity">
            <Text of="equity" />
          </Shown>
          <Amount name="rebate" label="Rebate" hint="From the maker or dealer. It isn’t taxed." />
          <Fees />
        </Fold>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" className="not-noscript:hidden">
          See all the numbers
        </Button>
        <a href={addressOf("/calculator")} className="link inline-flex min-h-11 items-center">
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
  return (
    <>
      <h2 className="text-base">County and fees, as of 2026</h2>
      <p className="text-sm">
        Leave a field blank for the usual amount. Not included: $10 that a dealer must collect for license plates, and
        the inventory tax that some pass on. You can add them to the dealer’s paperwork. For current amounts ask your
        county’s tax office, or see{" "}
        <a href="https://www.txdmv.gov/motorists/register-your-vehicle" className="link">
          TxDMV
        </a>{" "}
        and, about the dealer’s fee,{" "}
        <a href="https://occc.texas.gov" className="link">
          OCCC
        </a>
        .
      </p>
      <Select
        name="titleFee"
        label="Title"
        hint="$33 in and around most big cities, $28 in other counties, by the county you live in."
        options={TITLE_FEES.map((cents) => [cents / 100, usd(cents)])}
        chosen={use(CalculationContext).typed.get("titleFee") ?? ""}
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
        label="Dealer’s paperwork"
        hint={t`The dealer sets it. Up to $225 is presumed reasonable. Usual: ${usual("documentaryFee")}.`}
      />
      <Amount name="loanFee" label="Lender’s fee for the loan" hint="Some lenders add one. Usual: none." />
    </>
  );
}

function usual(fee: Fee, { isNew = false, isElectric = false } = {}) {
  return usd(usualFees[fee]({ isNew, isElectric }));
}
