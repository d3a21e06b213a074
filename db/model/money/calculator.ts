import { amountIn, percentageIn } from "./amount.ts";
import {
  annualPercentageRate,
  type Loan,
  monthlyPayment,
  principalFor,
  thousandthsOf,
  totalOfPayments,
} from "./loan.ts";
import { FEES, type Fee, salesTax, TAX_SHARE, TITLE_FEES, taxedAmount, usualFees } from "./texas-fees.ts";

/**
 * The calculator: a car's monthly cost, or the price that a payment can carry. It reads its fields without a schema,
 * which would double the page's script.
 */

const MOST = 1_000_000_00;
const MOST_FEE = 5_000_00;

/** What a field may contain: an amount in cents, a percentage, a number of months, or one of a few words. */
export type Limits =
  | { kind: "money" | "percent" | "months"; min: number; max: number }
  | { kind: "choice"; choices: string[] };

const amount = money(0, MOST);
const fee = money(0, MOST_FEE);

/** Every field by its name in addresses, in the form's order. A blank one counts as not given. */
export const fields = {
  want: choice("payment", "price"),
  price: money(1_00, MOST),
  payment: money(1_00, 50_000_00),
  income: amount,
  share: { kind: "percent", min: 1, max: 50 },
  insurance: money(0, 50_000_00),
  down: amount,
  rate: { kind: "percent", min: 0, max: 40 },
  months: { kind: "months", min: 6, max: 96 },
  vehicle: choice("used", "new"),
  electric: choice("yes"),
  tradeIn: amount,
  owedOnTradeIn: amount,
  rebate: amount,
  titleFee: choice(...TITLE_FEES.map((cents) => String(cents / 100))),
  registrationFee: fee,
  localFee: fee,
  processingFee: fee,
  inspectionFee: fee,
  electricFee: fee,
  documentaryFee: fee,
  loanFee: fee,
} satisfies Record<string, Limits>;

/** Fields that only one of the two questions needs. */
const askedFor: Partial<Record<keyof typeof fields, Inputs["want"]>> = {
  price: "payment",
  payment: "price",
  income: "price",
  share: "price",
  insurance: "price",
};

export type CalculatorField = keyof typeof fields;
export const CALCULATOR_FIELDS = Object.keys(fields) as CalculatorField[];

/** The months that the form offers. An address may name others. */
export const TERMS = [24, 36, 48, 60, 66, 72, 75, 84];
export const USUAL_TERM = 60;
/** Usual for payment and insurance: 15 to 20% of gross income. No law; brokers for poor credit say so. */
export const USUAL_SHARE = 15;
export const HIGHEST_USUAL_SHARE = 20;

/** An example of round figures, with a rate near the average for used cars. */
const EXAMPLE: Partial<Record<CalculatorField, string>> = {
  price: "18,000",
  payment: "400",
  down: "1,500",
  rate: "12",
};

/** What a field contains, as for `readInputs`. */
type TextOf = (field: CalculatorField) => string | null;

/** Whether nobody has typed an amount or a rate yet. What is chosen rather than typed changes the example. */
export function isUntyped(text: TextOf) {
  return CALCULATOR_FIELDS.every(
    (field) => ["months", "choice"].includes(fields[field].kind) || !isFilled(text, field),
  );
}

/**
 * The example's figures for fields left blank: all of them while nothing is typed, then only those that every answer needs,
 * so that there is always one. Whoever shows it says that they are the example's.
 */
export function exampleFor(text: TextOf): typeof EXAMPLE {
  const { rate, price, payment } = EXAMPLE;
  const needed = isFilled(text, "income") ? { rate, price } : { rate, price, payment };
  const given = Object.entries(isUntyped(text) ? EXAMPLE : needed) as [CalculatorField, string][];
  return Object.fromEntries(given.filter(([field]) => !isFilled(text, field)));
}

