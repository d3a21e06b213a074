import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CALCULATOR_FIELDS } from "../../../db/model/money/calculator.ts";
import { badTexts } from "../routes/bad-input/inputs.ts";
import { envWithout, seed } from "../routes/faults.ts";
import { readPage } from "./page.ts";

const FEES = "documentaryFee=225&titleFee=33&registrationFee=51.75&localFee=10&processingFee=4.75&inspectionFee=7.5";
const EXAMPLE = `/calculator?price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72&${FEES}`;

/** A page's visible text: without tags, and without hidden elements (that contain no other hidden one). */
function visible(html: string) {
  return html
    .replace(/<(\w+)\b[^>]* hidden=""[^>]*>.*?<\/\1>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");
}

test("an address with a deal is answered with every line of it", async () => {
  const { status, html, headers } = await readPage(EXAMPLE);
  expect(status).toBe(200);
  expect(headers.get("cloudflare-cdn-cache-control")).toBe("no-store");
  const said = visible(html);
  for (const words of [
    "$532 a month for 72 months at 13.34% APR",
    "Monthly payment$532.06",
    "Sales tax, 6.25% of $15,000.00",
    "$937.50",
  ]) {
    expect(said).toContain(words);
  }
  for (const words of ["$26,269.50", "$12,038.82", "$38,308.32", "$40,308.32", "You owe $2,000.00 more"]) {
    expect(said).toContain(words);
  }
  for (const words of ["Today$26,269.50", "After year 1$23,206.33", "After year 5$5,946.53"]) {
    expect(said).toContain(words);
  }
  for (const [bar, share] of Object.entries({ car: 62, charge: 29.9, balance0: 100, balance1: 88.3 })) {
    expect(html).toContain(`data-bar="${bar}" d="M0 0H${share}V8H0z"`);
  }
  expect(html).toContain('value="13.34"');
  expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/calculator"\/>/);
});

test("in Spanish the same deal has the same figures", async () => {
  const { html } = await readPage(`/es${EXAMPLE}`);
  const said = visible(html);
  for (const words of [
    "$532 al mes por 72 meses al 13.34% APR",
    "Impuesto sobre ventas (sales tax), 6.25% de $15,000.00",
    "debe $2,000.00 más de lo que aporta",
    "Hoy$26,269.50",
    "Después del año 1$23,206.33",
    "Un cálculo estimado, no una oferta",
  ]) {
    expect(said).toContain(words);
  }
  expect(html).toContain('action="/es/calculator"');
});

test("one own number keeps an answer that names the example's numbers", async () => {
  for (const [address, ...words] of [
    ["/calculator?price=25000", "$598 a month for", "An estimate at our example’s 12%, not an offer."],
    ["/calculator?rate=9", "at 9.00% APR", "An estimate for our example’s $18,000, not an offer."],
    ["/calculator?down=2000", "a month for", "An estimate for our example’s $18,000 at 12%, not an offer."],
    ["/calculator?down=30000", "What you bring covers it all", "An estimate for our example’s $18,000 at 12%"],
    ["/calculator?want=price&down=2000", "for $400 a month", "An estimate for our example’s $400 at 12%"],
    ["/calculator?want=price&income=4000", "for $600 a month", "An estimate at our example’s 12%, not an offer."],
    ["/es/calculator?price=25000", "$598 al mes", "12% de nuestro ejemplo, no una oferta."],
  ] as const) {
    const { status, html } = await readPage(address, {}, { DB: envWithout("d1").DB });
    expect([address, status]).toEqual([address, 200]);
    for (const said of words) expect(visible(html)).toContain(said);
    expect(visible(html)).not.toContain("-$0.00");
    expect(html).not.toContain("page-data");
  }
});

test("an address without an amount gets an example that says so", async () => {
  for (const [address, ...words] of [
    ["/calculator", "$399 a month for 60 months at 12.00% APR", "Example: an $18,000 used car with $1,500 down."],
    ["/calculator?months=72&vehicle=new", "for 72 months at 12.00% APR", "Example: an $18,000 new car"],
    ["/calculator?want=price", "is the price for $400 a month", "Example: $400 a month, with $1,500 down."],
  ] as const) {
    const { html } = await readPage(address);
    for (const said of words) expect(visible(html)).toContain(said);
    expect(visible(html)).not.toMatch(/Apply with this(?!”)/);
    expect(html).not.toMatch(/<input[^>]* name="(price|down|rate|payment)"[^>]* value="[^"]/);
  }
  const { html } = await readPage("/calculator?price=25000&rate=9");
  expect(visible(html)).toContain("Apply with this");
  expect(visible(html)).not.toContain("Example:");
  expect(visible(html)).toContain("An estimate, not an offer.");
});

test("nonsense in an address gets a sentence and no figure", async () => {
  const { html } = await readPage("/calculator?price=25000&rate=900&months=72&down=2k&localFee=-5");
  expect(visible(html)).toContain("Please check the marked fields first.");
  for (const [field, words] of [
    ["rate", "Type a percentage from 0 to 40"],
    ["down", "Type an amount from $0.00 to $1,000,000.00"],
    ["localFee", "Type an amount from $0.00 to $5,000.00"],
  ]) {
    const [, said] = new RegExp(`<p id="${field}-error"[^>]*>([^<]*)`).exec(html) ?? [];
    expect([field, said?.slice(0, words?.length)]).toEqual([field, words]);
  }
  expect(html).toMatch(/<p id="price-error"[^>]*><\/p>/);
  expect(html.match(/<input[^>]* aria-invalid="true"/g)).toHaveLength(3);
  expect(visible(html)).not.toContain("a month for");
});

test("whatever is in an address, its page has only real figures", async () => {
  // A third in the short run, by the seed.
  for (const [index, [name, text]] of Object.entries(badTexts).entries()) {
    if (!env.LONG && (index + seed) % 3) continue;
    const typed = text.toWellFormed().slice(0, 300);
    const address = new URLSearchParams([["rate", "9"], ...CALCULATOR_FIELDS.map((field) => [field, typed])]);
    const { status, html } = await readPage(`/calculator?${address}`);
    expect([name, status]).toEqual([name, 200]);
    // Typed values are in attributes only.
    expect(html.replace(/<[^>]*>/g, "")).not.toMatch(/NaN|undefined|Infinity/);
    expect(html).not.toContain("<script>alert");
  }
});
