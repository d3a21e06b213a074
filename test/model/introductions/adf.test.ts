import fc from "fast-check";
import { expect, test } from "vitest";
import { adfLead } from "../../../db/model/introductions/adf.ts";

function lead(changes: Record<string, unknown> = {}, vendorName = "Hill Country Motors") {
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
      vendorName,
      providerName: "Bluebonnet Auto PreQual",
      providerUrl: "https://site.test",
      permission: "Permission given by the applicant on the website, Nov 22, 2026, 3:10 PM Central.",
    },
    new Date("2027-01-01T03:00:00Z"),
  );
}

test("a lead has the elements of ADF 1.0 in their order, with an undecided vehicle of Texas' current year", () => {
  const elements = [...lead().matchAll(/^ {4}<(\w+)/gm)].map(([, name]) => name);
  expect(elements).toEqual(["id", "requestdate", "vehicle", "customer", "vendor", "provider"]);
  expect(lead()).toContain("<requestdate>2026-11-18T16:00:00.000Z</requestdate>");
  expect(lead()).toMatch(
    /<year>2026<\/year>\s*<make>Undecided<\/make>\s*<model>Undecided<\/model>\s*<comments>[^<]+<\/comments>/,
  );
  expect(lead()).toContain('<?adf version="1.0"?>');
  expect(lead()).toMatch(
    /<comments>[^<]+ Permission given by the applicant on the website, Nov 22, 2026[^<]+<\/comments>/,
  );
});

test("what is not ASCII and what is markup becomes a numeric reference", () => {
  expect(lead()).toContain("Jos&#233; O&#39;Brien");
  expect(lead()).toContain("Within 1&#8211;2 Weeks");
  expect(lead({ city: "<Ft & Worth> 🌵" })).toContain("&#60;Ft &#38; Worth&#62; &#127797;");
});

test("what XML cannot hold is left out", () => {
  expect(lead({ fullName: "Ma\ufffe\u0000\ud800ria" })).toContain('type="individual">Maria<');
});

test("whatever was typed, a lead is printable ASCII and its text reads back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme" }), (fullName, vendor) => {
      const xml = lead({ fullName }, vendor);
      expect(xml).toMatch(/^[\n -~]*$/);
      expect(xml.match(/</g)).toHaveLength((lead().match(/</g) ?? []).length);
      const written = /type="individual">([^<]*)</.exec(xml)?.[1] ?? "";
      expect(written.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))).toBe(fullName);
    }),
  );
});