/** What somebody wants to know, and about which car and loan. Amounts in cents, percentages in percent. */
export interface Inputs {
  want: "payment" | "price";
  isNew: boolean;
  isElectric: boolean;
  price?: number;
  /** A month. Counts before what income allows. */
  payment?: number;
  /** Gross, a month. */
  income?: number;
  share: number;
  insurance: number;
  down: number;
  rate?: number;
  months: number;
  tradeIn: number;
  owedOnTradeIn: number;
  rebate: number;
  /** What a lender adds to the loan for making it. The APR counts it as a cost of credit. */
  loanFee: number;
  fees: Record<Fee, number>;
}

/**
 * Reads a form or an address; `text` gives a field's content, null for none. Amounts may have a $ and commas,
 * percentages a %. Invalid fields are in `refused` and count as not given; so do fields the question does not need.
 */
export function readInputs(text: TextOf): {
  inputs: Inputs;
  refused: CalculatorField[];
} {
  const refused: CalculatorField[] = [];
  const given: Partial<Record<CalculatorField, number | string>> = {};
  const want = text("want")?.trim() === "price" ? "price" : "payment";
  for (const field of CALCULATOR_FIELDS) {
    const typed = text(field)?.trim();
    if (!typed || (askedFor[field] ?? want) !== want) continue;
    given[field] = valueIn(typed, fields[field]);
    if (given[field] === undefined) refused.push(field);
  }
  const number = (field: CalculatorField) => given[field] as number | undefined;
  const vehicle = { isNew: given.vehicle === "new", isElectric: given.electric === "yes" };
  const fees = Object.fromEntries(FEES.map((name) => [name, number(name) ?? usualFees[name](vehicle)]));
  if (given.titleFee !== undefined) fees.titleFee = Number(given.titleFee) * 100;
  if (!vehicle.isElectric) fees.electricFee = 0;
  return {
    inputs: {
      ...vehicle,
      want,
      price: number("price"),
      payment: number("payment"),
      income: number("income"),
      share: number("share") ?? USUAL_SHARE,
      insurance: number("insurance") ?? 0,
      down: number("down") ?? 0,
      rate: number("rate"),
      months: number("months") ?? USUAL_TERM,
      tradeIn: number("tradeIn") ?? 0,
      owedOnTradeIn: number("owedOnTradeIn") ?? 0,
      rebate: number("rebate") ?? 0,
      loanFee: number("loanFee") ?? 0,
      fees: fees as Record<Fee, number>,
    },
    refused,
  };
}

/** A car's cost with tax and fees, and how much of it is left to finance, in cents. */
export interface Purchase {
  price: number;
  taxed: number;
  tax: number;
  fees: number;
  /** The trade-in's value less what is owed on it. Below 0, it is added to the loan. */
  equity: number;
  /** Regulation Z's amount financed. Below 0, that much is left over. */
  financed: number;
}

/**
 * A loan's cost in the terms of Regulation Z (12 CFR 1026.18, read in the edition of 2006), in cents, `apr` in percent.
 * Tax and fees that cash buyers pay, too, are financed but no finance charge (1026.4(a)).
 */
export interface Financing {
  loan: Loan;
  payment: number;
  apr: number;
  financeCharge: number;
  totalOfPayments: number;
  /** Everything paid for the car: money down, the trade-in's equity and all payments. */
  totalCost: number;
}

/** `missing`: facts are missing. `covered`: nothing is left to finance. `out of reach`: the payment carries no car. */
export type Outcome = "missing" | "covered" | "out of reach" | "financed";

export interface Answer {
  outcome: Outcome;
  purchase?: Purchase;
  financing?: Financing;
}

/** A car's monthly cost (`want: "payment"`), or the price that a payment carries (`want: "price"`). */
export function answerTo(inputs: Inputs): Answer {
  const price = inputs.want === "price" ? affordablePrice(inputs) : inputs.price;
  if (price === undefined) return { outcome: "missing" };
  if (price <= 0) return { outcome: "out of reach" };
  const purchase = purchaseOf(inputs, price);
  if (purchase.financed <= 0) return { outcome: "covered", purchase };
  if (inputs.rate === undefined) return { outcome: "missing", purchase };
  return { outcome: "financed", purchase, financing: financingOf(inputs, purchase, inputs.rate) };
}

