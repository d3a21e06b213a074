import { Minus, Plus } from "lucide-react";
import { createContext, type ReactNode, use, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { dollars, usd } from "../../db/model/money/amount.ts";
import { type CalculatorField, fields, TERMS, USUAL_SHARE, USUAL_TERM } from "../../db/model/money/calculator.ts";
import { FEES, type Fee, TITLE_FEES, usualFees } from "../../db/model/money/texas-fees.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { MarketRatesTable } from "../copy/claims/market-rates.tsx";
import { shareNote } from "../copy/share-note.ts";
import { Head } from "../head/head.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Receipt } from "../ui/drawings/receipt.tsx";
import { control, Hint } from "../ui/form/field.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { type Figures, figuresOf, SIDE_BY_SIDE, YEARS } from "./figures.ts";
import { keepUpToDate } from "./live.ts";

/** The values in the address, and the figures for them. */
const CalculationContext = createContext({} as { typed: URLSearchParams; figures: Figures });

/** Shown for one of the two questions only, as chosen in the form, with or without a script. */
const FOR_A_PAYMENT = "group-has-[[value=price]:checked]:hidden";
const FOR_A_PRICE = "group-has-[[value=payment]:checked]:hidden";

export default function CalculatorPage() {
  const { search } = useLocation();
  // A new address starts anew, because the page's script has changed this calculation's HTML.
  return <Calculation key={search} search={search} />;
}

/** The Worker answers this form with the same page. Its script (live.ts) answers during typing, without React. */
function Calculation({ search }: { search: string }) {
  const typed = new URLSearchParams(search);
  const figures = figuresOf((field) => typed.get(field));
  useEffect(keepUpToDate, []);
  return (
    <CalculationContext value={{ typed, figures }}>
      <Head
        title="Car payment calculator for Texas"
        description="What a car costs a month in Texas, with sales tax, fees and your trade-in, or the price that your payment carries. Nothing is stored."
      />
      <Hero
        tone="sand"
        title="What would it cost?"
        lead="Tax, title and fees the way Texas charges them. Your numbers stay in your browser while you type."
        drawing={<Receipt />}
      />
      <form id="calculator" action={addressOf("/calculator")} className="group" noValidate>
        <Result />
        <div className="mx-auto grid max-w-page grid-cols-1 gap-x-12 gap-y-10 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-2">
          <div className="no-print grid grid-cols-1 content-start gap-6">
            <Questions />
          </div>
          <div id="answers" tabIndex={-1} className="grid min-w-0 scroll-mt-20 grid-cols-1 content-start gap-8">
            <Answers />
            <Notes />
          </div>
        </div>
      </form>
    </CalculationContext>
  );
}

/** The result in one line that stays visible: below the header, or above a phone's keyboard. */
function Result() {
  return (
    <div className="sticky top-[calc(max(-4rem,var(--header-top))+4rem)] border-line border-b bg-tint print:static">
      <div className="mx-auto flex min-h-20 max-w-page flex-wrap items-center justify-between gap-x-6 px-4 pt-4 pb-2 sm:px-6">
        <output className="flex min-w-0 flex-wrap items-center gap-x-3">
          <Shown when="amount" className="wrap-anywhere min-w-0">
            <Text of="amount" className="font-semibold text-deep text-h2 tabular-nums" />
          </Shown>{" "}
          <Text of="summary" className="min-w-0 grow basis-24 leading-tight" />
        </output>
        <Shown when="amount" className="text-quiet text-sm">
          An estimate, not an offer
        </Shown>
      </div>
    </div>
  );
}

function Questions() {
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
        <MarketRates />
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

function MarketRates() {
  return (
    <details className="mt-3 rounded-card border border-line px-4">
      <summary className="flex scroll-mt-20 min-h-12 items-center underline underline-offset-4">
        What other people paid
      </summary>
      <MarketRatesTable />
    </details>
  );
}

function Term() {
  const { typed, figures } = use(CalculationContext);
  const chosen = (!figures.text.monthsProblem && Number(typed.get("months"))) || USUAL_TERM;
  return (
    <Labelled name="months" label="Months to pay">
      <select {...useBox("months")} defaultValue={chosen} className={`${control} w-40 scroll-mt-20`}>
        {(TERMS.includes(chosen) ? TERMS : [...TERMS, chosen]).map((months) => (
          <option key={months} value={months}>
            {months} months
          </option>
        ))}
      </select>
    </Labelled>
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
        <Labelled
          name="titleFee"
          label="Title"
          hint="$33 in and around most big cities, $28 in other counties, by the county you live in."
        >
          <select
            {...useBox("titleFee")}
            defaultValue={typed.get("titleFee") ?? ""}
            className={`${control} w-40 scroll-mt-20`}
          >
            {TITLE_FEES.map((cents) => (
              <option key={cents} value={cents / 100}>
                {usd(cents)}
              </option>
            ))}
          </select>
        </Labelled>
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

function Amount({
  name,
  label,
  hint,
  unit = "$",
  step,
}: {
  name: CalculatorField;
  label: string;
  hint?: string;
  unit?: "$" | "%";
  step?: number;
}) {
  const { typed } = use(CalculationContext);
  const stepOf = unit === "$" ? dollars(step ?? 0) : `${step}%`;
  return (
    <Labelled name={name} label={label} hint={hint}>
      <div className="flex max-w-sm items-center gap-2">
        {step && (
          <Stepper of={name} step={-step} label={t`${label}: ${stepOf} less`}>
            <Minus aria-hidden="true" className="size-5" />
          </Stepper>
        )}
        {unit === "$" && <span aria-hidden="true">$</span>}
        <input
          {...useBox(name, hint)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.get(name) ?? ""}
          className={`${control} w-full min-w-0 scroll-mt-20`}
        />
        {unit === "%" && <span aria-hidden="true">%</span>}
        {step && (
          <Stepper of={name} step={step} label={t`${label}: ${stepOf} more`}>
            <Plus aria-hidden="true" className="size-5" />
          </Stepper>
        )}
      </div>
    </Labelled>
  );
}

function Stepper({
  of,
  step,
  label,
  children,
}: {
  of: CalculatorField;
  step: number;
  label: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      data-field={of}
      data-step={step}
      aria-label={label}
      className="grid size-12 shrink-0 scroll-mt-20 place-items-center rounded-full border border-edge bg-white text-bluebonnet hover:bg-tint noscript:hidden"
    >
      {children}
    </button>
  );
}

/** A control's label, and the place of its error, which is always there for the script to fill. */
function useBox(name: CalculatorField, hint?: string) {
  const { figures } = use(CalculationContext);
  const describedBy = `${hint ? `${name}-hint ` : ""}${name}-error`;
  return {
    id: name,
    name,
    "aria-describedby": describedBy,
    "aria-invalid": figures.text[`${name}Problem`] !== "" || undefined,
  };
}

function Labelled({
  name,
  label,
  hint,
  children,
}: {
  name: CalculatorField;
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={name}>{label}</label>
      <Hint of={name}>{hint}</Hint>
      {children}
      <Problem of={name} />
    </div>
  );
}

function Choice({
  name,
  label,
  options,
  children,
}: {
  name: "want" | "vehicle";
  label: string;
  options: [value: string, label: string][];
  children?: ReactNode;
}) {
  return (
    <fieldset id={name} aria-describedby={`${name}-error`} className="min-w-0">
      <legend className="mb-1.5">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map(([value, text], index) => (
          <Option key={value} type="radio" name={name} value={value} label={text} isFirst={index === 0} />
        ))}
        {children}
      </div>
      <Problem of={name} />
      {name === "vehicle" && <Problem of="electric" />}
    </fieldset>
  );
}

function Option({
  label,
  isFirst,
  ...input
}: {
  type: "radio" | "checkbox";
  name: CalculatorField;
  value: string;
  label: string;
  isFirst?: boolean;
}) {
  const { typed } = use(CalculationContext);
  const chosen = typed.get(input.name);
  const limits = fields[input.name];
  const isKnown = limits.kind === "choice" && limits.choices.includes(chosen ?? "");
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        {...input}
        defaultChecked={isKnown ? chosen === input.value : isFirst}
        className="size-5 scroll-mt-20 accent-bluebonnet"
      />
      {label}
    </label>
  );
}

function Problem({ of }: { of: CalculatorField }) {
  const { figures } = use(CalculationContext);
  return (
    <p id={`${of}-error`} data-text={`${of}Problem`} className="font-semibold text-alert empty:hidden">
      {figures.text[`${of}Problem`]}
    </p>
  );
}

function Answers() {
  return (
    <>
      <Shown when="purchase">
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
          <Line label="Dealer's paperwork" of="documentaryFee" />
          <Line label="Money down" of="down" />
          <Line label="Trade-in" of="tradeIn" when="tradeIn" />
          <Line label="Owed on the trade-in" of="owedOnTradeIn" when="tradeIn" />
          <Line label="Amount financed" of="financed" isSum />
        </Part>
      </Shown>
      <Shown when="financing" className="grid grid-cols-1 gap-8">
        <div>
          <Part title="The loan">
            <Line label="Lender's fee, added to the loan" of="loanFee" when="loanFee" />
            <Line label="Monthly payment" of="payment" />
            <Line label="Payments" of="months" />
            <Line label="Annual percentage rate (APR)" of="apr" />
            <Line label="Finance charge" of="financeCharge" />
            <Line label="Total of payments" of="totalOfPayments" />
            <Line label="Total cost, with what you bring" of="totalCost" isSum />
          </Part>
          <p className="mt-3 text-quiet text-sm">
            <Text of="aprNote" />
          </p>
        </div>
        <Part title="Where the money goes">
          <Bar label="Car" of="carPart" bar="car" />
          <Bar label="Sales tax" of="taxPart" bar="tax" />
          <Bar label="Fees" of="allFeesPart" bar="allFees" />
          <Bar label="Old loan" of="oldLoanPart" bar="oldLoan" when="oldLoan" />
          <Bar label="Finance charge" of="chargePart" bar="charge" />
        </Part>
        <Part title="What you still owe">
          {YEARS.map((year) => (
            <Bar
              key={year}
              label={year ? t`After year ${year}` : t`Today`}
              of={`balance${year}`}
              bar={`balance${year}`}
              when={`year${year}`}
            />
          ))}
        </Part>
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
        <div>
          <h2 className="text-h3">What small changes do</h2>
          <Shown when="halfPoint" className="mt-2">
            <Text of="halfPoint" />
          </Shown>
          <p className="mt-2">
            <Text of="moreDown" />
          </p>
        </div>
        <p className="border-bluebonnet border-l-4 pl-5 text-sm">
          These are your numbers, not an offer of credit. You chose the money down, rate and term. Your rate depends on
          credit, vehicle and lender, and the lender's own paperwork is what counts.
        </p>
        <p className="no-print flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to="/apply" id="apply-with-this" className="scroll-mt-20">
            Apply with this
          </ButtonLink>
          <ThisCalculation />
        </p>
      </Shown>
    </>
  );
}

function Notes() {
  return (
    <div>
      <h2 className="text-h3">How we figure it</h2>
      <ul className="mt-2 grid list-disc gap-2 pl-5 text-sm">
        <li>
          Sales tax is on the price less rebates and less what your trade-in is worth, whatever you still owe on it.
        </li>
        <li>
          That is for a purchase from a dealer. From a private person, Texas taxes the price or 80% of the car's
          standard presumptive value, whichever is more. TxDMV has a look-up for that value.
        </li>
        <li>We count all payments as equal. The last one settles what rounding left, a few cents either way.</li>
        <li>{shareNote()}</li>
        <li>
          Nothing you type is stored. If you press 'Apply with this', your money down goes along into the form, in this
          tab.
          <noscript>
            {" "}
            Without JavaScript, your numbers are sent to us in the page's address, and we don't keep them.
          </noscript>
        </li>
      </ul>
    </div>
  );
}

/** An address to copy or send. The page's script keeps it up to date. */
function ThisCalculation() {
  const { typed } = use(CalculationContext);
  return (
    <a
      href={`${addressOf("/calculator")}?${typed}`}
      id="this-calculation"
      className="link scroll-mt-20 inline-flex min-h-11 items-center"
    >
      Link to these numbers
    </a>
  );
}

/** Figures under a heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-h3">{title}</h2>
      <table className="mt-2 w-full text-left tabular-nums">
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface LineProps {
  label: ReactNode;
  of: keyof Figures["text"];
  when?: keyof Figures["shown"];
}

function Line({ label, of, when, isSum }: LineProps & { isSum?: boolean }) {
  const { figures } = use(CalculationContext);
  return (
    <tr
      data-shown={when}
      hidden={when && !figures.shown[when]}
      className={isSum ? "border-edge border-t font-semibold" : undefined}
    >
      <th scope="row" className={`wrap-anywhere py-1 ${isSum ? "" : "font-normal"}`}>
        {label}
      </th>
      <Figure of={of} />
    </tr>
  );
}

/** A line with its share as a bar. */
function Bar({ label, of, bar, when }: LineProps & { bar: keyof Figures["bar"] }) {
  const { figures } = use(CalculationContext);
  return (
    <tr data-shown={when} hidden={when && !figures.shown[when]}>
      <th scope="row" className="wrap-anywhere py-1 font-normal">
        {label}
      </th>
      <td className="w-1/3">
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full text-bluebonnet">
          <path data-bar={bar} d={figures.bar[bar]} fill="currentColor" />
        </svg>
      </td>
      <Figure of={of} />
    </tr>
  );
}

function Figure({ of }: Pick<LineProps, "of">) {
  const { figures } = use(CalculationContext);
  return (
    <td data-text={of} className="py-1 pl-5 text-right">
      {figures.text[of]}
    </td>
  );
}

function Text({ of, className }: Pick<LineProps, "of"> & { className?: string }) {
  const { figures } = use(CalculationContext);
  return (
    <span data-text={of} className={className}>
      {figures.text[of]}
    </span>
  );
}

function Shown({
  when,
  className,
  children,
}: {
  when: keyof Figures["shown"];
  className?: string;
  children: ReactNode;
}) {
  const { figures } = use(CalculationContext);
  return (
    <div data-shown={when} hidden={!figures.shown[when]} className={className}>
      {children}
    </div>
  );
}
