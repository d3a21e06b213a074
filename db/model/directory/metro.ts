import { isTexasZip } from "../form/texas-zip.ts";
import type { METROS } from "./lenders.ts";

export type Metro = (typeof METROS)[number];

const ELSEWHERE = "Elsewhere in Texas";

/** By the first three digits of ZIP codes: the metro of most, and the last two digits of those that lie in another. */
const areas: Record<string, { most: Metro; others?: Partial<Record<Metro, string>> }> = {
  733: { most: "Austin" },
  750: { most: "DFW", others: { [ELSEWHERE]: "20 21 76 90 91 92" } },
  751: { most: "DFW", others: { [ELSEWHERE]: "40 48 63" } },
  752: { most: "DFW" },
  753: { most: "DFW" },
  754: {
    most: ELSEWHERE,
    others: { DFW: "01 02 03 04 07 09 13 22 23 24 42 52 53 54 58 59 72 74 75 85 89 90 91 95 96" },
  },
  760: { most: "DFW" },
  761: { most: "DFW" },
  762: { most: "DFW", others: { [ELSEWHERE]: "28 30 40 45 50 51 52 55 61 64 65 73" } },
  764: { most: ELSEWHERE, others: { DFW: "26 31 33 39 49 58 62 65 67 72 76 84 85 86 87 90" } },
  765: {
    most: "Austin",
    others: { [ELSEWHERE]: "01 04 05 19 20 22 24 25 26 28 31 38 50 56 57 58 61 64 65 66 70 79 96 97 98 99" },
  },
  766: { most: ELSEWHERE, others: { DFW: "23 26 27 28 31 36 41 45 50 51 52 60 65 66 70 71 79 90 92" } },
  770: { most: "Houston" },
  772: { most: "Houston" },
  773: {
    most: "Houston",
    others: { [ELSEWHERE]: "20 26 31 32 34 35 40 41 42 43 44 48 49 50 51 59 60 64 67 69 74 76 99" },
  },
  774: {
    most: "Houston",
    others: { [ELSEWHERE]: "04 12 14 15 19 28 32 37 40 42 52 55 56 57 58 60 65 67 70 75 82 83" },
  },
  775: { most: "Houston", others: { [ELSEWHERE]: "85" } },
  776: { most: ELSEWHERE, others: { Houston: "17 23 29 50 61" } },
  778: { most: ELSEWHERE, others: { Austin: "52 53", Houston: "68 69" } },
  780: {
    most: "San Antonio",
    others: { [ELSEWHERE]: "01 07 14 17 19 21 22 24 25 40 41 42 43 44 45 46 49 58 60 67 71 72 76" },
  },
  781: { most: "San Antonio", others: { [ELSEWHERE]: "02 04 07 25 41 42 45 46 62 64" } },
  782: { most: "San Antonio" },
  786: { most: "Austin", others: { [ELSEWHERE]: "18 24 31 43", "San Antonio": "04 14 77" } },
  787: { most: "Austin" },
  788: { most: ELSEWHERE, others: { "San Antonio": "50 61 81 83 86" } },
  789: { most: ELSEWHERE, others: { Austin: "41 42 45 46 47 48 49 52 53 57 59 60 63" } },
};

/**
 * The metro area of a ZIP code: of the center that is nearest, if it is within 60 miles in a straight line, about an
 * hour's drive; null outside Texas. DFW has two centers, Dallas and Fort Worth. Made from the positions of all 2,657
 * ZIP codes of Texas in npm's zipcodes 8.0.0 (BSD license) on 2026-11-29, which test/db/metros.test.ts compares. A ZIP
 * code that is not among them counts as most that begin like it.
 */
export function metroOf(zip: string): Metro | null {
  if (!isTexasZip(zip)) return null;
  const [area, last] = [zip.trim().slice(0, 3), zip.trim().slice(3, 5)];
  const { most, others = {} } = areas[area] ?? { most: ELSEWHERE };
  return (Object.keys(others) as Metro[]).find((metro) => others[metro]?.includes(last)) ?? most;
}
