import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { Head } from "../head/head.tsx";
import { Receipt } from "../ui/drawings/receipt.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { Answers, Notes } from "./answers.tsx";
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
            <Text of="amount" className="font-semibold text-h2 tabular-nums" />
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
