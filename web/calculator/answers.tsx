import { use } from "react";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { shareNote } from "../copy/share-note.ts";
import { SIDE_BY_SIDE, YEARS } from "./figures.ts";
import { CalculationContext, Fold, Line, Part, Shown, Text } from "./shown.tsx";

export function Answers() {
  return (
    <Shown when="purchase">
      <Part title="Where the money goes">
        <Line label="Car" of="carPart" bar="car" />
        <Line label="Sales tax" of="taxPart" bar="tax" />
        <Line label="Fees" of="allFeesPart" bar="allFees" />
        <Line label="Old loan" of="oldLoanPart" bar="oldLoan" when="oldLoan" />
        <Line label="Finance charge" of="chargePart" bar="charge" when="financing" />
      </Part>
      <Shown when="financing" className="mt-8">
        <Part title="Other terms at the same rate">
          {SIDE_BY_SIDE.map((term) => (
            <Line
              key={term}
              label={
                <>
                  {term} months
                  <Text of={`against${term}`} className="block text-quiet text-sm" />
                </>
              }
              of={`term${term}`}
            />
          ))}
        </Part>
      </Shown>
    </Shown>
  );
}

/** Below questions and answers. */
export function MoreAnswers() {
  const { typed } = use(CalculationContext);
  return (
    <>
      <Shown when="financing">
        <h2 className="text-h3">What small changes do</h2>
        <Shown when="halfPoint" className="mt-2">
          <Text of="halfPoint" />
        </Shown>
        <p className="mt-2">
          <Text of="moreDown" />
        </p>
      </Shown>
      <div className="lg:col-start-2">
        <Shown when="purchase">
          <Fold title={t`All the numbers`}>
            <Part title="Line by line">
              <Line label="Price" of="price" />
              <Line label="Rebate" of="rebate" when="rebate" />
              <Line label={<Text of="taxed" />} of="tax" />
              <Line label="Title" of="titleFee" />
              <Line label="Registration" of="registrationFee" />
              <Line label="Local fees" of="localFee" />
              <Line label="Processing and handling" of="processingFee" />
              <Line label="Inspection replacement" of="inspectionFee" />
              <Line label="Electric car" of="electricFee" when="electricFee" />
              <Line label="Dealer’s paperwork" of="documentaryFee" />
              <Line label="Money down" of="down" />
              <Line label="Trade-in" of="tradeIn" when="tradeIn" />
              <Line label="Owed on the trade-in" of="owedOnTradeIn" when="tradeIn" />
              <Line label="Amount financed" of="financed" isSum />
            </Part>
            <Shown when="financing" className="grid grid-cols-1 gap-5">
              <Part title="The loan">
                <Line label="Lender’s fee, added to the loan" of="loanFee" when="loanFee" />
                <Line label="Monthly payment" of="payment" />
                <Line label="Payments" of="months" />
                <Line label="Annual percentage rate (APR)" of="apr" />
                <Line label="Finance charge" of="financeCharge" />
                <Line label="Total of payments" of="totalOfPayments" />
                <Line label="Total cost, with what you bring" of="totalCost" isSum />
              </Part>
              <p className="text-quiet text-sm">
                <Text of="aprNote" />
              </p>
              <Part title="What you still owe">
                {YEARS.map((year) => (
                  <Line
                    key={year}
                    label={year ? t`After year ${year}` : t`Today`}
                    of={`balance${year}`}
                    bar={`balance${year}`}
                    when={`year${year}`}
                  />
                ))}
              </Part>
            </Shown>
          </Fold>
        </Shown>
        <Fold title={t`How we figure it`}>
          <Notes />
        </Fold>
        <p className="border-line border-t pt-4 text-quiet text-sm">
          These are your numbers, not an offer of credit. Your rate depends on credit, vehicle and lender, and the
          lender’s own paperwork is what counts. Nothing you type is stored.
        </p>
        {/* The page's script keeps it up to date. */}
        <a
          href={`${addressOf("/calculator")}?${typed}`}
          id="this-calculation"
          className="no-print link inline-flex min-h-11 items-center"
        >
          Link to these numbers
        </a>
      </div>
    </>
  );
}

function Notes() {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-sm">
      <li>
        Sales tax is on the price less rebates and less what your trade-in is worth, whatever you still owe on it.
      </li>
      <li>
        That is for a purchase from a dealer. From a private person, Texas taxes the price or 80% of the car’s standard
        presumptive value, whichever is more. TxDMV has a look-up for that value.
      </li>
      <li>We count all payments as equal. The last one settles what rounding left, a few cents either way.</li>
      <li>{shareNote()}</li>
      <li>
        If you press “Apply with this”, your money down goes along into the form, in this tab.
        <noscript>
          {" "}
          Without JavaScript, your numbers are sent to us in the page’s address, and we don’t keep them.
        </noscript>
      </li>
    </ul>
  );
}
