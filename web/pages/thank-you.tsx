import { useEffect, useState } from "react";
import { bandOf } from "../../db/model/forecast/meaning.ts";
import { paths } from "../../db/model/site/paths.ts";
import { t } from "../../db/model/words.ts";
import type { ReceivedApplication } from "../api.ts";
import { rememberedReference } from "../apply/draft/reference.ts";
import { CompanyFigures } from "../copy/claims/company-figures.tsx";
import { Head } from "../head/head.tsx";
import { Queries } from "../query.tsx";
import { useApplication } from "../results/application.ts";
import { LinkAgain } from "../results/contact/link-again.tsx";
import { bandWords } from "../results/forecast/meaning-words.ts";
import { ReplyNote, Top, TopBand } from "../results/top.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";

export default function ThankYouPage() {
  return (
    <Queries>
      <div className="wrap-anywhere min-h-svh">
        <Head title="Thank you" />
        <ThankYou />
      </div>
    </Queries>
  );
}

function ThankYou() {
  // The prerendered page does not know whether this tab has sent an application.
  const [ref, setRef] = useState<string | null>();
  useEffect(() => setRef(rememberedReference()?.ref ?? null), []);
  const { isPending, application, guidance } = useApplication(ref ?? null);
  const title = t`Thank You for Your Application!`;
  const shown = isPending ? undefined : application;
  return (
    <>
      <TopBand>
        {shown ? (
          <>
            <Top title={title} application={shown} guidance={guidance} />
            <Teaser application={shown} />
          </>
        ) : (
          <div className="min-h-60">
            <h1 className="text-h2 outline-none">{title}</h1>
            {ref === null ? <Cold /> : <ReplyNote />}
            {ref && (
              <p role="status" className="mt-4 text-lead">
                {isPending
                  ? t`Loading your application details...`
                  : t`We’ve got it, but its details didn’t load just now. “See your results” tries again.`}
              </p>
            )}
            {ref && !isPending && <SeeResults reference={ref} />}
          </div>
        )}
      </TopBand>
      {/* Whether the application comes above it is not known yet: unseen, it may move. */}
      <div className={`mx-auto max-w-page px-4 py-5 sm:px-6 ${ref === null || (ref && !isPending) ? "" : "invisible"}`}>
        <CompanyFigures />
        <div className="no-print flex flex-wrap gap-3 pt-5">
          <ButtonLink look="outline" to="/">
            Return to Home
          </ButtonLink>
          <ButtonLink look="outline" to="/faq">
            View FAQ
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

/** For visitors who have not sent anything from this tab. */
function Cold() {
  return (
    <>
      <p className="my-3">If you’ve sent one, we have it.</p>
      <LinkAgain />
      <p className="mt-5">Haven’t sent one yet?</p>
      <ButtonLink to="/apply" look="outline" className="mt-3">
        Start an application
      </ButtonLink>
    </>
  );
}

/** The forecast in a line, and the way to the rest. */
function Teaser({ application: { id, scoresForecast: score } }: { application: ReceivedApplication }) {
  return (
    <Card>
      {score !== null && (
        <p>
          <strong className="text-bluebonnet">{bandWords[bandOf(score)]}</strong>
          {" · "}
          <span>AI Forecast Score: {score}/100</span>
        </p>
      )}
      <SeeResults reference={id} />
    </Card>
  );
}

function SeeResults({ reference }: { reference: string }) {
  return (
    <ButtonLink look="outline" to={paths.results(reference)} className="mt-3">
      See your results
    </ButtonLink>
  );
}
