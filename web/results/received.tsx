import { lazy, Suspense, useEffect, useState } from "react";
import { brand } from "../../db/model/site/brand.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { t } from "../../db/model/words.ts";
import { CompanyFigures } from "../copy/claims/company-figures.tsx";
import { targetOf } from "../start/script/scroll.ts";
import { TextLink } from "../ui/text-link.tsx";
import { Steps } from "./case/steps.tsx";
import { YourForecast } from "./forecast/your-forecast.tsx";
import { Needs } from "./needs.tsx";
import { type Opened, Top, TopBand } from "./top.tsx";
import { YourData } from "./your-data.tsx";

const Deleted = lazy(() => import("./contact/deletion.tsx").then((module) => ({ default: module.Deleted })));

/**
 * A stored application in four blocks: what we do next, what we need, the forecast, and what is known of the applicant.
 * `children`: links at the end. Without guidance the rest is shown.
 */
export function Received({ kicker, title, application, guidance, children }: Opened) {
  const { fullName, createdAt } = application;
  const [isDeleted, setIsDeleted] = useState(false);
  // Our mails lead to places that come later than the page.
  useEffect(() => targetOf(location.hash)?.scrollIntoView(), []);
  if (isDeleted) {
    return (
      <Suspense>
        <Deleted />
      </Suspense>
    );
  }
  const about = [fullName, guidance?.spokenReference, longDate(createdAt)].filter(Boolean).join(" · ");
  return (
    <>
      <p className="printed-alone hidden text-sm print:block">{about}</p>
      <TopBand>
        <Top kicker={kicker} title={title} application={application} guidance={guidance}>
          {guidance && <Steps steps={guidance.progress.steps} />}
        </Top>
        {guidance && <Needs application={application} guidance={guidance} />}
      </TopBand>
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <YourForecast application={application} guidance={guidance} />
        <YourData application={application} guidance={guidance} onDeleted={() => setIsDeleted(true)} />
        <CompanyFigures isNoted />
        <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-3 py-6">
          <span>Questions?</span>
          {brand.phone && <span>{t`Call ${brand.phone}`}</span>}
          <TextLink to="/contact">Phone and email help</TextLink>
          {children}
        </div>
      </div>
    </>
  );
}
