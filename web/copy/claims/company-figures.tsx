import { t } from "../../../db/model/words.ts";
import { claims, guidanceNote } from "./claims.ts";

const figures = () => [
  { figure: claims.response, label: t`response, or the next business day` },
  { figure: claims.lenderPartners, label: t`lender partners` },
  { figure: claims.accuracy, label: t`AI forecast accuracy`, note: guidanceNote() },
];

/** The figures at the end of /results and /thank-you: in a line, or in three on a phone. `isNoted`: the page has said what a forecast is. */
export function CompanyFigures({ isNoted = false }: { isNoted?: boolean }) {
  return (
    <div className="no-print border-line border-t pt-4">
      <dl className="flex flex-wrap gap-x-12 gap-y-1">
        {figures().map(({ figure, label, note }) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-2 text-quiet text-sm">
            <dt>{label}</dt>
            <dd className="order-first font-display text-ink text-lead sm:text-h3">{figure}</dd>
            {note && !isNoted && <dd className="w-full">{note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
