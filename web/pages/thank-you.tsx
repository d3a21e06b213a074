import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../db/model/paths.ts";
import { rememberedReference } from "../apply/reference.ts";
import { claims, GUIDANCE_NOTE } from "../copy/claims.ts";
import { NextSteps } from "../copy/next-steps.tsx";
import { responseStats } from "../copy/response-stats.ts";
import { Head } from "../head/head.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FirstScreenEnd } from "../ui/first-screen-end.tsx";
import { Stats } from "../ui/stats.tsx";

export default function ThankYouPage() {
  return (
    <div className="mx-auto max-w-form px-4 py-10 sm:px-6 sm:py-14">
      <Head title="Thank you" />
      <h1 className="text-h2 outline-none">Thank You for Your Application!</h1>
      <p className="mt-3 text-lead text-quiet">
        We have it. A local Texas specialist reads it and answers within {claims.replyWithin}, usually the same day.
      </p>
      <Reference />
      <Card className="mt-6">
        <h2 className="text-h3">What happens next</h2>
        <NextSteps />
      </Card>
      <FirstScreenEnd />
      <div className="on-deep mt-6 rounded-card bg-deep p-6 text-paper">
        <Stats items={responseStats} note={GUIDANCE_NOTE} />
      </div>
      <div className="no-print mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/faq" look="outline">
          View FAQ
        </ButtonLink>
      </div>
    </div>
  );
}

/** The reference of the application just sent. Its place keeps its height while it is looked up. */
function Reference() {
  const { state } = useLocation();
  const [ref, setRef] = useState<string | null>(null);
  useEffect(() => setRef(state?.ref ?? rememberedReference()), [state]);
  return (
    <div className="mt-6 min-h-48">
      {ref && (
        <Card className="border-leaf bg-leaf-tint">
          <h2 className="text-h3">Your reference</h2>
          <p className="mt-2 break-all font-mono text-sm">{ref}</p>
          <p className="mt-2 text-sm">Keep it to yourself: whoever has it can see your summary.</p>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Link to={paths.results(ref)} className="link inline-flex min-h-11 items-center font-semibold">
              See your results
            </Link>
            <Button look="quiet" className="no-print" onClick={() => print()}>
              <Printer aria-hidden="true" className="size-5" /> Print this page
            </Button>
          </div>
        </Card>
      )}
    </div>
  );
}
