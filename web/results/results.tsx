import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { dollars } from "../../db/model/answer-words.ts";
import type { Improvement } from "../../db/model/forecast.ts";
import { type Guidance, type ReceivedApplication, readApplication, readGuidance } from "../api.ts";
import { claims, GUIDANCE_NOTE } from "../copy/claims.ts";
import { NextSteps } from "../copy/next-steps.tsx";
import { responseStats } from "../copy/response-stats.ts";
import { Sharing } from "../copy/sharing.tsx";
import { dateAndTime } from "../format.ts";
import { Head } from "../head/head.tsx";
import { Queries } from "../start/query.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Gauge } from "../ui/gauge.tsx";
import { Notice } from "../ui/notice.tsx";
import { Stats } from "../ui/stats.tsx";
import { Deleted, Deletion } from "./deletion.tsx";

export default function ResultsPage() {
  // The prerendered page knows no query string: the first render in the browser must equal it.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <Queries>
      <div className="wrap-anywhere mx-auto min-h-svh max-w-page px-4 py-10 sm:px-6 sm:py-14">
        <Head title="Your results" />
        {isReady ? <Results /> : <Loading />}
        <noscript>
          <Notice kind="info">This page needs JavaScript to read your application back. Please turn it on.</Notice>
        </noscript>
      </div>
    </Queries>
  );
}

function Results() {
  const [params] = useSearchParams();
  const ref = params.get("ref");
  const [isDeleted, setIsDeleted] = useState(false);
  const application = useQuery({
    queryKey: ["application", ref],
    queryFn: () => readApplication(ref ?? ""),
    enabled: Boolean(ref),
  });
  if (!ref) {
    return (
      <Empty title="No Application Found" text="This page needs the reference that you got when you applied.">
        <ButtonLink to="/apply">Start New Application</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
      </Empty>
    );
  }
  if (isDeleted) return <Deleted />;
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
  return <Received application={application.data} onDeleted={() => setIsDeleted(true)} />;
}

function Loading() {
  return (
    <>
      <h1 className="text-h2 outline-none">Your application</h1>
      <p role="status" className="mt-3 text-lead text-quiet">
        Loading your application details...
      </p>
    </>
  );
}

function Empty({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-h2 outline-none">{title}</h1>
      <p className="mt-3 max-w-text text-lead text-quiet">{text}</p>
      <div className="mt-7 flex flex-wrap gap-3">{children}</div>
    </>
  );
}

function Received({ application, onDeleted }: { application: ReceivedApplication; onDeleted: () => void }) {
  const guidance = useQuery({ queryKey: ["guidance", application.id], queryFn: () => readGuidance(application.id) });
  const firstName = application.fullName.split(/\s+/)[0];
  return (
    <>
      <p className="font-semibold text-leaf">Thank you, {firstName}</p>
      <h1 className="mt-1 text-h2 outline-none">Application Received — We're On It</h1>
      <p className="mt-3 max-w-text text-lead text-quiet">
        A local Texas specialist reads every application and gets back to you within {claims.replyWithin}, Monday to
        Saturday usually the same day.
      </p>
      <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid grid-cols-1 gap-6">
          {application.scoresForecast !== null && (
            <Forecast score={application.scoresForecast} guidance={guidance.data} />
          )}
          <Summary application={application} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <div className="on-deep rounded-card bg-deep p-6 text-paper">
            <Stats items={responseStats} note={GUIDANCE_NOTE} />
          </div>
          <Card>
            <h2 className="text-h3">What happens in the next 24 hours</h2>
            <NextSteps />
            <Confirmation email={application.email} guidance={guidance.data} />
          </Card>
          {guidance.data && <Sharing applicationId={application.id} guidance={guidance.data} />}
          <Help />
          <Deletion application={application} onDeleted={onDeleted} />
        </div>
      </div>
    </>
  );
}

function Forecast({ score, guidance }: { score: number; guidance: Guidance | undefined }) {
  return (
    <Card>
      <h2 className="text-h3">Your AI Forecast Score</h2>
      <div className="mt-4 flex flex-wrap items-center gap-6">
        <Gauge score={score} />
        <div className="min-w-0 grow basis-56">
          <p className="font-semibold text-h2 tabular-nums leading-tight">AI Forecast Score: {score}/100</p>
          <p className="mt-2">
            It tells us where to look first. A person reads every application, whatever the number, and lenders decide
            for themselves.
          </p>
          <p className="mt-2 font-semibold">{GUIDANCE_NOTE}</p>
        </div>
      </div>
      {guidance && guidance.strengths.length > 0 && (
        <>
          <h3 className="mt-6">What speaks for you</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {guidance.strengths.map((strength) => (
              <li key={strength}>{strength}</li>
            ))}
          </ul>
        </>
      )}
      {guidance && guidance.improvements.length > 0 && (
        <>
          <h3 className="mt-6">What would help</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {guidance.improvements.map((improvement) => (
              <li key={improvement.change}>
                {improvementText(improvement)}:{" "}
                <span className="tabular-nums">
                  {improvement.from} → {improvement.to}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function improvementText({ change, amount }: Improvement) {
  switch (change) {
    case "downPayment":
      return `${dollars(amount ?? 0)} more down`;
    case "jobTime":
      return `${amount} more months on your job`;
    case "bankAccount":
      return "An active bank account";
  }
}

function Summary({ application }: { application: ReceivedApplication }) {
  const rows: [string, string][] = [
    ["Name", application.fullName],
    ["Phone", application.phone],
    ["Email", application.email],
    ["City and ZIP", `${application.city}, ${application.zip}`],
    ["Employment", application.employmentType],
    ["Gross monthly income", dollars(application.grossMonthlyIncome)],
    ["Cash down payment", dollars(application.cashDownPayment)],
    ["Purchase timeline", application.purchaseTimeline],
    ["Submitted", dateAndTime(new Date(application.createdAt))],
    ["Application ID", application.id],
  ];
  return (
    <Card>
      <h2 className="text-h3">Application summary</h2>
      <dl className="mt-3 divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" className="no-print mt-3" onClick={() => print()}>
        Print this page
      </Button>
    </Card>
  );
}

/** Says only what the outbox knows. */
function Confirmation({ email, guidance }: { email: string; guidance: Guidance | undefined }) {
  if (!guidance?.confirmation) return null;
  const words = {
    sent: `A confirmation email was sent to ${email}.`,
    owed: `A confirmation email is on its way to ${email}.`,
    dead: `We could not deliver a confirmation email to ${email}. Your application is safe with us all the same.`,
    dropped: guidance.contactStoppedAt
      ? "No confirmation email goes out, because you asked us to stop contacting you."
      : `We have sent several emails to ${email} already, so no confirmation follows this time. Your application is safe with us: keep the address of this page to read it again.`,
  };
  return <p className="mt-4 text-sm">{words[guidance.confirmation]}</p>;
}

function Help() {
  return (
    <Card>
      <h2 className="text-h3">Questions meanwhile?</h2>
      <p className="mt-2">
        By phone Monday to Saturday, 8 AM to 8 PM CT, or by email:{" "}
        <Link to="/contact" className="link">
          how to reach us
        </Link>
        .
      </p>
      <p className="mt-2">
        Good to read now: our{" "}
        <Link to="/blog" className="link">
          blog
        </Link>{" "}
        and the{" "}
        <Link to="/faq" className="link">
          answers to common questions
        </Link>
        .
      </p>
    </Card>
  );
}
