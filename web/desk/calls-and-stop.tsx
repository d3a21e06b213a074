import { CALL_OUTCOMES, type CallOutcome, STOP_WAYS, type StopWay } from "../../db/model/case-event.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Case, recordCall, recordStop } from "./api.ts";
import { useDeskAction } from "./data.ts";
import { Failure } from "./desk-page.tsx";
import { callKeys } from "./keys.ts";
import { Part } from "./part.tsx";
import { callOutcomeLabels, shortTime, stopWayWords } from "./words.ts";

const HEADING = "calls";

/** How a call ended, and that the applicant asked us to stop: one press each. */
export function CallsAndStop({ application }: { application: Case }) {
  const { id, workRefusal, contactStoppedAt, events } = application;
  const calling = useDeskAction((outcome: CallOutcome) => recordCall(id, outcome), {
    words: (outcome) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
    goOn: (outcome) => (outcome === "reached" ? ["send-to", HEADING] : [HEADING]),
  });
  const stopping = useDeskAction((how: StopWay) => recordStop(id, how), {
    words: "Recorded. Nobody will contact the applicant anymore.",
    goOn: [HEADING],
  });
  const outcomes = CALL_OUTCOMES.filter((outcome) => outcome !== "askedToStop" || !contactStoppedAt);
  const last = events.findLast(({ event }) => event.kind === "call");
  return (
    <Part id={HEADING} title="Calls and stop">
      {last?.event.kind === "call" && (
        <p className="mb-3">
          Last call: <strong>{callOutcomeLabels[last.event.outcome].toLowerCase()}</strong>, {shortTime(last.at)},{" "}
          {last.by ?? "a former member"}.
        </p>
      )}
      {workRefusal ? (
        <p className="text-quiet">{workRefusal}</p>
      ) : (
        <>
          <h3 className="text-base">How did the call end?</h3>
          <div className="mt-2 flex flex-wrap gap-2">
            {outcomes.map((outcome) => (
              <Button key={outcome} look="outline" data-key={callKeys[outcome]} onClick={() => calling.run(outcome)}>
                {callOutcomeLabels[outcome]}
              </Button>
            ))}
          </div>
        </>
      )}
      <Failure message={calling.message ?? stopping.message} />
      {contactStoppedAt ? (
        <Notice kind="info" className="mt-4">
          Asked us to stop, {shortTime(contactStoppedAt)}. Only the applicant can undo this, on the results page.
        </Notice>
      ) : (
        <>
          <h3 className="mt-4 text-base">Did they ask us to stop?</h3>
          <p className="mt-1 text-quiet text-sm">
            One press stops all contact by our team at once. Only the applicant can undo it. How did they ask?
          </p>
          <div className="mt-2 grid grid-cols-2 justify-items-start gap-x-5 sm:flex sm:flex-wrap">
            {STOP_WAYS.map((how) => (
              <Button key={how} look="quiet" onClick={() => stopping.run(how)}>
                Stop: asked {stopWayWords[how]}
              </Button>
            ))}
          </div>
        </>
      )}
    </Part>
  );
}