/** By how much one answer exceeds another, in cents; below 0, it is less. */
export interface Difference {
  price: number;
  payment: number;
  financeCharge: number;
}

/** The difference between two answers, such as for a longer term; undefined unless both are financed. */
export function differenceBetween(one: Answer, other: Answer): Difference | undefined {
  if (!one.purchase || !one.financing || !other.purchase || !other.financing) return;
  return {
    price: other.purchase.price - one.purchase.price,
    payment: other.financing.payment - one.financing.payment,
    financeCharge: other.financing.financeCharge - one.financing.financeCharge,
  };
}

/** The wanted monthly payment, or what a share of income leaves after insurance, in cents. */
export function affordablePayment({ payment, income, share, insurance }: Inputs) {
  if (payment !== undefined) return payment;
  return income === undefined ? undefined : Math.floor((income * thousandthsOf(share)) / 100_000) - insurance;
}

function purchaseOf(inputs: Inputs, price: number): Purchase {
  const { rebate, tradeIn, owedOnTradeIn, down } = inputs;
  const tax = salesTax({ price, rebate, tradeIn });
  const fees = totalFees(inputs);
  const equity = tradeIn - owedOnTradeIn;
  const financed = price - rebate + tax + fees - down - equity;
  return { price, taxed: taxedAmount({ price, rebate, tradeIn }), tax, fees, equity, financed };
}

function financingOf({ down, months, loanFee }: Inputs, { financed, equity }: Purchase, rate: number): Financing {
  const loan = { principal: financed + loanFee, rate, months };
  const payment = monthlyPayment(loan);
  const total = totalOfPayments(loan);
  return {
    loan,
    payment,
    // Without a fee, the APR is the loan's rate. Rounded payments of a small loan would give another.
    apr: loanFee === 0 ? rate : annualPercentageRate(financed, Array(months).fill(payment)),
    financeCharge: total - financed,
    totalOfPayments: total,
    totalCost: total + down + Math.max(0, equity),
  };
}

/** The reverse of `purchaseOf`. Only the price above rebate and trade-in is taxed. 0 or less: no car. */
function affordablePrice(inputs: Inputs) {
  const { rate, months, rebate, tradeIn, owedOnTradeIn, down, loanFee } = inputs;
  const payment = affordablePayment(inputs);
  if (payment === undefined || rate === undefined) return;
  if (payment <= 0) return 0;
  const financed = principalFor(payment, rate, months) - loanFee;
  if (financed <= 0) return 0;
  const untaxed = rebate + tradeIn;
  const beyond = financed + down - owedOnTradeIn - totalFees(inputs);
  return untaxed + (beyond > 0 ? Math.round(beyond / (1 + TAX_SHARE)) : beyond);
}

function isFilled(text: TextOf, field: CalculatorField) {
  return Boolean(text(field)?.trim());
}

function totalFees({ fees }: Inputs) {
  return FEES.reduce((sum, name) => sum + fees[name], 0);
}

const MOST_DECIMALS = { money: 2, percent: 3, months: 0 };

function valueIn(typed: string, limits: Limits) {
  if (limits.kind === "choice") return limits.choices.find((one) => one === typed);
  const value = limits.kind === "percent" ? percentageIn(typed) : amountIn(typed);
  if (value === null || Number(value.toFixed(MOST_DECIMALS[limits.kind])) !== value) return;
  const found = limits.kind === "money" ? Math.round(value * 100) : value;
  return found >= limits.min && found <= limits.max ? found : undefined;
}

function money(min: number, max: number): Limits {
  return { kind: "money", min, max };
}

function choice(...choices: string[]): Limits {
  return { kind: "choice", choices };
}
