/** One line of the table: a goal, what was measured and whether that meets it. */
export interface Line {
  goal: string;
  measured: string;
  wanted: string;
  isMet: boolean | null;
}

export function atMost(goal: string, ratio: number, wanted: number, note = ""): Line {
  return { goal, measured: `${ratio.toFixed(2)}${note}`, wanted: `≤ ${wanted.toFixed(2)}`, isMet: ratio <= wanted };
}

export function atLeast(goal: string, ratio: number, wanted: number, note = ""): Line {
  return { goal, measured: `${ratio.toFixed(2)}${note}`, wanted: `≥ ${wanted.toFixed(2)}`, isMet: ratio >= wanted };
}

/** A line that the others are compared with. */
export function reference(goal: string, measured: string): Line {
  return { goal, measured, wanted: "", isMet: null };
}

export function print(lines: Line[]) {
  console.log("\n| what | measured | goal | met |\n|---|---|---|---|");
  for (const { goal, measured, wanted, isMet } of lines) {
    console.log(`| ${goal} | ${measured} | ${wanted} | ${isMet === null ? "" : isMet ? "yes" : "no"} |`);
  }
}

export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) +
      (sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN)) /
    2
  );
}

/** The median of the ratios of what was measured one right after the other. */
export function pairedRatio(values: number[], bases: number[]) {
  return median(values.map((value, index) => value / (bases[index] ?? Number.NaN)));
}
