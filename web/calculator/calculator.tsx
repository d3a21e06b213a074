import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { FirstScreenEnd } from "../ui/page/first-screen-end.tsx";
import { Answers, MoreAnswers } from "./answers.tsx";
import { figuresOf } from "./figures.ts";
import { keepUpToDate } from "./live.ts";
import { Questions } from "./questions.tsx";
import { CalculationContext, Shown, Text } from "./shown.tsx";

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
      <div className="on-deep">
        <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
          <h1 className="text-h2">What would it cost?</h1>
          <p className="mt-2">Tax, title and fees the way Texas charges them.</p>
        </div>
      </div>
      <form
        id="calculator"
        action={addressOf("/calculator")}
        className="group [&_:is(a,input,select,summary,#answers)]:scroll-mt-52"
        noValidate
      >
        <Result />
        <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 gap-y-10 px-4 pt-4 pb-14 sm:px-6 lg:grid-cols-2 lg:pt-10">
          <div className="no-print grid grid-cols-1 content-start gap-5">
            <Questions />
          </div>
          <FirstScreenEnd />
          <div id="answers" tabIndex={-1} className="min-w-0">
            <Answers />
            <Shown when="example" className="mt-6 sm:hidden">
              <ButtonLink to="/apply">Start My Application</ButtonLink>
            </Shown>
          </div>
          <MoreAnswers />
        </div>
      </form>
    </CalculationContext>
  );
}

/** The result, which stays visible: below the header, or above a phone's keyboard. */
function Result() {
  return (
    <div className="on-deep sticky top-[calc(max(-4rem,var(--header-top))+4rem)] z-10 print:static">
      <div className="mx-auto flex min-h-24 max-w-page flex-wrap items-center justify-between gap-x-6 px-4 py-4 sm:px-6 lg:min-h-28 lg:py-6">
        <div className="min-w-0 grow basis-40">
          <output className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Shown when="amount" as="span" className="wrap-anywhere min-w-0">
              <Text of="amount" className="font-display text-h1 tabular-nums leading-none" />
            </Shown>{" "}
            <Text of="summary" className="min-w-0 leading-tight sm:text-lead" />
          </output>
          <p className="text-sm">
            <Text of="note" />
          </p>
        </div>
        <Shown when="own">
          <ButtonLink to="/apply" id="apply-with-this">
            Apply with this
          </ButtonLink>
        </Shown>
        <Shown when="example" className="max-sm:hidden">
          <ButtonLink to="/apply">Start My Application</ButtonLink>
        </Shown>
      </div>
    </div>
  );
}
