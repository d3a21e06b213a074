import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { t } from "../../db/model/words.ts";
import { type Guidance, type ReceivedApplication, readApplication, readGuidance } from "../api.ts";
import { byPhone } from "../copy/by-phone.ts";
import { claims, replyWithin } from "../copy/claims/claims.ts";
import { CompanyFigures } from "../copy/claims/company-figures.tsx";
import { NextSteps } from "../copy/next-steps.tsx";
import { Head } from "../head/head.tsx";
import { Queries } from "../start/query.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { CallPlace } from "./calls/call-place.tsx";
import { Papers } from "./case/papers.tsx";
import { ProgressCard } from "./case/progress.tsx";
import { ReceiptCard } from "./consent/receipt-card.tsx";
import { useOpenedLink } from "./contact/opened-link.ts";
import { StopContact } from "./contact/stop-contact.tsx";
import { WhatHelps } from "./forecast/what-helps.tsx";
import { LenderKinds } from "./introductions/lender-kinds.tsx";
import { Permissions } from "./introductions/permissions.tsx";
import { Sharing } from "./introductions/sharing.tsx";
import { CarBudgetCard } from "./money/car-budget.tsx";
import { NextStep } from "./next-step.tsx";
import { Opening } from "./opening.tsx";
import { Outlook } from "./outlook.tsx";
import { Summary } from "./summary.tsx";
import { ThisPage } from "./this-page.tsx";

const ConfirmEmail = lazy(() => import("./contact/confirm-email.tsx"));
const Receipt = lazy(() => import("./consent/receipt.tsx"));
const Correction = lazy(() => import("./contact/correction.tsx"));
const Deletion = lazy(() => import("./contact/deletion.tsx").then((module) => ({ default: module.Deletion })));
const Deleted = lazy(() => import("./contact/deletion.tsx").then((module) => ({ default: module.Deleted })));

export default function ResultsPage() {
  // The prerendered page knows no query string, and the browser's first render must match it.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <Queries>
      <div className="wrap-anywhere min-h-svh">
        <Head title="Your results" />
        {isReady ? <Results /> : <Loading />}
        <noscript>
          <div className="mx-auto max-w-page px-4 sm:px-6">
            <Notice kind="info">This page needs JavaScript to read your application back. Please turn it on.</Notice>
          </div>
        </noscript>
      </div>
    </Queries>
  );
}

function Results() {
  const [params] = useSearchParams();
  const ref = params.get("ref");
  const isReceipt = params.get("view") === "receipt";
  const [isDeleted, setIsDeleted] = useState(false);
  useOpenedLink(ref);
  const ask = { enabled: Boolean(ref) && !isReceipt };
  const application = useQuery({
    queryKey: ["application", ref],
    queryFn: () => readApplication(ref ?? ""),
    ...ask,
  });
  const guidance = useQuery({ queryKey: ["guidance", ref], queryFn: () => readGuidance(ref ?? ""), ...ask });
  if (!ref) {
    return (
      <Empty title="No Application Found" text="This page needs the reference you got when you applied.">
        <ButtonLink to="/apply">Start New Application</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
      </Empty>
    );
  }
  if (isReceipt) {
    return (
      <Suspense fallback={<Loading />}>
        <Plain>
          <Receipt reference={ref} />
        </Plain>
      </Suspense>
    );
  }
  if (isDeleted) {
    return (
      <Suspense fallback={<Loading />}>
        <Plain>
          <Deleted />
        </Plain>
      </Suspense>
    );
  }
  if (application.isPending) return <Loading />;
  if (!application.data) {
    return (
      <Empty
        title="Application Not Found"
        text="We couldn't retrieve your application details. This may be due to an invalid reference or a system issue."
      >
        <ButtonLink to="/contact">Contact Support</ButtonLink>
        <ButtonLink to="/apply" look="outline">
          Start New Application
        </ButtonLink>
      </Empty>
    );
  }
  // Show both parts at once, so that nothing moves when the second one arrives.
  if (guidance.isPending) return <Loading />;
  return <Received application={application.data} guidance={guidance.data} onDeleted={() => setIsDeleted(true)} />;
}

function Loading() {
  return (
    <Plain>
      <h1 className="text-h2 outline-none">Your application</h1>
      <p role="status" className="mt-3 text-lead text-quiet">
        Loading your application details...
      </p>
    </Plain>
  );
}

function Empty({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Plain>
      <h1 className="text-h2 outline-none">{title}</h1>
      <p className="mt-3 max-w-text text-lead text-quiet">{text}</p>
      <div className="mt-7 flex flex-wrap gap-3">{children}</div>
    </Plain>
  );
}

