import type { ReactNode } from "react";
import { choiceInWords } from "../../db/model/form/answer-words.ts";
import type { Choice } from "../../db/model/form/application.ts";
import { dollars } from "../../db/model/money/amount.ts";
import { dateAndTime } from "../../db/model/time/time-in-words.ts";
import { t } from "../../db/model/words.ts";
import type { ReceivedApplication } from "../api.ts";
import { Card } from "../ui/card.tsx";

/** What the applicant sent. `children` can change it. */
export function Summary({ application, children }: { application: ReceivedApplication; children: ReactNode }) {
  const rows: [string, string][] = [
    [t`Name`, application.fullName],
    [t`Phone`, application.phone],
    [t`Email`, application.email],
    [t`City and ZIP`, `${application.city}, ${application.zip}`],
    [t`Employment`, choiceInWords(application.employmentType as Choice)],
    [t`Gross monthly income`, dollars(application.grossMonthlyIncome)],
    [t`Cash down payment`, dollars(application.cashDownPayment)],
    [t`Purchase timeline`, choiceInWords(application.purchaseTimeline as Choice)],
    [t`Submitted`, dateAndTime(application.createdAt)],
    [t`Application ID`, application.id],
  ];
  return (
    <Card>
      <h2 className="text-h3">Application summary</h2>
      <dl className="mt-3 divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-2 print:py-1 sm:max-lg:grid-cols-[12rem_1fr]">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  );
}
