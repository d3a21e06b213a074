import { dollars, usd } from "../../db/model/money/amount.ts";
import {
  type Answer,
  answerTo,
  CALCULATOR_FIELDS,
  type CalculatorField,
  type Difference,
  differenceBetween,
  exampleFor,
  fields,
  type Inputs,
  isUntyped,
  readInputs,
} from "../../db/model/money/calculator.ts";
import { scheduleOf } from "../../db/model/money/loan.ts";
import { FEES, TAX_SHARE } from "../../db/model/money/texas-fees.ts";
import { t } from "../../db/model/words.ts";

/** Terms shown side by side, and the years whose remaining balance is shown. */
export const SIDE_BY_SIDE = [48, 60, 72, 84] as const;
export const YEARS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const HALF_A_POINT = 0.5;
const MORE_DOWN = 500_00;

/**
 * Every part of the page that depends on input, by its place. A `bar` is a path 100 wide. The server renders them, and
 * the script (live.ts) replaces them.
 */
export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(typed: (field: CalculatorField) => string | null) {
  const isExample = isUntyped(typed);
  const example = exampleFor(typed);
  const { inputs, refused } = readInputs((field) => example[field] ?? typed(field));
  const answer: Answer = refused.length > 0 ? { outcome: "missing" } : answerTo(inputs);
  const { purchase, financing } = answer;
  const { rebate, tradeIn, owedOnTradeIn, down, loanFee, fees, months } = inputs;
  const money = (cents = 0) => usd(cents);
  // 0 rather than -0, which would be read out.
  const less = (cents: number) => usd(0 - cents);
  const parts = {
    car: (purchase?.price ?? 0) - rebate,
    tax: purchase?.tax ?? 0,
    allFees: purchase?.fees ?? 0,
    oldLoan: Math.max(0, -(purchase?.equity ?? 0)),
    charge: financing?.financeCharge ?? 0,
  };
  const partNames = Object.keys(parts) as (keyof typeof parts)[];
  const costs = Object.values(parts).reduce((sum, part) => sum + part);
  const { loan } = financing ?? {};
  const balances = loan ? [loan.principal, ...scheduleOf(loan).map(({ balance }) => balance)] : [];
  const balanceAfter = (year: number) => balances[Math.min(12 * year, months)] ?? 0;
  const isComplete = financing !== undefined;
  return {
    /** What stands in for blank fields. */
    example,
    text: {
      amount: rounded(amountOf(inputs, answer)),
      summary: summaryOf(inputs, answer),
      note: refused.length > 0 ? "" : isExample ? exampleNote(inputs) : ownNote(inputs, example),
      price: money(purchase?.price),
      rebate: less(rebate),
      taxed: t`Sales tax, ${{ share: 100 * TAX_SHARE }}% of ${{ taxed: money(purchase?.taxed) }}`,
      tax: money(purchase?.tax),
      ...record(FEES, (fee) => [fee, money(fees[fee])]),
      down: less(down),
      tradeIn: less(tradeIn),
      owedOnTradeIn: money(owedOnTradeIn),
      equity: equityOf(inputs),
      financed: money(purchase?.financed),
      loanFee: money(loanFee),
      payment: money(financing?.payment),
      months: String(months),
      totalOfPayments: money(financing?.totalOfPayments),
      financeCharge: money(financing?.financeCharge),
      apr: percent(financing?.apr ?? 0),
      aprNote: aprNote(inputs),
      totalCost: money(financing?.totalCost),
      ...record(partNames, (part) => [`${part}Part`, money(parts[part])]),
      ...record(YEARS, (year) => [`balance${year}`, money(balanceAfter(year))]),
      ...record(SIDE_BY_SIDE, (term) => [
        `term${term}`,
        financing ? usd(amountOf(inputs, answerTo({ ...inputs, months: term })) ?? 0) : "",
      ]),
      ...record(SIDE_BY_SIDE, (term) => [`against${term}`, against(inputs, answer, { ...inputs, months: term })]),
      halfPoint: halfPointLess(inputs, answer),
      moreDown: moreDown(inputs, answer),
      ...record(CALCULATOR_FIELDS, (field) => [`${field}Problem`, refused.includes(field) ? problemOf(field) : ""]),
    },
    bar: {
      ...record(partNames, (part) => [part, bar(parts[part], costs)]),
      ...record(YEARS, (year) => [`balance${year}`, bar(balanceAfter(year), loan?.principal)]),
    },
    shown: {
      amount: isComplete,
      rates: isComplete && !isExample && example.rate !== undefined,
      example: isComplete && isExample,
      own: isComplete && !isExample,
      purchase: purchase !== undefined,
      financing: isComplete,
      rebate: rebate > 0,
      tradeIn: tradeIn + owedOnTradeIn > 0,
      equity: tradeIn !== owedOnTradeIn,
      electricFee: fees.electricFee > 0,
      loanFee: loanFee > 0,
      oldLoan: parts.oldLoan > 0,
      halfPoint: (inputs.rate ?? 0) >= HALF_A_POINT,
      ...record(YEARS, (year) => [`year${year}`, 12 * (year - 1) < months]),
    },
  };
}

/** The payment or price that was asked for, in cents. */
function amountOf({ want }: Inputs, { purchase, financing }: Answer) {
  return financing && (want === "price" ? purchase?.price : financing.payment);
}

/** Whole dollars, since cents would promise more than an estimate holds. */
function rounded(cents?: number) {
  return cents === undefined ? "" : dollars(Math.round(cents / 100));
}

