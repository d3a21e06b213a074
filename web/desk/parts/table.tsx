import type { Key, ReactNode } from "react";

export interface Column<Row> {
  /** Its head; blank: a column of cards alone. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Says whose row it is. */
  isRowName?: boolean;
  /** The head is for screen readers. */
  isNameHidden?: boolean;
  /** How its cells look, where they hold no figures. */
  className?: string;
}

const looks = {
  /** Scrolls sideways where it does not fit. */
  figures: {
    table: "wrap-normal text-sm tabular-nums",
    head: "py-1 pl-4 text-right align-bottom text-quiet first:pl-0 first:text-left first:text-ink",
  },
  /** Each row becomes a card where the table, the only one in a container, would be narrow or its text is large. */
  cards: { table: "wrap-break-word border-line @max-4xl:block", head: "px-2 py-2 text-left text-quiet text-sm" },
};

/** The one table of the desk. */
export function Table<Row>({
  caption,
  isCaptionShown = false,
  look = "figures",
  columns,
  rows,
  keyOf,
}: {
  caption: string;
  isCaptionShown?: boolean;
  look?: keyof typeof looks;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => Key | null;
}) {
  const shown = (
    <table className={`w-full ${looks[look].table}`}>
      <caption className={isCaptionShown ? "text-left font-semibold text-base" : "sr-only"}>{caption}</caption>
      <thead className="@max-4xl:sr-only">
        <tr>
          {columns.map(
            ({ name, isNameHidden }) =>
              name && (
                <th key={name} scope="col" className={looks[look].head}>
                  {isNameHidden ? <span className="sr-only">{name}</span> : name}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody className="@max-4xl:grid @max-4xl:gap-2">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="border-line border-t @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-center @max-4xl:gap-x-2 @max-4xl:rounded-card @max-4xl:border @max-4xl:bg-card @max-4xl:px-3 @max-4xl:py-1.5"
          >
            {columns.map(({ name, cell, isRowName, className }) =>
              isRowName ? (
                <th
                  key={name}
                  scope="row"
                  className={`text-left font-normal ${className ?? "wrap-anywhere min-w-24 py-1"}`}
                >
                  {cell(row)}
                </th>
              ) : (
                <td key={name} className={className ?? "whitespace-nowrap py-1 pl-4 text-right"}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (look === "cards") return <div className="@container mt-2">{shown}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
    <section aria-label={caption} tabIndex={0} className="mt-2 overflow-x-auto">
      {shown}
    </section>
  );
}
