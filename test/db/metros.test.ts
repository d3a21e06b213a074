import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { metroOf } from "../../db/model/directory/metro.ts";

/** Every ZIP code of the United States in npm's zipcodes, with its position in degrees. */
const { codes } = createRequire(import.meta.url)("zipcodes") as {
  codes: Record<
    string,
    { zip: string; latitude: number; longitude: number; city: string; state: string; country: string }
  >;
};
const ofUnitedStates = Object.values(codes).filter(({ country }) => country === "US");
const ofTexas = ofUnitedStates.filter(({ state }) => state === "TX");

const CENTERS = [
  { metro: "San Antonio", latitude: 29.4241, longitude: -98.4936 },
  { metro: "Austin", latitude: 30.2672, longitude: -97.7431 },
  { metro: "DFW", latitude: 32.7767, longitude: -96.797 },
  { metro: "DFW", latitude: 32.7555, longitude: -97.3308 },
  { metro: "Houston", latitude: 29.7604, longitude: -95.3698 },
];
const WITHIN_MILES = 60;
const EARTH_MILES = 3958.8;

interface Place {
  latitude: number;
  longitude: number;
}

/** In a straight line (haversine). */
function miles(from: Place, to: Place) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const along = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  return (
    2 *
    EARTH_MILES *
    Math.asin(Math.sqrt(half(to.latitude - from.latitude) + along * half(to.longitude - from.longitude)))
  );
}

test("every Texas ZIP code is in the nearest metro within 60 miles", () => {
  const wrong = ofTexas.flatMap(({ zip, city, ...place }) => {
    const [nearest] = CENTERS.map(({ metro, ...center }) => ({ metro, away: miles(center, place) })).toSorted(
      (a, b) => a.away - b.away,
    );
    const right = nearest && nearest.away <= WITHIN_MILES ? nearest.metro : "Elsewhere in Texas";
    return metroOf(zip) === right ? [] : `${zip} ${city} is ${metroOf(zip)}, not ${right}`;
  });
  expect(wrong).toEqual([]);
  expect(ofTexas.length).toBe(2657);
});

test("no ZIP code of another state is in Texas", () => {
  const others = ofUnitedStates.filter(({ state }) => state !== "TX");
  expect(others.filter(({ zip }) => metroOf(zip) !== null)).toEqual([]);
});

test("a ZIP code counts with four more digits, and nothing else does", () => {
  expect(["78040", " 76574 ", "76574-1234", "76574 1234", "765741234"].map(metroOf)).toEqual([
    "Elsewhere in Texas",
    ...Array(4).fill("Austin"),
  ]);
  expect(["", "7657", "7657x", "765745", "ABCDE", "00000"].map(metroOf)).toEqual(Array(6).fill(null));
});
