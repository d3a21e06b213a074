import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { renderContent } from "../../../db/model/blog/markdown.ts";
import { excerpt } from "../../../db/model/blog/post-card.ts";
import { summaryOf } from "../../../db/model/blog/summary.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const whole = ["😀", FAMILY, "👍🏽", "🇲🇽", "e\u0301", "❤️", "1️⃣", "각", "क्षि"];

for (const character of whole) {
  test(`an excerpt and a description have all of ${character} or nothing`, () => {
    expect(excerpt(`${"a".repeat(149)}${character}b`)).toBe(`${"a".repeat(149)}${character}...`);
    expect(excerpt(`${"a".repeat(150)}${character}`)).toBe(`${"a".repeat(150)}...`);
    const described = summaryOf(renderContent(`${"a".repeat(154)}${character}b`));
    expect(described).toBe(`${"a".repeat(154)}${character}…`);
  });
}

test("a card shows 150 characters, whatever they are, without # and *", () => {
  const characters = fc.array(fc.constantFrom("a", " ", "#", "*", "ñ", ...whole), { minLength: 400, maxLength: 400 });
  fc.assert(
    fc.property(characters, (typed) => {
      const shown = excerpt(typed.join(" "));
      expect(shown.isWellFormed()).toBe(true);
      const kept = typed.join(" ").replace(/[#*]/g, "");
      expect(kept.startsWith(shown.slice(0, -3))).toBe(true);
      expect([...new Intl.Segmenter().segment(shown)]).toHaveLength(153);
    }),
  );
});

test("where a browser cannot tell characters, code points are not cut", () => {
  vi.stubGlobal("Intl", Object.create(Intl, { Segmenter: { value: undefined } }));
  expect(excerpt(`${"a".repeat(149)}😀b`)).toBe(`${"a".repeat(149)}😀...`);
  vi.unstubAllGlobals();
});

test("the excerpt of a long text is its first 150 characters", () => {
  expect(excerpt(FAMILY.repeat(9000))).toBe(`${FAMILY.repeat(150)}...`);
});
