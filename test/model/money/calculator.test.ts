import fc from "fast-check";
import { expect, test } from "vitest";
import {
  affordablePayment,
  answerTo,
  CALCULATOR_FIELDS,
  differenceBetween,
  exampleFor,
  fields,
  readInputs,
} from "../../../db/model/money/calculator.ts";
import { salesTax } from "../../../db/model/money/texas-fees.ts";

const FEES = "titleFee=33&registrationFee=51.75&localFee=10&processingFee=4.75&inspectionFee=7.5&documentaryFee=225";
const EXAMPLE = `price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72&${FEES}`;

function read(address: string) {
  const parameters = new URLSearchParams(address);
  return readInputs((field) => parameters.get(field));
}

function answer(address: string) {
  const { inputs, refused } = read(address);
  expect(refused).toEqual([]);
  return answerTo(inputs);
}

test("the trade-in's value lowers the tax, what is owed does not", () => {
  expect(salesTax({ price: 25_000_00, rebate: 0, tradeIn: 10_000_00 })).toBe(937_50);
  for (const owed of ["", "&owedOnTradeIn=12000"]) {
    const { purchase } = answer(`price=25000&tradeIn=10000${owed}`);
    expect([purchase?.taxed, purchase?.tax]).toEqual([15_000_00, 937_50]);
  }
});

test("a rebate is not taxed, and no tax is ever below nothing", () => {
  expect(answer("price=25000&rebate=1000").purchase).toMatchObject({ taxed: 24_000_00, tax: 1500_00 });
  expect(answer("price=5000&tradeIn=8000").purchase).toMatchObject({ taxed: 0, tax: 0 });
});

test("what a car costs a month, with negative equity, tax and fees", () => {
  const { outcome, purchase, financing } = answer(EXAMPLE);
  expect(outcome).toBe("financed");
  expect(purchase).toMatchObject({ tax: 937_50, fees: 332_00, equity: -2000_00, financed: 26_269_50 });
  expect(financing).toMatchObject({
    payment: 532_06,
    apr: 13.34,
    financeCharge: 12_038_82,
    totalOfPayments: 38_308_32,
    totalCost: 40_308_32,
  });
});

test("which price a payment carries", () => {
  const { purchase, financing } = answer(`want=price&payment=450&down=2000&rate=13&months=60&${FEES}`);
  expect(purchase).toMatchObject({ price: 20_184_05, financed: 19_777_55 });
  expect(financing?.payment).toBe(450_00);
});

test("a price below what the trade-in is worth carries no tax", () => {
  const { purchase, financing } = answer("want=price&payment=20&tradeIn=10000&owedOnTradeIn=6000&rate=0&months=60");
  expect(purchase).toMatchObject({ price: 4868_00, tax: 0, financed: 1200_00 });
  expect(financing?.payment).toBe(20_00);
});

test("income carries a payment and the insurance within the chosen share", () => {
  const fromIncome = answer(`want=price&income=4000&share=15&insurance=150&down=2000&rate=13&months=60&${FEES}`);
  expect(fromIncome).toEqual(answer(`want=price&payment=450&down=2000&rate=13&months=60&${FEES}`));
  expect(answer("want=price&income=1000&insurance=150&rate=13").outcome).toBe("out of reach");
  expect(answer("want=price&payment=450&income=1000&rate=13").financing?.payment).toBe(450_00);
});

test("a share of income is what it says to the cent", () => {
  const { inputs } = read("want=price&income=4000&share=19.9&rate=13");
  expect(affordablePayment(inputs)).toBe(796_00);
  expect(affordablePayment({ ...inputs, income: 3333_33, share: 15 })).toBe(499_99);
});

test("fees are as usual for the car until somebody changes them", () => {
  const feesOf = (address: string) => read(address).inputs.fees;
  expect(feesOf("")).toMatchObject({ titleFee: 33_00, inspectionFee: 7_50, electricFee: 0, documentaryFee: 225_00 });
  expect(feesOf("vehicle=new&electric=yes")).toMatchObject({ inspectionFee: 16_75, electricFee: 400_00 });
  expect(feesOf("vehicle=used&electric=yes")).toMatchObject({ inspectionFee: 7_50, electricFee: 200_00 });
  expect(feesOf("electric=yes&electricFee=0&titleFee=28")).toMatchObject({ electricFee: 0, titleFee: 28_00 });
  expect(feesOf("electricFee=200")).toMatchObject({ electricFee: 0 });
});

