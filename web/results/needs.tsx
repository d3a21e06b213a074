import { Check } from "lucide-react";
import { lazy, Suspense } from "react";
import { paperWords } from "../../db/model/case/papers.ts";
import { dayAndHour } from "../../db/model/time/promised-time.ts";
import { t } from "../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../api.ts";
import { Card } from "../ui/card.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Checklist } from "./case/checklist.tsx";
import { isComplete } from "./case/standing.tsx";
import { Permissions } from "./introductions/permissions.tsx";

const ConfirmEmail = lazy(() => import("./contact/confirm-email.tsx"));

/** The second block: what we need from the applicant. A yes or no, papers, or nothing. Absent when all is over. */
export function Needs({ application, guidance }: { application: ReceivedApplication; guidance: Guidance }) {
  const { isEmailToConfirm, permissions, papers, progress } = guidance;
  const { now } = progress;
  const isOpen = now.code !== "stopped" && now.code !== "closed";
  if (!isOpen && permissions.length === 0 && !isEmailToConfirm) return null;
  const awaited = now.code === "papers" && !isComplete(now.papers) ? now : undefined;
  const isNothingNeeded = !isEmailToConfirm && !progress.isAsked && !awaited;
  return (
    <Card id="needs" className="grid gap-5">
      <div>
        <h2 className="text-h3">{isOpen ? t`What we need from you` : t`Who may get your application`}</h2>
        {isOpen && isNothingNeeded && <p className="mt-2">{nothingNeeded(now.code)}</p>}
      </div>
      {isEmailToConfirm && (
        <Suspense>
          <ConfirmEmail application={application} />
        </Suspense>
      )}
      {permissions.length > 0 && <Permissions applicationId={application.id} guidance={guidance} />}
      {awaited && <Awaited {...awaited} />}
      {isOpen && now.code !== "papers" && <Checklist papers={papers} />}
    </Card>
  );
}

function nothingNeeded(code: Guidance["progress"]["now"]["code"]) {
  if (code === "papers") return t`Nothing now.`;
  return code === "call" || code === "bookedCall"
    ? t`Nothing now. With your documents handy, our call will get you further.`
    : t`Nothing now. With your documents handy, what comes next will go faster.`;
}

/** The papers that a specialist asked for, and which have arrived. */
function Awaited({ since, papers }: Extract<Guidance["progress"]["now"], { code: "papers" }>) {
  const when = (time: string) => dayAndHour(time, new Date());
  return (
    <div>
      <ul className="grid list-disc gap-1 pl-5">
        {papers.map(({ paper, receivedAt }) => (
          <li key={paper} className={receivedAt ? "text-quiet" : ""}>
            {paperWords(paper)}{" "}
            {receivedAt && (
              <span className="font-semibold text-leaf">
                <Check aria-hidden="true" className="inline size-4" /> {t`Received on ${when(receivedAt)}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        We asked on {when(since)}. Your specialist will tell you how to get them to us. If one is hard to get,{" "}
        <TextLink to="/contact">contact us</TextLink>.
      </p>
    </div>
  );
}
