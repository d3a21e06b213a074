import { dueInWords } from "../../../db/model/case/promise.ts";
import { isIn, statusLabels } from "../../../db/model/case/status.ts";
import type { Flag } from "../../../db/model/forecast/forecast.ts";
import type { QueuedApplication, QueueFilter } from "../api.ts";
import { useNow } from "../data.ts";
import { breaks, type Column, firstLine, Table, wraps } from "../parts/table.tsx";
import { counted } from "../words.ts";
import { type Claims, claimColumn } from "./claim.tsx";
import { forecastColumn, nameColumn, When } from "./rows.tsx";

const flagTags: Partial<Record<Flag["code"], string>> = {
  REPO_LT_12M: "Repossession",
  BK_OPEN: "Bankruptcy",
  ZIP_OUTSIDE_TX: "Not in Texas",
  PHONE_INVALID: "Phone?",
  CONFIRM_18: "18?",
  POSSIBLE_DUPLICATE: "Duplicate?",
  STOP_ASKED_ELSEWHERE: "Stop?",
};

const statusColumn: Column<QueuedApplication> = {
  name: "Status",
  cell: ({ status }) => <span className={isIn("waiting", status) ? "as-list:hidden" : ""}>{statusLabels[status]}</span>,
};

/** The columns that a member may hide. */
const facts: Column<QueuedApplication>[] = [
  forecastColumn,
  {
    name: "Wants a car",
    isOptional: true,
    className: "as-list:hidden",
    cell: ({ purchaseTimeline }) => purchaseTimeline,
  },
  { name: "City", isOptional: true, className: breaks, cell: ({ city }) => city },
  { name: "Flags", className: wraps, cell: flagsOf },
  { name: "Owner", cell: ({ owner }) => owner },
  statusColumn,
  { name: "Details", className: breaks, cell: ({ nextNote }) => nextNote },
  { name: "Reference", isOptional: true, cell: ({ spokenReference }) => spokenReference },
];
export const CHOOSABLE = facts.map(({ name }) => name);

/** Applications, of which free ones can be claimed at once. */
export function QueueTable({
  applications,
  filter,
  hidden,
  claims,
}: {
  applications: QueuedApplication[];
  filter: QueueFilter;
  /** Names of columns. */
  hidden: string[];
  claims: Claims;
}) {
  const now = useNow();
  const columns: Column<QueuedApplication>[] = [
    claimColumn(claims),
    nameColumn,
    {
      name: "Due",
      className: `${firstLine} ${wraps} @5xl:min-w-[13.5rem]`,
      cell: (application) => {
        const { words, isLate } = dueInWords(application, now);
        return <When isLate={isLate}>{words}</When>;
      },
    },
    ...facts
      .filter(({ name }) => !hidden.includes(name))
      .map((fact) => (fact === statusColumn ? { ...fact, isOptional: filter.show === "waiting" } : fact)),
  ];
  return <Table caption="Applications" look="list" columns={columns} rows={applications} keyOf={({ id }) => id} />;
}

/** Those that need attention, else how many there are. */
function flagsOf({ flags }: QueuedApplication) {
  const attention = (flags ?? []).filter(({ level }) => level === "attention");
  if (attention.length > 0) {
    return <span className="text-alert">{attention.map(({ code, note }) => flagTags[code] ?? note).join(", ")}</span>;
  }
  return flags?.length ? <span className="whitespace-nowrap text-quiet">{counted(flags.length, "remark")}</span> : null;
}
