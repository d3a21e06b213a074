/**
 * A loan. Amounts are whole cents, rates are percent a year with up to three decimals (13.34), terms are whole months
 * with a payment at the end of each.
 */
export interface Loan {
  /** What is owed on the first day. */
  principal: number;
  rate: number;
  months: number;
}

/** The equal payment that pays off a loan, to the nearest cent (annuity formula). The last payment settles the rest. */
export function monthlyPayment({ principal, rate, months }: Loan) {
  return Math.round(principal / presentValueOfOne(rate, months));
}

/** The loan that this payment pays off, to the nearest cent: the reverse of `monthlyPayment`. */
export function principalFor(payment: number, rate: number, months: number) {
  return Math.round(payment * presentValueOfOne(rate, months));
}

/**
 * The sum of all payments, taken as equal. The last one really differs by the cents from rounding (`scheduleOf`). Never
 * less than the loan.
 */
export function totalOfPayments(loan: Loan) {
  if (loan.rate === 0) return loan.principal;
  return Math.max(loan.principal, monthlyPayment(loan) * loan.months);
}

/** A month of a loan: the payment, the interest in it, and the balance after it. */
export interface Month {
  payment: number;
  interest: number;
  balance: number;
}

/** A loan month by month. Interest is rounded to the cent, half a cent up; the last payment is the rest. */
export function scheduleOf(loan: Loan): Month[] {
  const equal = monthlyPayment(loan);
  let balance = loan.principal;
  return Array.from({ length: loan.months }, (_, index) => {
    const interest = Math.round((balance * thousandthsOf(loan.rate)) / 1_200_000);
    const owed = balance + interest;
    const payment = index === loan.months - 1 ? owed : Math.min(equal, owed);
    balance = owed - payment;
    return { payment, interest, balance };
  });
}

/**
 * The annual percentage rate in percent, by the actuarial method of Regulation Z, 12 CFR 1026 Appendix J (b)(8), whose
 * examples are among the tests. `financed` and `payments` share any unit. The first payment is due after `first`; odd
 * days are thirtieths of a month, (b)(5). At most 12,000%; 0 if payments do not exceed `financed`.
 */
export function annualPercentageRate(financed: number, payments: number[], first = { months: 1, days: 0 }) {
  const worth = (rate: number) => {
    // Value all payments at the date of the first one, then that at the beginning.
    const atFirst = payments.reduceRight((later, payment) => payment + later / (1 + rate), 0);
    return atFirst / ((1 + (first.days / 30) * rate) * (1 + rate) ** first.months);
  };
  let low = 0;
  let high = 10;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (worth(middle) > financed) low = middle;
    else high = middle;
  }
  return worth(0) > financed ? 1200 * low : 0;
}

/** A percentage with up to three decimals in thousandths, for exact products: a product with 17.99 is not exact. */
export function thousandthsOf(percent: number) {
  return Math.round(1000 * percent);
}

/** The value on the first day of one cent a month. */
function presentValueOfOne(rate: number, months: number) {
  const interest = rate / 1200;
  // expm1 and log1p, since 1 + interest loses the digits of a very small rate.
  return interest === 0 ? months : -Math.expm1(-months * Math.log1p(interest)) / interest;
}
