import { NOTED_ANSWERS, recipientAnswerLabels } from "../../../db/model/introductions/referral.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { isUsed, NEXT_STEP, STANDING } from "../case/next-step.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { Fold } from "../parts/part.tsx";
import { permissionInWords } from "../words.ts";

type Referral = Case["referrals"][number];

/** Who got the application, their answers, and the applicant's answers about others. */
export function Introductions({ application }: { application: Case }) {
  const { referrals, permissions } = application;
  if (referrals.length + permissions.length === 0) return null;
  return (
    <Fold title="Sent and asked">
      <ul className="grid gap-3">
        {referrals.map((referral) => (
          <Sent key={referral.id} application={application} referral={referral} />
        ))}
        {permissions
          .filter((permission) => !isUsed(permission, referrals))
          .map((permission) => (
            <li key={permission.id}>
              <strong>{permission.recipientName}</strong>: {permissionInWords(permission)}
            </li>
          ))}
      </ul>
    </Fold>
  );
}

function Sent({ application, referral }: { application: Case; referral: Referral }) {
  const { id, recipientName, createdAt, isUnsent, answer, answeredAt, answerBy, hasLink } = referral;
  const answering = useDeskAction(
    (next: (typeof NOTED_ANSWERS)[number]) =>
      call("POST /desk/case/:id/referrals/:referralId/answer", {
        id: application.id,
        referralId: id,
        json: { answer: next },
      }),
    {
      words: (next) => `${recipientName}: ${recipientAnswerLabels[next].toLowerCase()}.`,
      goOn: [NEXT_STEP, STANDING],
    },
  );
  const ending = useDeskAction(
    () => call("POST /desk/case/:id/referrals/:referralId/end-link", { id: application.id, referralId: id }),
    { words: `${recipientName} can’t open the application by its link anymore.`, goOn: [`answer-${id}`] },
  );
  return (
    <li>
      <strong>{recipientName}</strong>, {shortTime(createdAt)}
      {isUnsent && ", not sent"}
      {answer && answeredAt && (
        <p>
          <span className="font-semibold">Answer: {recipientAnswerLabels[answer].toLowerCase()}</span>,{" "}
          {shortTime(answeredAt)}, noted by {answerBy ?? "a former member"}.
        </p>
      )}
      {!isUnsent && !application.workRefusal && (
        <details className="mt-1">
          <summary className="link min-h-6">
            {answer ? "Record another answer" : "Record answer"}
            <span className="sr-only"> of {recipientName}</span>
          </summary>
          <div className="mt-2 flex flex-wrap gap-2">
            {NOTED_ANSWERS.filter((each) => each !== answer).map((each, index) => (
              <Button
                key={each}
                id={index === 0 ? `answer-${id}` : undefined}
                look="outline"
                aria-label={`${recipientAnswerLabels[each]}, ${recipientName}`}
                onClick={() => answering.run(each)}
              >
                {recipientAnswerLabels[each]}
              </Button>
            ))}
            {hasLink && (
              <Button look="quiet" aria-label={`End the link of ${recipientName}`} onClick={() => ending.run()}>
                End their link
              </Button>
            )}
          </div>
        </details>
      )}
      <Failure message={answering.message ?? ending.message} />
    </li>
  );
}
