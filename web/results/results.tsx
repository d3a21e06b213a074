import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { Queries } from "../query.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { DeadEnd } from "../ui/drawings/dead-end.tsx";
import { Notice } from "../ui/notice.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useApplication } from "./application.ts";
import { LinkAgain } from "./contact/link-again.tsx";
import { useOpenedLink } from "./contact/opened-link.ts";
import { Received } from "./received.tsx";

const Receipt = lazy(() => import("./consent/receipt.tsx"));

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
  useOpenedLink(ref);
  const { isPending, application, guidance } = useApplication(isReceipt ? null : ref);
  if (!ref) {
    return (
      <Empty title="No Application Found">
        <ButtonLink to="/apply" look="outline">
          Start New Application
        </ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
      </Empty>
    );
  }
  if (isReceipt) {
    return (
      <Suspense fallback={<Loading />}>
        <PlainPage>
          <Receipt reference={ref} />
        </PlainPage>
      </Suspense>
    );
  }
  if (isPending) return <Loading />;
  if (!application) {
    return (
      <Empty
        title="Application Not Found"
        text="We couldn't retrieve your application details. This may be due to an invalid reference or a system issue."
      >
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
        <ButtonLink to="/apply" look="outline">
          Start New Application
        </ButtonLink>
      </Empty>
    );
  }
  const firstName = application.fullName.replace(/\s.*/, "");
  return (
    <Received
      kicker={t`Thank you, ${{ firstName }}`}
      title={t`Application Received — We're On It`}
      application={application}
      guidance={guidance}
    >
      <TextLink to="/faq">FAQ</TextLink>
      <TextLink to="/blog">Blog</TextLink>
    </Received>
  );
}

function Loading() {
  return (
    <PlainPage>
      <h1 className="text-h2 outline-none">Your application</h1>
      <p role="status" className="mt-3 text-lead text-quiet">
        Loading your application details...
      </p>
    </PlainPage>
  );
}

/** `children`: what is next for somebody who has no application with us. */
function Empty({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Hero isWhole title={title} lead={text} ground={<DeadEnd />}>
      <LinkAgain />
      <div className="mt-5 flex flex-wrap gap-3">{children}</div>
    </Hero>
  );
}

/** The frame of a page of results for everything but the application itself. */
function PlainPage({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-page px-4 py-10 sm:px-6 sm:py-14">{children}</div>;
}
