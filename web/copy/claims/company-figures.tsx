import { t } from "../../../db/model/words.ts";
import { claims, guidanceNote } from "./claims.ts";
import { said } from "./said.ts";

const figures = () =>
  said([
    { claim: "response", figure: claims.response, label: t`response, Monday to Saturday` },
    { claim: "lenderPartners", figure: claims.lenderPartners, label: t`lender partners` },
    { claim: "accuracy", figure: claims.accuracy, label: t`AI forecast accuracy`, note: guidanceNote() },
  ]);

/** The figures at the end of /results and /thank-you: three in a row, or three lines on a phone. `isNoted`: the page has said what a forecast is. */
export function CompanyFigures({ isNoted = false }: { isNoted?: boolean }) {
  return (
    <div className="no-print border-line border-t pt-6">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3">
        {figures().map(({ figure, label, note }) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-3 text-quiet text-sm sm:flex-col">
            <dt>{label}</dt>
            <dd className="order-first font-display text-h3 text-ink">{figure}</dd>
            {note && !isNoted && <dd className="max-sm:w-full">{note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
