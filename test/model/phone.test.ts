import { expect, test } from "vitest";
import { phoneDigitsOf, phoneInWords } from "../../db/model/phone.ts";

for (const [phone, digits] of [
  ["210 555 0123", "2105550123"],
  ["+1 (210) 555-0123", "2105550123"],
  ["1-210-555-0123", "2105550123"],
  ["210 555 0123 (after 5)", "2105550123"],
  ["call 210.555.0123 ext 7", "2105550123"],
  ["+44 20 7946 0958", "442079460958"],
  ["0000000000", ""],
  ["555 0123", ""],
  ["----------1", ""],
  ["ann1@example.com", ""],
] as const) {
  test(`'${phone}' is ${digits || "no number that tells a person"}`, () => {
    expect(phoneDigitsOf(phone)).toBe(digits);
  });
}

test("a US number is shown in one way, any other as typed", () => {
  for (const [typed, shown] of [
    ["2105550123", "(210) 555-0123"],
    ["+1 210.555.0123 ext 7", "(210) 555-0123 ext 7"],
    ["+44 20 7946 0958", "+44 20 7946 0958"],
    ["210 555 01", "210 555 01"],
    ["••• ••• 23", "••• ••• 23"],
  ] as const)
    expect(phoneInWords(typed)).toBe(shown);
});