test("a lender's fee is borrowed, and raises the APR above the rate", () => {
  const { purchase, financing } = answer("price=20000&down=2082&rate=9&months=60&loanFee=500");
  expect(purchase?.financed).toBe(19_500_00);
  expect(financing).toMatchObject({ loan: { principal: 20_000_00 }, payment: 415_17 });
  expect(financing?.financeCharge).toBe(60 * 415_17 - 19_500_00);
  expect(financing?.apr.toFixed(2)).toBe("10.09");
});

// $20,000 + $1,250 tax (1/16) + $332 fees - $1,582 down = $20,000 financed; / 40 = $500 a month.
const CHOSEN = `price=20000&down=1582&rate=0&months=40&${FEES}`;

function comparedWith(other: string) {
  return differenceBetween(answer(CHOSEN), answer(`${other}&${FEES}`));
}

test("a longer loan at 12% costs less a month and more interest", () => {
  // $20,000 x 0.01 / (1 - 1.01^-60) = $444.89; x 60 = $26,693.40, of which $6,693.40 is finance charge.
  expect(comparedWith("price=20000&down=1582&rate=12&months=60")).toEqual({
    price: 0,
    payment: 444_89 - 500_00,
    financeCharge: 26_693_40 - 20_000_00,
  });
});

test("a cheaper car with more down is $100 less a month", () => {
  // $18,000 + $1,125 tax + $332 fees = $19,457 in all; - $3,457 down = $16,000; / 40 = $400.
  expect(comparedWith("price=18000&down=3457&rate=0&months=40")).toEqual({
    price: -2000_00,
    payment: -100_00,
    financeCharge: 0,
  });
});

test("more money down alone lowers the payment and the interest", () => {
  const atTwelve = (down: number) => answer(`price=20000&down=${down}&rate=12&months=60&${FEES}`);
  // $10,000 x 0.01 / (1 - 1.01^-60) = $222.44; x 60 = $13,346.40, so $3,346.40 of interest instead of $6,693.40.
  expect(differenceBetween(atTwelve(1582), atTwelve(11_582))).toEqual({
    price: 0,
    payment: 222_44 - 444_89,
    financeCharge: 3346_40 - 6693_40,
  });
});

test("there is no difference where one of the two is not financed", () => {
  expect(comparedWith("price=20000&down=30000&rate=5&months=40")).toBeUndefined();
  expect(differenceBetween(answer("price=20000"), answer(CHOSEN))).toBeUndefined();
});

test("without a rate nothing is said about a payment or a price", () => {
  expect(answer("")).toEqual({ outcome: "missing" });
  expect(answer("price=25000")).toMatchObject({ outcome: "missing", purchase: { tax: 1562_50 } });
  expect(answer("price=25000").financing).toBeUndefined();
  expect(answer("want=price&payment=450")).toEqual({ outcome: "missing" });
});

test("the example fills in what no answer can do without", () => {
  const standing = (address: string) => {
    const parameters = new URLSearchParams(address);
    return exampleFor((field) => parameters.get(field));
  };
  expect(standing("months=72&price= ")).toEqual({ price: "18,000", payment: "400", down: "1,500", rate: "12" });
  expect(standing("price=25000")).toEqual({ payment: "400", rate: "12" });
  expect(standing("price=abc&rate=9")).toEqual({ payment: "400" });
  expect(standing("want=price&income=4000")).toEqual({ price: "18,000", rate: "12" });
});

test("who brings enough finances nothing", () => {
  expect(answer("price=10000&down=20000&rate=5")).toMatchObject({ outcome: "covered" });
});

test("a payment for no more than fees and debt carries no car", () => {
  expect(answer("want=price&payment=10&owedOnTradeIn=5000&rate=5").outcome).toBe("out of reach");
  expect(answer("want=price&payment=10&loanFee=900&down=9000&rate=5").outcome).toBe("out of reach");
});

