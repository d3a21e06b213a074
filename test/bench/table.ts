/** A line of the table: a goal, the measurement, and whether it meets the goal. */
export interface Line {
  goal: string;
  measured: string;
  wanted: string;
  isMet: boolean | null;
}

export function atMost(goal: string, ratios: number[], wanted: number, note = ""): Line {
  return { goal, measured: spread(ratios) + note, wanted: `≤ ${wanted.toFixed(2)}`, isMet: median(ratios) <= wanted };
}

/** A line to compare others with. */
export function reference(goal: string, measured: string): Line {
  return { goal, measured, wanted: "", isMet: null };
}

export function print(lines: Line[]) {
  printTable(
    ["what", "measured", "goal", "met"],
    lines.map(({ goal, measured, wanted, isMet }) => [
      goal,
      measured,
      wanted,
      isMet === null ? "" : isMet ? "yes" : "no",
    ]),
  );
}

export function printTable(heads: string[], rows: string[][]) {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  console.log(["", line(heads), `|${heads.map(() => "---|").join("")}`, ...rows.map(line)].join("\n"));
}

/** The median, with the range of the middle half of the values in brackets. */
export function spread(values: number[], digits = 2) {
  const figure = (share: number) => quantile(values, share).toFixed(digits);
  return `${figure(0.5)} (${figure(0.25)} to ${figure(0.75)})`;
}

/** Like `spread`, and says so if the median exceeds a goal. */
export function spreadWithin(values: number[], goal: number) {
  return `${spread(values)}${median(values) > goal ? ` **> ${goal.toFixed(2)}**` : ""}`;
}

export function median(values: number[]) {
  return quantile(values, 0.5);
}

function quantile(values: number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return below + (above - below) * (place - Math.floor(place));
}
