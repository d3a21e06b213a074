import { ChevronDown } from "lucide-react";
import type { Key, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

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
  /** Stands below its head at the right, where the table has columns. */
  isNumber?: boolean;
  /** A narrow table has no room for it. */
  isOptional?: boolean;
  /** How its cells look, where they hold no figures. */
  className?: string;
}

/** Rows under a heading of their own. */
export interface Group<Row> {
  key: string;
  head?: ReactNode;
  rows: Row[];
}

/** The head of a group that shows its rows on demand. */
export function RowsToggle({
  isShown,
  show,
  children,
}: {
  isShown: boolean;
  show: (isShown: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Button look="quiet" aria-expanded={isShown} onClick={() => show(!isShown)}>
      {children}
      <ChevronDown aria-hidden="true" className={`size-4 ${isShown ? "rotate-180" : ""}`} />
    </Button>
  );
}

const looks = {
  /** A few numbers in a row, closer where the table is narrow; large text scrolls sideways. */
  figures: {
    table: "text-sm",
    head: "wrap-normal font-normal py-1 pl-2 @md:pl-4 text-right align-bottom first:pl-0 first:text-left first:text-ink",
    row: "",
    cell: "@md:whitespace-nowrap py-1 pl-2 @md:pl-4 text-right",
    name: "wrap-anywhere @md:min-w-24 py-1",
  },
  /** Rows of one line, or of two where the table would be narrow or its text is large (desk.css). */
  list: {
    table: "wrap-break-word as-list:wrap-anywhere as-list:block",
    head: "align-bottom as-table:@4xl:whitespace-nowrap px-2 as-table:@max-4xl:px-1.5 py-1 text-left text-sm font-normal",
    row: "relative hover:bg-tint as-table:h-[2.5rem] as-table:pointer-coarse:h-[2.75rem] as-list:flex as-list:flex-wrap as-list:items-center as-list:gap-x-3 as-list:px-2 as-list:py-1.5 as-list:[tbody:has(.tick)_&]:pl-11 as-list:before:order-1 as-list:before:basis-full",
    cell: "px-2 py-1 as-table:whitespace-nowrap as-table:@max-4xl:px-1.5 as-table:@max-4xl:text-sm as-list:order-2 as-list:p-0 as-list:empty:hidden as-list:text-quiet as-list:text-sm",
    name: "wrap-anywhere px-2 py-1 as-table:min-w-[8rem] as-table:@max-4xl:px-1.5 as-list:min-w-0 as-list:grow as-list:p-0",
  },
};

/** For a cell of a list that stands in the first line of two. */
export const firstLine = "as-list:order-none!";
/** For one that holds a long text. */
export const wraps = "as-table:whitespace-normal!";
/** For one that holds what somebody typed: a word may be longer than the page is wide. Like the name of a row, it breaks within words. */
export const breaks = `${wraps} wrap-anywhere as-table:@4xl:min-w-[7rem]`;

/** Numbers stand apart from the words after them. */
const number = "as-table:text-right @4xl:pr-6";
const onlyWide = "as-table:@max-4xl:hidden";

/** The one table of the desk. */
export function Table<Row>({
  caption,
  look = "figures",
  columns,
  groups,
  rows = [],
  keyOf,
}: {
  caption: string;
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
      <caption className="sr-only">{caption}</caption>
      <thead
        className={
          look === "list" ? "as-list:sr-only as-table:sticky as-table:top-0 as-table:z-2 as-table:bg-paper" : ""
        }
      >
        <tr>
          {columns.map(({ name, isNameHidden, isNumber, isOptional, className }) => (
            <th
              key={name}
              scope="col"
              className={`text-quiet ${head} ${isNumber ? number : className ? "text-left!" : ""} ${isOptional ? onlyWide : ""}`}
            >
              {isNameHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      {(groups ?? [{ key: "rows", rows }]).map((group) => (
        <tbody key={group.key} className={look === "list" ? "as-list:block" : ""}>
          {group.head && (
            <tr className="as-list:block">
              <th scope="rowgroup" colSpan={columns.length} className="px-2 pt-3 pb-1 text-left as-list:block">
                {group.head}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={keyOf(row)} className={`border-line border-t ${line}`}>
              {columns.map(({ name, cell, isRowName, isNamed, isNumber, isOptional, className = "" }) =>
                isRowName ? (
                  <th key={name} scope="row" className={`text-left font-normal ${first} ${className}`}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={name}
                    className={`${box} ${className} ${isNumber ? number : ""} ${isOptional ? onlyWide : ""}`}
                  >
                    {isNamed && cell(row) && <span className="as-table:hidden">{name} </span>}
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
  if (look === "list") return <div className="@container/list -mx-2 mt-2">{shown}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
    <section aria-label={caption} tabIndex={0} className="@container mt-2 overflow-x-auto">
      {shown}
    </section>
  );
}
