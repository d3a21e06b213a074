import type { Column } from "../parts/table.tsx";

const LONGEST = 65;

/** A column of figures with bars, the longest for the largest figure, or for `most`. */
export function bars<Row>(
  name: string,
  rows: Row[],
  figureOf: (row: Row) => number | null,
  {
    inWords = String,
    most = Math.max(...rows.map((row) => figureOf(row) ?? 0), 1),
    color = "bg-bluebonnet",
  }: { inWords?: (value: number) => string; most?: number; color?: string } = {},
): Column<Row> {
  return {
    name,
    className: "w-1/3 min-w-16 @md:min-w-24",
    cell: (row) => {
      const value = figureOf(row);
      if (value === null) return "-";
      return (
        <span className="flex items-center whitespace-nowrap">
          <span
            className={`h-3 rounded-sm forced-color-adjust-none ${color} ${value > 0 ? "mr-2" : ""}`}
            style={{ width: `${(LONGEST * value) / most}%` }}
          />
          {inWords(value)}
        </span>
      );
    },
  };
}
