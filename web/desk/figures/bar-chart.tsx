import { type Column, Table } from "../parts/table.tsx";

export interface Bars {
  name: string;
  /** One number per series; null if there is none. */
  values: (number | null)[];
}

const WIDTH = 326;
const NAME = 116;
const VALUE = 66;
const LONGEST = WIDTH - NAME - VALUE;
const BAR = 14;
const GAP = 8;
/** As many as fit beside the bars. The table has the full names. */
const NAME_CHARACTERS = 16;

const fills = ["fill-bluebonnet", "fill-leaf"];

/** Groups of bars with names, and the same figures as a table. */
export function BarChart<Row extends Bars>({
  title,
  of,
  series,
  rows,
  inWords = String,
  more = [],
}: {
  title: string;
  /** The heading of the column of names. */
  of: string;
  series: string[];
  rows: Row[];
  inWords?: (value: number) => string;
  /** More columns, only in the table. */
  more?: Column<Row>[];
}) {
  const most = Math.max(...rows.flatMap(({ values }) => values.map(Number)), 0);
  const height = series.length * BAR + GAP;
  const lengthOf = (value: number | null) => (most > 0 ? (LONGEST * (value ?? 0)) / most : 0);
  const words = (value: number | null) => (value === null ? "none" : inWords(value));
  return (
    <figure className="min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      {series.length > 1 && (
        <div aria-hidden="true">
          <Legend names={series} fills={fills} />
        </div>
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${rows.length * height}`}
        className="mt-2 w-full max-w-[26rem]"
        role="img"
        aria-label={`${title}: ${series.join(" and ")}, at most ${inWords(most)}. The table below has the figures.`}
        fontSize="11"
        fill="var(--color-quiet)"
      >
        {rows.map(({ name, values }, row) => (
          <g key={name} transform={`translate(0 ${row * height})`}>
            <text x={NAME - 6} y={(series.length * BAR) / 2 + 4} textAnchor="end">
              {name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name}
            </text>
            {values.map((value, index) => (
              <g key={series[index]} transform={`translate(${NAME} ${index * BAR})`}>
                <rect
                  y="1"
                  width={Math.max(lengthOf(value), value ? 1 : 0)}
                  height={BAR - 2}
                  className={fills[index]}
                />
                <text x={lengthOf(value) + 4} y={BAR - 3}>
                  {words(value)}
                </text>
              </g>
            ))}
          </g>
        ))}
      </svg>
      <details className="mt-2">
        <summary className="link inline-flex min-h-6 items-center font-semibold text-sm">
          The figures as a table
        </summary>
        <Table
          caption={title}
          columns={[
            { name: of, isRowName: true, cell: ({ name }) => name },
            ...series.map((name, index) => ({ name, cell: ({ values }: Row) => words(values[index] ?? null) })),
            ...more,
          ]}
          rows={rows}
          keyOf={({ name }) => name}
        />
      </details>
    </figure>
  );
}

/** What each color of a chart means. */
export function Legend({ names, fills }: { names: string[]; fills: string[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {names.map((name, index) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg viewBox="0 0 10 10" className={`size-3 ${fills[index]}`} aria-hidden="true">
            <path d="M0 0H10V10H0z" />
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}