/** The frame of the page for everything but the application itself. */
function Plain({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-page px-4 py-10 sm:px-6 sm:py-14">{children}</div>;
}

/** First the meaning, then what to do. The wide column is about what comes next, the narrow one about what was sent. */
function Received({
  application,
  guidance,
  onDeleted,
}: {
  application: ReceivedApplication;
  guidance: Guidance | undefined;
  onDeleted: () => void;
}) {
  const { fullName, id, createdAt } = application;
  // After a stop or once the application is closed, no step is left and no budget is needed.
  const isOpen = guidance && !guidance.contactStoppedAt && guidance.progress.now.code !== "closed";
  const about = [fullName, guidance?.spokenReference, longDate(createdAt)].filter(Boolean).join(" · ");
  return (
    <>
      <p className="printed-alone hidden text-sm print:block">{about}</p>
      <div className="bg-tint">
        <div className="mx-auto max-w-page px-4 py-8 sm:px-6 sm:py-12">
          <Outlook application={application} guidance={guidance} />
        </div>
      </div>
      <div className="mx-auto max-w-page px-4 py-6 sm:px-6 sm:py-10">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr] print:gap-3">
          <div className="grid grid-cols-1 gap-6 print:gap-3">
            {guidance?.isEmailToConfirm && (
              <Suspense>
                <ConfirmEmail application={application} />
              </Suspense>
            )}
            {isOpen && <NextStep guidance={guidance} />}
            {guidance && <Permissions applicationId={id} guidance={guidance} />}
            {guidance && <LenderKinds guidance={guidance} />}
            {guidance && <ProgressCard guidance={guidance} />}
            <WhatHappensNext guidance={guidance} />
            <CallPlace reference={id} />
            {guidance && <WhatHelps guidance={guidance} />}
            {isOpen && <CarBudgetCard application={application} budget={guidance.carBudget} />}
            {guidance && <Papers guidance={guidance} />}
          </div>
          <div className="grid grid-cols-1 gap-6 print:gap-3">
            <Summary application={application}>
              {guidance?.contactStoppedAt === null && (
                <Opening id="correction" title="Correct my phone or email">
                  <Correction application={application} />
                </Opening>
              )}
            </Summary>
            <ThisPage confirmation={guidance && <Confirmation email={application.email} guidance={guidance} />}>
              <Opening id="deletion" title="Delete my application">
                <Deletion application={application} onDeleted={onDeleted} />
              </Opening>
            </ThisPage>
            {guidance && <Sharing guidance={guidance} />}
            <ReceiptCard applicationId={id} />
            {guidance && <StopContact applicationId={id} guidance={guidance} />}
            <Help />
          </div>
        </div>
        <div className="no-print mt-10">
          <CompanyFigures />
        </div>
      </div>
    </>
  );
}

/** Promises a call while nobody has talked to the applicant and contact is not stopped. */
function WhatHappensNext({ guidance }: { guidance: Guidance | undefined }) {
  const standing = guidance?.progress.now;
  if (standing && standing.code !== "call") return null;
  return (
    <Card>
      <h2 className="text-h3">What happens next</h2>
      <p className="mt-2">
        {standing?.by === null
          ? t`We'll get in touch as soon as we can: ${claims.phoneHours}.`
          : t`You'll hear from us within ${replyWithin()}: ${claims.phoneHours}.`}
      </p>
      <NextSteps by={standing && (standing.by === null ? null : new Date(standing.by))} />
    </Card>
  );
}

/** Says only what the outbox knows. */
function Confirmation({ email, guidance }: { email: string; guidance: Guidance }) {
  if (!guidance.confirmation) return null;
  const words = {
    sent: t`A confirmation email was sent to ${email}.`,
    formerAddress: t`A confirmation email was sent to the address you gave first, before it was corrected.`,
    owed: t`A confirmation email is on its way to ${email}.`,
    dead: t`We couldn't deliver a confirmation email to ${email}. Your application is still safe with us.`,
    stopped: t`We sent no confirmation email, because you asked us to stop contacting you.`,
    tooManyMails: t`We've already sent several emails to ${email}, so we didn't send a confirmation this time. Keep the link to this page so you can come back.`,
  };
  return <p className="mt-2">{words[guidance.confirmation]}</p>;
}

function Help() {
  return (
    <Card className="no-print">
      <h2 className="text-h3">Questions in the meantime?</h2>
      <p className="mt-2">
        {byPhone()} Prefer email? <TextLink to="/contact">How to reach us</TextLink>
      </p>
      <p className="mt-2">
        Good reads for now: our <TextLink to="/blog">blog</TextLink> and the{" "}
        <TextLink to="/faq">answers to common questions</TextLink>.
      </p>
    </Card>
  );
}