function exampleNote({ want, isNew, price, payment, down }: Inputs) {
  const example = { price: rounded(price), payment: rounded(payment), down: rounded(down) };
  if (want === "price")
    return t`Example: ${{ payment: example.payment }} a month, with ${{ down: example.down }} down.`;
  return isNew
    ? t`Example: an ${{ price: example.price }} new car with ${{ down: example.down }} down.`
    : t`Example: an ${{ price: example.price }} used car with ${{ down: example.down }} down.`;
}

/** Says which figures are still the example's. */
function ownNote(inputs: Inputs, example: ReturnType<typeof exampleFor>) {
  const rate = `${inputs.rate}%`;
  const amount = rounded(inputs[basisOf(inputs)]);
  if (!example[basisOf(inputs)]) {
    return example.rate ? t`An estimate at our example’s ${rate}, not an offer.` : t`An estimate, not an offer.`;
  }
  return example.rate
    ? t`An estimate for our example’s ${amount} at ${rate}, not an offer.`
    : t`An estimate for our example’s ${amount}, not an offer.`;
}

function basisOf({ want }: Inputs) {
  return want === "price" ? "payment" : "price";
}

function summaryOf(inputs: Inputs, { outcome, purchase, financing }: Answer) {
  const { want, months } = inputs;
  if (outcome === "out of reach") {
    return t`After fees and what you owe, this payment leaves nothing for a car. Try more money down, a longer term or a larger payment.`;
  }
  if (outcome === "covered") {
    return t`What you bring covers it all: nothing to finance, and ${{ left: usd(-(purchase?.financed ?? 0)) }} is left over.`;
  }
  if (financing) {
    const apr = percent(financing.apr);
    if (want === "payment") return t`a month for ${months} months at ${apr} APR`;
    return t`is the price for ${{ payment: rounded(financing.payment) }} a month, ${months} months at ${apr} APR`;
  }
  return t`Please check the marked fields first.`;
}

function equityOf({ tradeIn, owedOnTradeIn }: Inputs) {
  const equity = tradeIn - owedOnTradeIn;
  if (equity >= 0) return t`After what you owe, your trade-in brings ${{ equity: usd(equity) }}.`;
  return t`You owe ${{ missing: usd(-equity) }} more on your trade-in than it brings: negative equity. It goes into the new loan, and you pay interest on it. The tax is still figured on its full value of ${{ value: usd(tradeIn) }}.`;
}

function aprNote({ loanFee }: Inputs) {
  if (loanFee > 0) return t`The APR is higher than the rate because it counts the lender’s fee too.`;
  return t`Here the rate and the APR are the same: no lender fee is included. If your lender charges one, type it under Fees.`;
}

/** A loan with another term compared with the chosen one. */
function against(inputs: Inputs, chosen: Answer, other: Inputs) {
  if (inputs.months === other.months) return t`your term`;
  const difference = differenceBetween(chosen, answerTo(other));
  if (!difference) return "";
  const { price, payment, interest } = inWords(difference);
  return inputs.want === "price" ? t`${price} car, ${interest} interest` : t`${payment} a month, ${interest} interest`;
}

/** The answer with a rate half a point lower. */
function halfPointLess(inputs: Inputs, chosen: Answer) {
  if (!chosen.financing) return "";
  const rate = Math.max(0, (inputs.rate ?? 0) - HALF_A_POINT);
  const less = percent(rate);
  const difference = differenceBetween(chosen, answerTo({ ...inputs, rate }));
  if (!difference) return t`At a rate of ${less}, half a point less, there is nothing left to finance.`;
  const { price, payment, interest } = inWords(difference);
  return inputs.want === "price"
    ? t`At a rate of ${less}, half a point less: ${price} car for the same payment.`
    : t`At a rate of ${less}, half a point less: ${payment} a month, ${interest} interest in all.`;
}

/** The answer with more money down. */
function moreDown(inputs: Inputs, chosen: Answer) {
  if (!chosen.financing) return "";
  const more = usd(MORE_DOWN);
  const difference = differenceBetween(chosen, answerTo({ ...inputs, down: inputs.down + MORE_DOWN }));
  if (!difference) return t`With ${more} more down, there is nothing left to finance.`;
  const { price, payment, interest } = inWords(difference);
  return inputs.want === "price"
    ? t`With ${more} more down: ${price} car for the same payment.`
    : t`With ${more} more down: ${payment} a month, ${interest} interest in all.`;
}

function inWords({ price, payment, financeCharge }: Difference) {
  return { price: compared(price), payment: compared(payment), interest: compared(financeCharge) };
}

/** '$49.30 less', '$12.00 more', 'the same'. */
function compared(cents: number) {
  if (cents === 0) return t`the same`;
  const amount = usd(Math.abs(cents));
  return cents < 0 ? t`${amount} less` : t`${amount} more`;
}

function percent(value: number) {
  return `${Number(value.toFixed(3)).toFixed(2)}%`;
}

function problemOf(field: CalculatorField) {
  const limits = fields[field];
  switch (limits.kind) {
    case "money":
      return t`Type an amount from ${{ least: usd(limits.min) }} to ${{ most: usd(limits.max) }}, such as 2,500.`;
    case "percent":
      return t`Type a percentage from ${limits.min} to ${limits.max}, such as 9.5.`;
    case "months":
      return t`Choose ${limits.min} to ${limits.max} months.`;
    default:
      return t`Choose one of these.`;
  }
}

/** A bar of this share of 100. */
function bar(part: number, whole = 0) {
  return `M0 0H${whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0}V8H0z`;
}

function record<Item, Name extends string, Value>(items: readonly Item[], entry: (item: Item) => [Name, Value]) {
  return Object.fromEntries(items.map(entry)) as Record<Name, Value>;
}
