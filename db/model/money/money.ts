/**
 * What a loan costs. Amounts are whole cents, rates are percent a year with at most three decimals (13.34), terms are whole
 * months, one payment at the end of each.
 */
export interface Loan {
  /** What is owed on the first day. */
  principal: number;
  rate: number;
  months: number;
}

/** The equal payment that pays a loan off, to the nearest cent: the annuity formula. What is left over or short is settled by the last one. */
export function monthlyPayment({ principal, rate, months }: Loan) {
  return Math.round(principal / presentValueOfOne(rate, months));
}

/** The loan that this payment pays off, to the nearest cent: `monthlyPayment` backwards. */
export function principalFor(payment: number, rate: number, months: number) {
  return Math.round(payment * presentValueOfOne(rate, months));
}

/**
 * All payments together, counted as equal ones. The last payment really differs by the cents that rounding left
 * (`scheduleOf`). A loan at 0% costs what it pays out, and no loan costs less.
 */
export function totalOfPayments(loan: Loan) {
  if (loan.rate === 0) return loan.principal;
  return Math.max(loan.principal, monthlyPayment(loan) * loan.months);
}

/** One month of a loan: what is paid, how much of it is interest, and what is owed after it. */
export interface Month {
  payment: number;
  interest: number;
  balance: number;
}

/** A loan month by month, interest rounded to the cent each month, half a cent up; the last payment is whatever is owed by then. */
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
 * The annual percentage rate, in percent, by the actuarial method of Regulation Z, 12 CFR 1026 Appendix J (b)(8), whose own
 * examples are among the tests: the rate at which monthly payments are worth the amount financed. `financed` and `payments` share any unit. The first payment is
 * due after `first`; days beyond whole months count as thirtieths of one, (b)(5). Not above 12,000%; 0 when the payments
 * do not exceed what was financed.
 */
export function annualPercentageRate(financed: number, payments: number[], first = { months: 1, days: 0 }) {
  const worth = (rate: number) => {
    // All payments as of the first one's date, that date as of the beginning.
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

/** A percentage of at most three decimals in whole thousandths: an amount times it is exact, as it is not times 17.99. */
export function thousandthsOf(percent: number) {
  return Math.round(1000 * percent);
}

/** What one cent a month is worth on the first day. */
function presentValueOfOne(rate: number, months: number) {
  const interest = rate / 1200;
  // expm1 and log1p, since 1 + interest loses the digits of a very small rate.
  return interest === 0 ? months : -Math.expm1(-months * Math.log1p(interest)) / interest;
}
