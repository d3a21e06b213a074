import type { Interval, Measures } from "../../../db/model/forecast/measures.ts";
import { claims } from "../../copy/claims/claims.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { Fold, Part } from "../parts/part.tsx";
import { Rows } from "../parts/rows.tsx";
import { Table } from "../parts/table.tsx";
import { bars } from "./bars.tsx";

/** How well forecasts agree with what lenders decided. */
export function ForecastRight() {
  const forecast = useDeskQuery("GET /desk/forecast");
  if (!forecast.data) return <Waiting of={forecast} />;
  const { outcomes, needed, measures } = forecast.data;
  return (
    <Part title="Is the forecast right?">
      {measures ? (
        <Measured measures={measures} />
      ) : (
        <p>
          Not known yet: there are {outcomes} of the {needed} outcomes that are needed before any figure means
          something.
        </p>
      )}
    </Part>
  );
}

function Measured({ measures }: { measures: Measures }) {
  const { count, baseRate, shareRight, shareRightInterval, auc, brier, bins } = measures;
  const rows: [name: string, value: string, meaning: string][] = [
    [
      "Share right at 50%",
      `${percent(shareRight)} (${interval(shareRightInterval)})`,
      `claimed: about ${claims.accuracy}; in brackets the 95% Wilson interval`,
    ],
    ["Outcomes", String(count), "closed applications on which a lender decided"],
    ["Base rate", percent(baseRate), "approved within 30 days"],
    ["AUC", auc === null ? "none: all ended alike" : auc.toFixed(3), "0.5 is a coin, 1 ranks perfectly"],
    [
      "Brier score",
      brier.toFixed(3),
      `0 is perfect; always forecasting the base rate gives ${(baseRate * (1 - baseRate)).toFixed(3)}`,
    ],
  ];
  return (
    <>
      <Rows
        rows={rows.map(([name, value, meaning]) => [
          name,
          <>
            <strong className="tabular-nums">{value}</strong> <span className="block text-quiet">{meaning}</span>
          </>,
        ])}
      />
      <Fold title="By range of scores">
        <p className="text-sm">Where both bars of a row are equally long, forecasts and results agree.</p>
        <Table
          caption="Calibration by range of scores"
          columns={[
            { name: "Score", isRowName: true, cell: range },
            { name: "Outcomes", cell: (bin) => bin.count },
            bars("Forecast", bins, ({ forecast }) => forecast, { inWords: percent, most: 1 }),
            bars("Approved", bins, ({ observed }) => observed, { inWords: percent, most: 1, color: "bg-leaf" }),
            { name: "95% interval", cell: (bin) => interval(bin.interval) },
          ]}
          rows={bins}
          keyOf={({ from }) => from}
        />
      </Fold>
    </>
  );
}

function range({ from, to }: { from: number; to: number }) {
  return `${from}-${to === 100 ? 100 : to - 1}`;
}

function percent(share: number) {
  return `${(100 * share).toFixed(1)}%`;
}

function interval([low, high]: Interval) {
  return `${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)}%`;
}
