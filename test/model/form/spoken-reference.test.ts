import fc from "fast-check";
import { expect, test } from "vitest";
import {
  numberInSpokenReference,
  SPOKEN_REFERENCES,
  spokenReference,
} from "../../../db/model/form/spoken-reference.ts";

const SHAPE = /^BAP-[23456789CDFHJKMNPQRTVWX]{4}-[23456789CDFHJKMNPQRTVWX]{2}$/;
const CHARACTERS = "23456789CDFHJKMNPQRTVWX";
/** The positions of the six characters in 'BAP-7K3M-2Q'. */
const PLACES = [4, 5, 6, 7, 9, 10];

const number = fc.integer({ min: 1, max: SPOKEN_REFERENCES - 1 });

test("every code leads back to its one number, however it is typed", () => {
  fc.assert(
    fc.property(number, (n) => {
      const code = spokenReference(n);
      expect(code).toMatch(SHAPE);
      const typed = [
        code,
        code.toLowerCase(),
        code.replaceAll("-", ""),
        code.slice(4),
        ` ${code.replaceAll("-", " ")}`,
      ];
      for (const each of typed) expect(numberInSpokenReference(each), each).toBe(n);
    }),
    { numRuns: 2000 },
  );
  const first = Array.from({ length: 10_000 }, (_, n) => spokenReference(n + 1));
  expect(new Set(first).size).toBe(first.length);
});

test("who applied next does not have a code like the one before", () => {
  for (let n = 1; n < 1000; n++) {
    const [one, next] = [spokenReference(n), spokenReference(n + 1)];
    expect(PLACES.filter((place) => one[place] !== next[place]).length).toBeGreaterThan(2);
  }
});

test("one wrong character is noticed, whichever it is", () => {
  fc.assert(
    fc.property(number, (n) => {
      const code = spokenReference(n);
      for (const place of PLACES) {
        for (const wrong of CHARACTERS) {
          if (wrong === code[place]) continue;
          expect(numberInSpokenReference(code.slice(0, place) + wrong + code.slice(place + 1))).toBe("misread");
        }
      }
    }),
  );
});

test("two swapped characters are noticed, wherever they stand", () => {
  fc.assert(
    fc.property(number, (n) => {
      const code = [...spokenReference(n)];
      for (const one of PLACES) {
        for (const other of PLACES) {
          const swapped = code.with(one, code[other] as string).with(other, code[one] as string);
          if (code[one] !== code[other]) expect(numberInSpokenReference(swapped.join(""))).toBe("misread");
        }
      }
    }),
  );
});

test("what is no code is none", () => {
  for (const text of ["", "BAP", "Maria Lopez", "210 555 0123", "0123", "BAP-7K3M-2", "BAP-7K3M-2QQ", "BAP-7K3A-2Q"]) {
    expect(numberInSpokenReference(text), text).toBeNull();
  }
});
