import fc from "fast-check";
import { expect, test } from "vitest";
import { datedId, inMonthOf, monthOf } from "../../../db/model/form/dated-id.ts";

const days = fc.date({ min: new Date("2026-01-01"), max: new Date("2340-12-31"), noInvalidDate: true });

test("an id is a UUID in form and says its month", () => {
  fc.assert(
    fc.property(days, (at) => {
      const id = datedId(at);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(monthOf(id)).toBe(at.toISOString().slice(0, 7));
      expect(inMonthOf(id, crypto.randomUUID()).slice(0, 3)).toBe(id.slice(0, 3));
    }),
  );
  expect(datedId(new Date("2026-11-30T23:59:59Z")).slice(0, 3)).toBe("142");
});

test("all of an id but its month is random", () => {
  const at = new Date("2026-11-24");
  const ids = Array.from({ length: 500 }, () => datedId(at).replaceAll("-", ""));
  const kinds = Array.from({ length: 32 }, (_, place) => new Set(ids.map((id) => id.charAt(place))).size);
  // The month, the version and the variant, which has two random bits of four.
  expect(kinds).toEqual(kinds.map((_, place) => (place < 3 || place === 12 ? 1 : place === 16 ? 4 : 16)));
  for (const no of ["", "142", "x".repeat(36), `${datedId(at)} `]) expect(monthOf(no)).toBeNull();
});
