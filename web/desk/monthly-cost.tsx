import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { dollars } from "../../db/model/form/answer-words.ts";
import { type CalculatorField, differenceBetween, fields, USUAL_TERM } from "../../db/model/money/calculator.ts";
import { carBudgetOf } from "../../db/model/money/car-budget.ts";
import { marketRates } from "../../db/model/money/market-rates.ts";
import { paths } from "../../db/model/site/paths.ts";
import { compared, type Figures, figuresOf } from "../calculator/figures.ts";
import { estimate, fieldLabels, figureLabels } from "../calculator/labels.ts";
import { shareNote } from "../copy/share-note.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { addNote, type Case } from "./api.ts";
import { useDeskAction } from "./data.ts";
import { Failure } from "./desk-page.tsx";
import { Part } from "./part.tsx";

/** What the applicant was shown of their budget, in one line, and how a lender's counter-offer compares with what was asked. */
export function MonthlyCost({ application }: { application: Case }) {
  const { id, answers } = application;
  const budget = carBudgetOf(answers);
  const used = budget?.prices.at(-1);
  return (
    <Part title="What this could mean a month">
      {budget && used ? (
        <>
          <p>
            <strong>
              {dollars(budget.least)} to {dollars(budget.most)}
            </strong>{" "}
            for payment and insurance. {dollars(budget.least)} a month, {budget.months} months at{" "}
            {used.percent.toFixed(2)}% APR, carries a used car of <strong>{dollars(used.price)}</strong>. {estimate()}.
          </p>
          <p className="mt-2 text-quiet text-sm">
            {shareNote()} With {dollars(budget.down)} down and the usual tax and fees. The rate is what others paid for
            used cars on average: {marketRates.source}, {marketRates.date}.
          </p>
        </>
      ) : (
        <p>With this income and money down no figure would help. The applicant was shown none.</p>
      )}
      <p>
        {/* A page load: the desk's sheet does not suit other pages. */}
        <a
          href={budget ? paths.budget(budget) : "/calculator"}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          Open in the calculator
        </a>
      </p>
      <CounterOffer id={id} cashDownPayment={answers.cashDownPayment} />
    </Part>
  );
}

const offerLabels = { asked: "Asked", counter: "Counter-offer" };
type Offer = keyof typeof offerLabels;
const OFFERS = Object.keys(offerLabels) as Offer[];
const FIELDS = Object.keys(fieldLabels) as (keyof typeof fieldLabels)[];
const ROWS = Object.keys(figureLabels) as (keyof typeof figureLabels)[];

type Offers = Record<Offer, Figures>;

/** What a lender offers beside what was asked, with the tax and fees of a used car. Kept only as a note, if somebody wants that. */
function CounterOffer({ id, cashDownPayment }: { id: string; cashDownPayment: number }) {
  const [offers, setOffers] = useState<Offers>();
  const [isNoted, setIsNoted] = useState(false);
  const difference = offers && differenceWords(offers);
  const noting = useDeskAction((text: string) => addNote(id, text), {
    words: "The note is in the timeline.",
    onDone: () => setIsNoted(true),
    goOn: ["counter-offer"],
  });

  function compare(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setIsNoted(false);
    flushSync(() => setOffers(offersIn(new FormData(form))));
    form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  return (
    <details className="mt-2">
      <summary id="counter-offer" className="link min-h-6 font-semibold">
        Compare a counter-offer
      </summary>
      <form noValidate className="mt-3 grid grid-cols-1 gap-4" onSubmit={compare} onInput={() => setOffers(undefined)}>
        <p className="text-quiet text-sm">
          What is blank in the counter-offer counts as asked. Tax and fees are the usual ones of a used car.
        </p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {OFFERS.map((offer) => (
            <fieldset key={offer} className="min-w-0">
              <legend className="font-semibold">{offerLabels[offer]}</legend>
              <div className="mt-2 grid grid-cols-1 gap-4">
                {FIELDS.map((field) => (
                  <LoanField
                    key={field}
                    id={`${offer}-${field}`}
                    field={field}
                    known={offer === "asked" ? { down: cashDownPayment, months: USUAL_TERM } : {}}
                    figures={offers?.[offer]}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
        <Button type="submit" look="outline" className="justify-self-start">
          Compare
        </Button>
        <output className="font-semibold">{offers && (difference ?? whyNot(offers))}</output>
        {offers && difference && (
          <>
            <Table offers={offers} />
            <p className="text-sm">
              {estimate()}. The lender's own papers count. A lender's fee is not in it: for that, and for trade-ins and
              new cars, use the calculator.
            </p>
            <Failure message={noting.message} />
            {isNoted ? (
              <p>The note is in the timeline.</p>
            ) : (
              <Button
                look="quiet"
                className="justify-self-start"
                onClick={() => noting.run(noteOf(offers, difference))}
              >
                Keep it as a note
              </Button>
            )}
          </>
        )}
      </form>
    </details>
  );
}

function LoanField({
  id,
  field,
  known,
  figures,
}: {
  id: string;
  field: (typeof FIELDS)[number];
  known: Partial<Record<CalculatorField, number>>;
  figures?: Figures;
}) {
  const { kind } = fields[field];
  return (
    <Field id={id} label={fieldLabels[field]} error={figures?.text[`${field}Problem`]}>
      {(box) => (
        <div className="flex items-center gap-2">
          {kind === "money" && <span aria-hidden="true">$</span>}
          <input
            {...box}
            name={id}
            inputMode={kind === "months" ? "numeric" : "decimal"}
            autoComplete="off"
            defaultValue={known[field]}
          />
          {kind === "percent" && <span aria-hidden="true">%</span>}
        </div>
      )}
    </Field>
  );
}

function Table({ offers }: { offers: Offers }) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <thead>
        <tr>
          <td />
          {OFFERS.map((offer) => (
            <th key={offer} scope="col" className="py-1 pl-3 text-right">
              {offerLabels[offer]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row} className="border-line border-t">
            <th scope="row" className="w-1/3 py-1 font-normal">
              {figureLabels[row]}
            </th>
            {OFFERS.map((offer) => (
              <td key={offer} className="whitespace-nowrap py-1 pl-3 text-right">
                {offers[offer].text[row]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both offers as typed. What is blank in the counter-offer is as asked, unless that means nothing. */
function offersIn(form: FormData): Offers {
  const typed = (offer: Offer, field: CalculatorField) => String(form.get(`${offer}-${field}`) ?? "").trim();
  const asked = figuresOf((field) => typed("asked", field));
  const asAsked = (field: CalculatorField) => (asked.text[`${field}Problem`] ? "" : typed("asked", field));
  return { asked, counter: figuresOf((field) => typed("counter", field) || asAsked(field)) };
}

/** '$55.11 less a month, $6,693.40 more in all'; undefined unless both have a payment. */
function differenceWords({ asked, counter }: Offers) {
  const difference = differenceBetween(asked.answer, counter.answer);
  if (!difference) return;
  return `The counter-offer is ${compared(difference.payment)} a month, ${compared(difference.totalCost)} in all.`;
}

function whyNot(offers: Offers) {
  const offer = OFFERS.find((each) => !offers[each].shown.financing) as Offer;
  return `${offerLabels[offer]}: ${offers[offer].text.summary}`;
}

function noteOf(offers: Offers, difference: string) {
  const lines = OFFERS.map((offer) => {
    const { price, financed, amount, summary, totalCost } = offers[offer].text;
    return `${offerLabels[offer]}: price ${price}, amount financed ${financed}, ${amount} ${summary}, total cost ${totalCost}.`;
  });
  return [...lines, difference].join("\n");
}