test("amounts and percentages are read as people write them", () => {
  const { inputs, refused } = read("want=price&payment=$1,250.50&rate=9.5 %25&down= 2000. &share=.5e1");
  expect(inputs).toMatchObject({ payment: 1250_50, rate: 9.5, down: 2000_00 });
  expect(refused).toEqual(["share"]);
});

test("a decimal comma and dots for thousands are read", () => {
  const { inputs, refused } = read("price=25.000&down=2.000,50&rate=7,125&tradeIn=1 500");
  expect(inputs).toMatchObject({ price: 25_000_00, down: 2000_50, rate: 7.125, tradeIn: 1500_00 });
  expect(read("rate=7.125").inputs.rate).toBe(7.125);
  expect(refused).toEqual([]);
});

for (const text of [
  "abc",
  "-1",
  "1e3",
  "NaN",
  "Infinity",
  "0x10",
  "1,0,0",
  "13,3456",
  "5k",
  "1.2.3",
  "$",
  ".",
  "٣",
  "1.2345",
  "9".repeat(40),
]) {
  test(`no field takes '${text}' for a number`, () => {
    for (const field of CALCULATOR_FIELDS) {
      const question = ["payment", "income", "share", "insurance"].includes(field) ? "want=price&" : "";
      expect(read(`${question}${field}=${encodeURIComponent(text)}`).refused).toEqual([field]);
    }
  });
}

test("what the other question needs is not looked at", () => {
  expect(read("price=abc&want=price&payment=450").refused).toEqual([]);
  expect(read("price=9000&payment=abc&income=-1").refused).toEqual([]);
});

const typed = fc.oneof(
  fc.string(),
  fc.double().map(String),
  fc.nat(2_000_000).map((cents) => String(cents / 100)),
  fc.constantFrom("yes", "new", "used", "price", "payment", "33", "28", "60", "$1,000"),
);
const anything = fc.dictionary(fc.constantFrom(...CALCULATOR_FIELDS), typed);

test("whatever is in an address, the answer is whole cents or none", () => {
  fc.assert(
    fc.property(anything, (texts) => {
      const { inputs } = readInputs((field) => texts[field] ?? null);
      const { purchase, financing } = answerTo(inputs);
      const { loan, apr = 0, ...amounts } = financing ?? {};
      for (const cents of Object.values({ ...purchase, ...amounts })) expect(Number.isSafeInteger(cents)).toBe(true);
      expect(Number.isFinite(apr)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

const dollars = (max: number) => fc.nat(max).map(String);
const deals = fc.record({
  price: fc.integer({ min: 20_000, max: 200_000 }).map(String),
  down: dollars(5000),
  tradeIn: dollars(15_000),
  owedOnTradeIn: dollars(20_000),
  rebate: dollars(3000),
  rate: fc.integer({ min: 0, max: 4000 }).map((hundredths) => String(hundredths / 100)),
  months: fc.integer({ min: fields.months.min, max: fields.months.max }).map(String),
  vehicle: fc.constantFrom("new", "used"),
});
const inputsOf = (deal: Record<string, string>) => readInputs((field) => deal[field] ?? null).inputs;

test("more money down never raises the payment", () => {
  fc.assert(
    fc.property(deals, fc.nat(10_000_00), (deal, more) => {
      const inputs = inputsOf(deal);
      const [before, after] = [inputs, { ...inputs, down: inputs.down + more }].map(answerTo);
      expect(after?.financing?.payment ?? 0).toBeLessThanOrEqual(before?.financing?.payment ?? 0);
    }),
  );
});

test("the payment for a price carries that price, within a dollar", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const inputs = inputsOf(deal);
      const { financing, purchase } = answerTo(inputs);
      if (!financing || !purchase) return;
      const back = answerTo({ ...inputs, want: "price", payment: financing.payment });
      expect(back.financing?.payment).toBe(financing.payment);
      expect(Math.abs((back.purchase?.price ?? 0) - purchase.price)).toBeLessThanOrEqual(100);
    }),
  );
});
