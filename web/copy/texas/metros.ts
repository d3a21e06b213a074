import { t } from "../../../db/model/words.ts";

/** Where a name stands on the map. Outside Texas, a line leads to it from where it begins. */
interface Label {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  line?: string;
}

export interface Metro {
  /** Its place on /texas. */
  id: string;
  name: string;
  areaCodes: string[];
  population: string;
  dealers: string;
  /** Null if the number is not shown. */
  lenderLocations: string | null;
  dot: { x: number; y: number };
  label: Label;
}

export const metros: Metro[] = [
  {
    id: "san-antonio",
    name: "San Antonio",
    areaCodes: ["210", "830"],
    population: "2.6M",
    dealers: "50+",
    lenderLocations: "15+",
    dot: { x: 244, y: 248 },
    label: { x: 150, y: 300, anchor: "end", line: "M244 248L155 293" },
  },
  {
    id: "austin",
    name: "Austin",
    areaCodes: ["512", "254"],
    population: "2.4M",
    dealers: "45+",
    lenderLocations: "12+",
    dot: { x: 266, y: 219 },
    label: { x: 254, y: 218, anchor: "end" },
  },
  {
    id: "dfw",
    name: "DFW",
    areaCodes: ["214", "469", "972", "945", "817", "682", "940"],
    population: "7.6M",
    dealers: "100+",
    lenderLocations: null,
    dot: { x: 289, y: 133 },
    label: { x: 289, y: 62, anchor: "middle", line: "M289 133V69" },
  },
  {
    id: "houston",
    name: "Houston",
    areaCodes: ["713", "281"],
    population: "7.1M",
    dealers: "120+",
    lenderLocations: "30+",
    dot: { x: 335, y: 237 },
    label: { x: 386, y: 284, anchor: "start", line: "M335 237L388 268" },
  },
];

/** The map's regions, each with its place on /texas, its color and its shape, which the outline cuts. */
export const regions = [
  {
    id: "south-texas",
    get name() {
      return t`South Texas`;
    },
    get short() {
      return t`South`;
    },
    label: { x: 238, y: 285, anchor: "middle" } as Label,
    cities: ["Laredo", "McAllen", "Brownsville", "Harlingen", "Eagle Pass", "Del Rio"],
    tint: "var(--color-clay)",
    shape: "M191 221l-26 35-35 130h170l-12-65-32-2v-29l23-17 20-40-37 4-30-10z",
  },
  {
    id: "east-texas",
    get name() {
      return t`East Texas`;
    },
    get short() {
      return t`East`;
    },
    label: { x: 358, y: 198, anchor: "middle" } as Label,
    cities: ["Tyler", "Longview", "Texarkana", "Marshall", "Lufkin", "Nacogdoches"],
    tint: "var(--color-meadow)",
    shape: "M335-11l70 0l0 227l-76 0l6-53z",
  },
  {
    id: "north-texas",
    get name() {
      return t`North Texas`;
    },
    get short() {
      return t`North`;
    },
    label: { x: 244, y: 130, anchor: "middle" } as Label,
    cities: ["Denton", "Plano", "McKinney", "Arlington", "Sherman", "Wichita Falls"],
    tint: "var(--color-sun)",
    shape: "M212-11l123 0l0 174l-47 0l-35-10l-41-7z",
  },
  {
    id: "central-texas",
    get name() {
      return t`Central Texas`;
    },
    get short() {
      return t`Central`;
    },
    label: { x: 240, y: 184, anchor: "middle" } as Label,
    cities: ["Waco", "Temple", "Killeen", "Round Rock", "San Marcos", "College Station"],
    tint: "var(--color-hill)",
    shape: "M200 194l12-48l41 7l35 10l47 0l-6 53l-30 17l-37 4l-30-10l-41-6z",
  },
  {
    id: "west-texas",
    get name() {
      return t`West Texas`;
    },
    get short() {
      return t`West`;
    },
    label: { x: 138, y: 190, anchor: "middle" } as Label,
    cities: ["El Paso", "Lubbock", "Amarillo", "Midland", "Odessa", "Abilene", "San Angelo"],
    tint: "var(--color-wood)",
    shape: "M-4-11l216 0l0 157l-12 48l-9 27l-26 35l-82 24l-87 0z",
  },
  {
    id: "gulf-coast",
    get name() {
      return t`Gulf Coast`;
    },
    get short() {
      return t`Gulf Coast`;
    },
    label: { x: 316, y: 364, anchor: "start", line: "M291 297L322 347" } as Label,
    cities: ["Corpus Christi", "Victoria", "Galveston", "Texas City", "Beaumont", "Port Arthur"],
    tint: "var(--color-water)",
    shape: "M405 216l-76 0l-30 17l-20 40l-23 17l0 29l32 2l117-41z",
  },
];
