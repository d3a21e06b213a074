import { type ReactNode, useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { newsOfCase } from "../../../db/model/queue/news.ts";
import { ApiError } from "../../api.ts";
import type { Case } from "../api.ts";
import { CallsAndStop } from "../calls/calls-and-stop.tsx";
import { useLiveQuery } from "../data.ts";
import { deskPage, useDeskTitle, Waiting } from "../desk-page.tsx";
import { CaseLenders } from "../introductions/case-lenders.tsx";
import { PapersReceived } from "../introductions/papers-received.tsx";
import { SendPart } from "../introductions/send-dialog.tsx";
import { SendLetter } from "../letters/send-letter.tsx";
import { Foldable, Part } from "../parts/part.tsx";
import { NextPart } from "../queue/next-action.tsx";
import { nextStepOf, WORK_PARTS, type WorkPart } from "../queue/next-step.ts";
import { CaseConsent } from "./case-consent.tsx";
import { CaseContact } from "./case-contact.tsx";
import { CaseDuplicates, MergedInto } from "./case-duplicates.tsx";
import { AnswerCards, CaseFacts } from "./case-facts.tsx";
import { CaseForecast } from "./case-forecast.tsx";
import { CaseHead } from "./case-head.tsx";
import { NotePart, OwnerPart, StatusPart } from "./case-work.tsx";
import { MonthlyCost } from "./monthly-cost.tsx";
import { Timeline } from "./timeline.tsx";

export default deskPage("Application", "readCase", LoadedCase);

function LoadedCase() {
  const { id = "" } = useParams();
  const found = useLiveQuery([newsOfCase(id)], "GET /desk/case/:id", { id });
  useDeskTitle(found.data?.answers.fullName);
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <p>
        There is no such application.{" "}
        <Link to="/desk/queue" className="link">
          Back to the queue
        </Link>
      </p>
    );
  }
  if (!found.data) return <Waiting of={found} />;
  return <CaseView application={found.data} />;
}

/** With room for two columns, fewer parts are folded. */
const WIDE = "(min-width: 64rem)";

/** The facts first, then the next step, then everything else. */
function CaseView({ application }: { application: Case }) {
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  const first = useNextStep(application);
  const parts: Record<WorkPart, ReactNode> = {
    owner: <OwnerPart application={application} />,
    calls: <CallsAndStop application={application} />,
    sending: <SendPart application={application} />,
    "received-papers": <PapersReceived application={application} />,
    letters: <SendLetter application={application} />,
    next: <NextPart application={application} />,
    status: <StatusPart application={application} />,
    "new-note": <NotePart id={application.id} />,
  };
  const others = WORK_PARTS.filter((name) => name !== first);
  return (
    <>
      <CaseHead application={application} />
      <MergedInto application={application} />
      <div className="mt-4 grid items-start gap-3 lg:grid-cols-2 lg:gap-5">
        <div className="grid min-w-0 gap-3 lg:gap-5">
          <CaseContact application={application} />
          {!isWide && <CaseFacts application={application} />}
          {[first, ...others].map((name) => (
            <Foldable key={name} isOpen={name === first || isWide}>
              {parts[name]}
            </Foldable>
          ))}
          <Foldable isOpen={isWide}>
            <Part title="Timeline">
              <Timeline application={application} />
            </Part>
          </Foldable>
        </div>
        <div className="grid min-w-0 gap-3 lg:gap-5">
          {isWide && <CaseFacts application={application} />}
          <Foldable isOpen={isWide}>
            <CaseLenders application={application} />
            <CaseForecast forecast={application.forecast} />
            <AnswerCards application={application} />
            <CaseDuplicates application={application} />
          </Foldable>
          <Foldable>
            <MonthlyCost answers={application.answers} />
            <CaseConsent consent={application.consent} />
            {application.merged.map(({ id, spokenReference, consent }) => (
              <CaseConsent
                key={id}
                title={`Consent record of ${spokenReference}, merged into this one`}
                consent={consent}
              />
            ))}
          </Foldable>
        </div>
      </div>
    </>
  );
}

/** The part where work continues. It does not change while somebody types or a window is open. */
function useNextStep({ status, owner, workRefusal }: Case): WorkPart {
  const next = owner?.username && !workRefusal ? nextStepOf(status) : "owner";
  const [shown, setShown] = useState(next);
  useEffect(() => {
    if (!document.activeElement?.matches("input, select, textarea, dialog[open] *")) setShown(next);
  }, [next]);
  return shown;
}
