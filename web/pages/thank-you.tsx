import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../db/model/site/paths.ts";
import { t } from "../../db/model/words.ts";
import { rememberedReference, type Sent } from "../apply/draft/reference.ts";
import { claims } from "../copy/claims/claims.ts";
import { CompanyFigures } from "../copy/claims/company-figures.tsx";
import { NextSteps } from "../copy/next-steps.tsx";
import { Head } from "../head/head.tsx";
import { CallPlace, height } from "../results/calls/call-place.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Takes up the space of a reference while none is known. */
const ANY_REFERENCE = "00000000-0000-4000-8000-000000000000";

export default function ThankYouPage() {
  // The prerendered page does not know whether this tab has sent an application.
  const [sent, setSent] = useState<Sent | null>();
  useEffect(() => setSent(rememberedReference()), []);
  const reference = sent?.ref ?? ANY_REFERENCE;
  const [isSent, isCold] = [Boolean(sent), sent === null];
  return (
    <>
      <Head title="Thank you" />
      <Hero
        title="Thank You for Your Application!"
        lead={t`A local Texas specialist reviews every application and will answer within ${claims.replyWithin}: ${claims.phoneHours}.`}
        ground={<Landscape className="no-print h-28 sm:h-40" />}
      >
        <OneOf>
          <Arrived isShown={isSent} reference={reference} />
          <Cold isShown={isCold} />
        </OneOf>
      </Hero>
      <div className="mx-auto max-w-page px-4 py-10 sm:px-6 sm:py-14">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card>
            <h2 className="text-h3">What happens next</h2>
            <NextSteps />
          </Card>
          <div className="grid grid-cols-1 gap-6">
            <OneOf>
              <Reference isShown={isSent} reference={reference} />
              <NoEmail isShown={isCold} />
            </OneOf>
            <div className={`${height} lg:min-h-68`}>
              {sent && <CallPlace reference={sent.ref} />}
              {isCold && <RatherTalk />}
            </div>
          </div>
        </div>
        <div className="mt-10">
          <CompanyFigures />
        </div>
        <div className="no-print mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/" look="outline">
            Return to Home
          </ButtonLink>
          <ButtonLink to="/faq" look="outline">
            View FAQ
          </ButtonLink>
          <Link to="/calculator" className="link inline-flex min-h-11 items-center">
            See what a car would cost a month
          </Link>
        </div>
      </div>
    </>
  );
}

/** Its children share one place with the height of the highest, so that nothing moves. */
function OneOf({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start *:col-start-1 *:row-start-1">{children}</div>;
}

interface Known {
  isShown: boolean;
  reference: string;
}

function Arrived({ isShown, reference }: Known) {
  return (
    <div className={isShown ? "" : "invisible"}>
      <p className="max-w-text">
        We've got it. Your results explain your forecast, what would help, and which documents to have ready.
      </p>
      <ButtonLink to={paths.results(reference)} className="no-print mt-5">
        See your results
      </ButtonLink>
    </div>
  );
}

/** For visitors who have not sent anything from this tab. */
function Cold({ isShown }: { isShown: boolean }) {
  return (
    <div className={isShown ? "" : "invisible"}>
      <p className="max-w-text">
        Already sent one? The link in our email opens your results: this browser tab no longer knows which application
        is yours.
      </p>
      <ButtonLink to="/apply" className="no-print mt-5">
        Start an application
      </ButtonLink>
    </div>
  );
}

function Reference({ isShown, reference }: Known) {
  return (
    <Card className={isShown ? "" : "invisible"}>
      <h2 className="text-h3">Your reference</h2>
      <p className="mt-2 break-all font-mono text-sm">{reference}</p>
      <p className="mt-2 text-quiet text-sm">
        It opens your results, so keep it to yourself. Our email to you has the same link.
      </p>
      <Button look="quiet" className="no-print mt-2" onClick={() => print()}>
        <Printer aria-hidden="true" className="size-5" /> Print this page
      </Button>
    </Card>
  );
}

function NoEmail({ isShown }: { isShown: boolean }) {
  return (
    <Card className={isShown ? "" : "invisible"}>
      <h2 className="text-h3">No email from us?</h2>
      <p className="mt-2">
        Check your spam folder first. If it isn't there, <TextLink to="/contact">write to us</TextLink> and a specialist
        will find your application.
      </p>
    </Card>
  );
}

function RatherTalk() {
  return (
    <Card className="no-print">
      <h2 className="text-h3">Rather talk to somebody?</h2>
      <p className="mt-2">
        A specialist can answer your questions or find the application you sent.{" "}
        <TextLink to="/contact">How to reach us</TextLink>
      </p>
    </Card>
  );
}
