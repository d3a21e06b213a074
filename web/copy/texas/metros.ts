import type { InMetro } from "../../../db/model/site/claim.ts";
import { t } from "../../../db/model/words.ts";

export interface Metro {
  name: InMetro;
  areaCodes: string[];
  population: string;
  dealers: string;
  /** Null if the number is not shown. */
  lenderLocations: string | null;
  /** Positions of the dot and of the end of its name on the map. For a name outside Texas, a line leads to it. */
  dot: { x: number; y: number };
  label: { x: number; y: number; anchor: "start" | "middle" | "end"; isOutside?: true };
}

export const metros: Metro[] = [
  {
    name: "San Antonio",
    areaCodes: ["210", "830"],
    population: "2.6M",
    dealers: "50+",
    lenderLocations: "15+",
    dot: { x: 244, y: 248 },
    label: { x: 170, y: 292, anchor: "end", isOutside: true },
  },
  {
    name: "Austin",
    areaCodes: ["512", "254"],
    population: "2.4M",
    dealers: "45+",
    lenderLocations: "12+",
    dot: { x: 266, y: 219 },
    label: { x: 266, y: 206, anchor: "middle" },
  },
  {
    name: "DFW",
    areaCodes: ["214", "469", "972", "945", "817", "682", "940"],
    population: "7.6M",
    dealers: "100+",
    lenderLocations: null,
    dot: { x: 289, y: 133 },
    label: { x: 270, y: 139, anchor: "end" },
  },
  {
    name: "Houston",
    areaCodes: ["713", "281"],
    population: "7.1M",
    dealers: "120+",
    lenderLocations: "30+",
    dot: { x: 335, y: 237 },
    label: { x: 364, y: 276, anchor: "start", isOutside: true },
  },
];

/** The map's regions and colors. South Texas is what the other shapes leave of the outline. */
export const regions = [
  {
    get name() {
      return t`East Texas`;
    },
    cities: ["Tyler", "Longview", "Texarkana", "Marshall", "Lufkin", "Nacogdoches"],
    tint: "var(--color-meadow)",
    shape: "M335-11l70 0l0 227l-76 0l6-53z",
  },
  {
    get name() {
      return t`North Texas`;
    },
    cities: ["Denton", "Plano", "McKinney", "Arlington", "Sherman", "Wichita Falls"],
    tint: "var(--color-sun)",
    shape: "M212-11l123 0l0 174l-47 0l-35-10l-41-7z",
  },
  {
    get name() {
      return t`Central Texas`;
    },
    cities: ["Waco", "Temple", "Killeen", "Round Rock", "San Marcos", "College Station"],
    tint: "var(--color-hill)",
    shape: "M200 194l12-48l41 7l35 10l47 0l-6 53l-30 17l-37 4l-30-10l-41-6z",
  },
  {
    get name() {
      return t`South Texas`;
    },
    cities: ["Laredo", "McAllen", "Brownsville", "Harlingen", "Eagle Pass", "Del Rio"],
    tint: "var(--color-clay)",
    shape: null,
  },
  {
    get name() {
      return t`West Texas`;
    },
    cities: ["El Paso", "Lubbock", "Amarillo", "Midland", "Odessa", "Abilene", "San Angelo"],
    tint: "var(--color-wood)",
    shape: "M-4-11l216 0l0 157l-12 48l-9 27l-26 35l-82 24l-87 0z",
  },
  {
    get name() {
      return t`Gulf Coast`;
    },
    cities: ["Corpus Christi", "Victoria", "Galveston", "Texas City", "Beaumont", "Port Arthur"],
    tint: "var(--color-water)",
    shape: "M405 216l-76 0l-30 17l-20 40l-23 17l0 29l32 2l117-41z",
  },
];
