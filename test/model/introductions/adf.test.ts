import fc from "fast-check";
import { expect, test } from "vitest";
import { adfLead } from "../../../db/model/introductions/adf.ts";
import { adfProblems } from "./adf-dtd.ts";

function lead(changes: Record<string, unknown> = {}, vendorName = "Hill Country Motors", provider = {}) {
  const answers = {
    fullName: "José O'Brien",
    phone: "210 555 0123",
    email: "jose@example.com",
    city: "San Antonio",
    zip: "78205",
    cashDownPayment: 1000,
    downPaymentAvailable: "Today" as const,
    purchaseTimeline: "Within 1–2 Weeks" as const,
    ...changes,
  };
  return adfLead(
    {
      id: "ref-1",
      requestedAt: new Date("2026-11-18T16:00:00Z"),
      answers,
      vendor: { name: vendorName, email: "leads@hill.example.com" },
      provider: { name: "Bluebonnet Auto PreQual", email: null, phone: null, url: "https://site.test", ...provider },
      permission: "Permission given by the applicant on the website, Nov 22, 2026, 3:10 PM Central.",
      link: "https://site.test/lead?token=a.1.b",
    },
    new Date("2027-01-01T03:00:00Z"),
  );
}

test("a lead is valid by the DTD of ADF 1.0", () => {
  expect(adfProblems(lead())).toEqual([]);
  expect(adfProblems(lead({ fullName: "Cher" }, "V", { email: "help@site.test", phone: "210 555 0100" }))).toEqual([]);
  for (const [right, wrong] of [
    [/year>/g, "vin>"],
    [/ *<street.*\n/, ""],
    [/ *<email>leads.*\n/, ""],
    ['part="last"', 'part="suffix"'],
    ['status="used"', 'status="undecided"'],
  ] as const)
    expect(adfProblems(lead().replace(right, wrong)), wrong).not.toEqual([]);
  expect(lead()).toContain("<requestdate>2026-11-18T16:00:00.000Z</requestdate>");
  expect(lead()).toMatch(/<year>2026<\/year>\s*<make>Undecided<\/make>\s*<model>Undecided<\/model>/);
  expect(lead()).toContain('<?adf version="1.0"?>');
  expect(lead()).toContain('<id sequence="1" source="Bluebonnet Auto PreQual">ref-1</id>');
  expect(lead()).toMatch(
    /<comments>Down payment available: Today. Permission given by the applicant on the website, Nov 22, 2026[^<]+<\/comments>/,
  );
});

test("an undecided vehicle is not taken for a new one", () => {
  expect(lead()).toContain('<vehicle interest="buy" status="used">');
});

test("dealers' programs get names in parts, the state and the down payment", () => {
  expect(lead()).toContain("<method>finance</method>");
  expect(lead()).toContain('<amount type="downpayment" limit="maximum" currency="USD">1000</amount>');
  expect(lead()).toContain("<regioncode>TX</regioncode>");
  expect(lead({ zip: "10001" })).not.toContain("regioncode");
  expect(names("José O'Brien")).toEqual(["first José", "last O'Brien"]);
  expect(names("Mary Ann Smith")).toEqual(["first Mary Ann", "last Smith"]);
  expect(names("Ana  María de la Cruz")).toEqual(["first Ana María", "last de la Cruz"]);
  expect(names("De La Cruz")).toEqual(["first De", "last La Cruz"]);
  expect(names("Martin Luther King, Jr.")).toEqual(["first Martin Luther", "last King, Jr."]);
  expect(names("King III")).toEqual(["first King", "last III"]);
  expect(names("Cher")).toEqual(["full Cher"]);
});

test("what is not ASCII and what is markup becomes a numeric reference", () => {
  expect(lead()).toContain(">Jos&#233;<");
  expect(lead()).toContain(">O&#39;Brien<");
  expect(lead()).toContain("Within 1&#8211;2 Weeks");
  expect(lead({ city: "<Ft & Worth> 🌵" })).toContain("&#60;Ft &#38; Worth&#62; &#127797;");
});

test("what XML cannot hold is left out", () => {
  expect(names("Ma\ufffe\u0000\ud800ria")).toEqual(["full Maria"]);
});

test("whatever was typed, a lead is valid ASCII that reads back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme" }), (fullName, vendor) => {
      const xml = lead({ fullName }, vendor);
      expect(xml).toMatch(/^[\n -~]*$/);
      expect(adfProblems(xml)).toEqual([]);
      const written = names(fullName, vendor).map((name) => name.replace(/^\w+ /, ""));
      expect(written.join(" ").split(/\s+/).filter(Boolean)).toEqual(fullName.split(/\s+/).filter(Boolean));
    }),
  );
});

/** The parts of the applicant's name as a program reads them, each with its kind. */
function names(fullName: string, vendor?: string) {
  return [...lead({ fullName }, vendor).matchAll(/part="(\w+)" type="individual">([^<]*)</g)].map(
    ([, part, text = ""]) => `${part} ${text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))}`,
  );
}
