import { Scrolled } from "../parts/scrolled.tsx";

export interface Bars {
  name: string;
  /** One number for each series; null where there is none. */
  values: (number | null)[];
}

const WIDTH = 326;
const NAME = 116;
const VALUE = 66;
const LONGEST = WIDTH - NAME - VALUE;
const BAR = 14;
const GAP = 8;
/** As many as fit beside the bars; the table has the rest. */
const NAME_CHARACTERS = 16;

const fills = ["fill-bluebonnet", "fill-leaf"];

/** Bars from left to right, a group of them under each name, and the same figures as a table. */
export function BarChart({
  title,
  of,
  series,
  rows,
  inWords = String,
  more = [],
}: {
  title: string;
  /** What the names are: the head of their column. */
  of: string;
  series: string[];
  rows: Bars[];
  inWords?: (value: number) => string;
  /** Further columns of the table alone. */
  more?: { name: string; cells: string[] }[];
}) {
  const most = Math.max(...rows.flatMap(({ values }) => values.map(Number)), 0);
  const height = series.length * BAR + GAP;
  const words = (value: number | null) => (value === null ? "none" : inWords(value));
  return (
    <figure className="min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      {series.length > 1 && (
        <p className="flex flex-wrap gap-x-4 text-sm" aria-hidden="true">
          {series.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-2">
              <svg viewBox="0 0 10 10" className={`size-3 ${fills[index]}`} aria-hidden="true">
                <path d="M0 0H10V10H0z" />
              </svg>
              {name}
            </span>
          ))}
        </p>
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${rows.length * height}`}
        className="mt-2 w-full max-w-[26rem]"
        role="img"
        aria-label={`${title}: ${series.join(" and ")}, at most ${inWords(most)}. The table below has the figures.`}
        fontSize="11"
        fill="#4a4963"
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
                  width={most > 0 ? Math.max((LONGEST * (value ?? 0)) / most, value ? 1 : 0) : 0}
                  height={BAR - 2}
                  className={fills[index]}
                />
                <text x={most > 0 ? (LONGEST * (value ?? 0)) / most + 4 : 4} y={BAR - 3}>
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
        <Scrolled label={`${title}, as a table`}>
          <table className="wrap-normal w-full text-sm tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col" className="py-1 text-left">
                  {of}
                </th>
                {[...series, ...more.map(({ name }) => name)].map((name) => (
                  <th key={name} scope="col" className="py-1 pl-4 text-right align-bottom text-quiet">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, values }, row) => (
                <tr key={name} className="border-line border-t">
                  <th scope="row" className="py-1 text-left font-normal">
                    {name}
                  </th>
                  {values.map((value, index) => (
                    <td key={series[index]} className="whitespace-nowrap py-1 pl-4 text-right">
                      {words(value)}
                    </td>
                  ))}
                  {more.map(({ name: column, cells }) => (
                    <td key={column} className="whitespace-nowrap py-1 pl-4 text-right">
                      {cells[row]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      </details>
    </figure>
  );
}
