import type { Interval, Measures } from "../../../db/model/forecast/measures.ts";
import { claims } from "../../copy/claims/claims.ts";
import { Notice } from "../../ui/notice.tsx";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { Rows } from "../parts/rows.tsx";
import { Table } from "../parts/table.tsx";
import { bars } from "./bars.tsx";

export default deskPage("Is the forecast right?", "readForecast", Forecast);

function Forecast() {
  const forecast = useDeskQuery("GET /desk/forecast");
  if (!forecast.data) return <Waiting of={forecast} />;
  const { outcomes, needed, measures } = forecast.data;
  return (
    <>
      <p className="max-w-text">
        The forecast says how likely a partner lender approves within 30 days. The public pages claim an accuracy of
        about {claims.accuracy}. Here is what closed applications show, those on which a lender decided.
      </p>
      {measures ? (
        <Measured measures={measures} />
      ) : (
        <Notice kind="info" className="mt-5">
          <p className="font-semibold">Not enough outcomes yet</p>
          <p>
            {outcomes} of the {needed} outcomes that are needed before any figure means something.
          </p>
        </Notice>
      )}
    </>
  );
}

function Measured({ measures }: { measures: Measures }) {
  const { count, baseRate, shareRight, shareRightInterval, auc, brier, bins } = measures;
  const rows: [name: string, value: string, meaning: string][] = [
    ["Outcomes", String(count), "closed applications on which a lender decided"],
    ["Base rate", percent(baseRate), "approved within 30 days"],
    [
      "Share right at 50%",
      `${percent(shareRight)} (${interval(shareRightInterval)})`,
      `claimed: about ${claims.accuracy}; in brackets the 95% Wilson interval`,
    ],
    ["AUC", auc === null ? "none: all ended alike" : auc.toFixed(3), "0.5 is a coin, 1 ranks perfectly"],
    [
      "Brier score",
      brier.toFixed(3),
      `0 is perfect; always forecasting the base rate gives ${(baseRate * (1 - baseRate)).toFixed(3)}`,
    ],
  ];
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
      <Part title="Figures">
        <Rows
          rows={rows.map(([name, value, meaning]) => [
            name,
            <>
              <strong className="tabular-nums">{value}</strong> <span className="block text-quiet">{meaning}</span>
            </>,
          ])}
        />
      </Part>
      <Part title="Calibration">
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
      </Part>
    </div>
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
