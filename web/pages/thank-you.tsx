import { useEffect, useState } from "react";
import { paths } from "../../db/model/site/paths.ts";
import { t } from "../../db/model/words.ts";
import { rememberedReference } from "../apply/draft/reference.ts";
import { CompanyFigures } from "../copy/claims/company-figures.tsx";
import { Head } from "../head/head.tsx";
import { howToFind } from "../results/how-to-find.ts";
import { Received, useApplication } from "../results/received.tsx";
import { ReplyNote, TopBand } from "../results/top.tsx";
import { Queries } from "../start/query.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { TextLink } from "../ui/text-link.tsx";

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
  if (ref && application && !isPending) {
    return (
      <Received title={title} application={application} guidance={guidance}>
        <Links reference={ref} />
      </Received>
    );
  }
  return (
    <>
      <TopBand>
        <div className="min-h-60">
          <h1 className="text-h2 outline-none">{title}</h1>
          <ReplyNote />
          {ref === null && <Cold />}
          {ref && (
            <p role="status" className="mt-4 text-lead">
              {isPending
                ? t`Loading your application details...`
                : t`We've got it, but its details didn't load just now. 'See your results' tries again.`}
            </p>
          )}
        </div>
      </TopBand>
      {/* Whether the application comes above it is not known yet: unseen, it may move. */}
      <div className={`mx-auto max-w-page px-4 py-8 sm:px-6 ${ref === null || (ref && !isPending) ? "" : "invisible"}`}>
        <CompanyFigures />
        <div className="no-print flex flex-wrap items-center gap-3 py-6">
          <Links reference={ref} />
        </div>
      </div>
    </>
  );
}

/** For visitors who have not sent anything from this tab. */
function Cold() {
  return (
    <>
      <p className="mt-4 max-w-text">
        {howToFind()} Still missing? <TextLink to="/contact">Write to us</TextLink>.
      </p>
      <ButtonLink to="/apply" className="no-print mt-5">
        Start an application
      </ButtonLink>
    </>
  );
}

function Links({ reference }: { reference: string | null | undefined }) {
  return (
    <>
      {reference && <TextLink to={paths.results(reference)}>See your results</TextLink>}
      <div className="flex flex-wrap gap-3 sm:ml-auto">
        <ButtonLink look="outline" to="/">
          Return to Home
        </ButtonLink>
        <ButtonLink look="outline" to="/faq">
          View FAQ
        </ButtonLink>
      </div>
    </>
  );
}
