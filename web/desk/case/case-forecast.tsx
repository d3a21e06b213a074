import type { ForecastPoints } from "../../../db/model/forecast/forecast.ts";
import { Gauge } from "../../ui/page/gauge.tsx";
import type { Case } from "../api.ts";
import { Part } from "../parts/part.tsx";
import { Table } from "../parts/table.tsx";
import { attributeLabels } from "../words.ts";

/** The forecast and its points. */
export function CaseForecast({ forecast: { score, version, points } }: { forecast: Case["forecast"] }) {
  return (
    <Part title="Forecast">
      <div className="flex flex-wrap items-center gap-5">
        {score !== null && <Gauge score={score} />}
        <p className="min-w-40 flex-1">
          How likely a partner lender approves within 30 days. Guidance, never a decision: no score refuses anybody.
        </p>
      </div>
      <details className="mt-4">
        <summary className="link min-h-6 font-semibold">Points per attribute</summary>
        <Table
          caption={`Points per attribute, card version ${version}`}
          columns={[
            { name: "Attribute", isRowName: true, cell: (name) => attributeLabels[name] },
            { name: "Points", cell: (name) => (points[name] > 0 ? `+${points[name]}` : points[name]) },
          ]}
          // The points of the version of the scorecard that was used at the time.
          rows={Object.keys(points) as (keyof ForecastPoints)[]}
          keyOf={(name) => name}
        />
        <p className="mt-2 text-quiet text-sm">Card version {version}.</p>
      </details>
    </Part>
  );
}
