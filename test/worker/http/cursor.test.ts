import { expect, test } from "vitest";
import * as z from "zod/mini";
import { cursorOf, pageOf, placeOf, whole } from "../../../worker/http/cursor.ts";

const byTime = z.object({ at: z.nullable(whole), id: z.string() });

test("a cursor is read as the place that it was written of", () => {
  for (const at of [new Date("2026-11-24T12:00:00Z"), null]) {
    for (const id of ["5", "a_b", "_", "none", "é' or 1=1"]) {
      expect(placeOf(byTime, cursorOf(byTime, { at, id }), "start")).toEqual({ at: at?.getTime() ?? null, id });
    }
  }
});

test("a cursor that is none of ours begins at the start", () => {
  for (const cursor of [undefined, "", "_", "1", "1_", "x_1", "-1_a", "1.5_a", `${"9".repeat(17)}_a`]) {
    expect(placeOf(byTime, cursor, "start"), cursor).toBe("start");
  }
});

test("a page has a next cursor only if more was found", () => {
  const rows = [1, 2, 3].map((at) => ({ at, id: `id-${at}` }));
  expect(pageOf(rows, 2, byTime)).toEqual({ shown: rows.slice(0, 2), next: "2_id-2" });
  expect(pageOf(rows, 3, byTime)).toEqual({ shown: rows, next: null });
});
