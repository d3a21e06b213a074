import { scoresIn } from "../../../db/model/forecast/meaning.ts";
import { OUTCOMES_NEEDED } from "../../../db/model/forecast/results.ts";
import type { Dashboard } from "../api.ts";
import { Part } from "../parts/part.tsx";
import { Table } from "../parts/table.tsx";

/** How forecasts agree with what lenders decided. */
export function ForecastRight({ outcomes, bands }: Dashboard["forecast"]) {
  return (
    <Part title="Is the forecast right?">
      {bands ? (
        <Table
          caption="What lenders decided, by forecast"
          columns={[
            { name: "Forecast", isRowName: true, cell: ({ band }) => `${scoresIn(band).from}-${scoresIn(band).to}` },
            { name: "Decided", cell: ({ decided }) => decided },
            {
              name: "Approved within 30 days",
              cell: ({ decided, approved }) => `${approved} (${Math.round((100 * approved) / decided)}%)`,
            },
          ]}
          rows={bands}
          keyOf={({ band }) => band}
        />
      ) : (
        <p>
          Not known yet: until last night there were {outcomes} of the {OUTCOMES_NEEDED} outcomes that are needed before
          any figure means something.
        </p>
      )}
    </Part>
  );
}
