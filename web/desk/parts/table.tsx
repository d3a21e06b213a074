import type { Key, ReactNode } from "react";

export interface Column<Row> {
  /** Its head. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Says whose row it is. */
  isRowName?: boolean;
  /** The head is for screen readers. */
  isNameHidden?: boolean;
  /** Where a row of a list has two lines, the name stands before what is in the cell. */
  isNamed?: boolean;
  /** How its cells look, where they hold no figures. */
  className?: string;
}

/** Rows under a heading of their own. */
export interface Group<Row> {
  key: string;
  head?: ReactNode;
  rows: Row[];
}

const looks = {
  /** Scrolls sideways where it does not fit. */
  figures: {
    table: "wrap-normal text-sm",
    head: "py-1 pl-4 text-right align-bottom first:pl-0 first:text-left first:text-ink",
    row: "",
    cell: "whitespace-nowrap py-1 pl-4 text-right",
    name: "wrap-anywhere min-w-24 py-1",
  },
  /** Rows of one line, or of two where the table, the only one in a container, would be narrow or its text is large. */
  list: {
    table: "wrap-break-word @max-4xl:wrap-anywhere @max-4xl:block",
    head: "whitespace-nowrap px-2 py-1 text-left text-sm font-normal",
    row: "relative hover:bg-tint @4xl:h-[2.5rem] @4xl:pointer-coarse:h-[2.75rem] @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-center @max-4xl:gap-x-3 @max-4xl:px-2 @max-4xl:py-1.5 @max-4xl:before:order-1 @max-4xl:before:basis-full",
    cell: "px-2 py-1 @4xl:whitespace-nowrap @max-4xl:order-2 @max-4xl:p-0 @max-4xl:empty:hidden @max-4xl:text-quiet @max-4xl:text-sm",
    name: "px-2 py-1 @max-4xl:min-w-0 @max-4xl:grow @max-4xl:p-0",
  },
};

/** For a cell of a list that stands in the first line of two. */
export const firstLine = "@max-4xl:order-none!";
/** For one that holds a long text. */
export const wraps = "@4xl:whitespace-normal!";

/** The one table of the desk. */
export function Table<Row>({
  caption,
  isCaptionShown = false,
  look = "figures",
  columns,
  groups,
  rows = [],
  keyOf,
}: {
  caption: string;
  isCaptionShown?: boolean;
  look?: keyof typeof looks;
  columns: Column<Row>[];
  /** In place of `rows`. */
  groups?: Group<Row>[];
  rows?: Row[];
  keyOf: (row: Row) => Key | null;
}) {
  const { table, head, row: line, cell: box, name: first } = looks[look];
  const shown = (
    <table className={`w-full tabular-nums ${table}`}>
      <caption className={isCaptionShown ? "text-left font-semibold text-base" : "sr-only"}>{caption}</caption>
      <thead className={look === "list" ? "@max-4xl:sr-only" : ""}>
        <tr>
          {columns.map(({ name, isNameHidden, className }) => (
            <th key={name} scope="col" className={`text-quiet ${head} ${className ? "text-left!" : ""}`}>
              {isNameHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      {(groups ?? [{ key: "rows", rows }]).map((group) => (
        <tbody key={group.key} className={look === "list" ? "@max-4xl:block" : ""}>
          {group.head && (
            <tr className="@max-4xl:block">
              <th scope="rowgroup" colSpan={columns.length} className="px-2 pt-3 pb-1 text-left @max-4xl:block">
                {group.head}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={keyOf(row)} className={`border-line border-t ${line}`}>
              {columns.map(({ name, cell, isRowName, isNamed, className = "" }) =>
                isRowName ? (
                  <th key={name} scope="row" className={`text-left font-normal ${first} ${className}`}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} className={`${box} ${className}`}>
                    {isNamed && <span className="@4xl:hidden">{name} </span>}
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
  if (look === "list") return <div className="@container mt-2">{shown}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
    <section aria-label={caption} tabIndex={0} className="mt-2 overflow-x-auto">
      {shown}
    </section>
  );
}
