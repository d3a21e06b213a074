import { lazy, Suspense } from "react";
import { t } from "../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../api.ts";
import { Card } from "../ui/card.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Checklist } from "./case/checklist.tsx";
import { Permissions } from "./introductions/permissions.tsx";
import { AskedPapers } from "./papers/asked-papers.tsx";

const Papers = lazy(() => import("./papers/papers.tsx"));
const ConfirmEmail = lazy(() => import("./contact/confirm-email.tsx"));

/** The second block: what we need from the applicant. A yes or no, papers, or nothing. Absent when all is over. */
export function Needs({ application, guidance }: { application: ReceivedApplication; guidance: Guidance }) {
  const { isEmailToConfirm, permissions, papers, askedPapers, progress } = guidance;
  const { now } = progress;
  const isOpen = now.code !== "stopped" && now.code !== "closed";
  if (!isOpen && permissions.length === 0 && !isEmailToConfirm) return null;
  const isWaiting = now.code === "papers" && askedPapers.length === 0;
  const isMissing = askedPapers.some(({ receivedAt }) => receivedAt === null);
  const isNothingNeeded = !isEmailToConfirm && !progress.isAsked && !isWaiting && !isMissing;
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
      {isWaiting && <p>Your specialist will tell you which documents we need.</p>}
      {isOpen && askedPapers.length > 0 && (
        <div id="papers-to-send">
          {askedPapers.every(({ isAccepted }) => isAccepted) ? (
            <AskedPapers asked={askedPapers} />
          ) : (
            <Suspense fallback={<AskedPapers asked={askedPapers} />}>
              <Papers reference={application.id} asked={askedPapers} />
            </Suspense>
          )}
          <p className="mt-4">
            If one of them is hard to get, <TextLink to="/contact">contact us</TextLink>.
          </p>
        </div>
      )}
      {isOpen && !isWaiting && askedPapers.length === 0 && <Checklist papers={papers} />}
    </Card>
  );
}

function nothingNeeded(code: Guidance["progress"]["now"]["code"]) {
  if (code === "papers") return t`Nothing now.`;
  return code === "call" || code === "bookedCall"
    ? t`Nothing now. Have these ready for our call.`
    : t`Nothing now. Have these ready for what comes next.`;
}
