import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { Call, STOP_WAYS, type StopWay } from "../../../db/model/case/case-event.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { UNDO_MS } from "../../ui/undoable.ts";
import type { Case } from "../api.ts";
import { focusFirst, useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { callKeys } from "../keys.ts";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { TimeField, typedInstant } from "../parts/time-field.tsx";
import { callOutcomeLabels, stopWayLabels } from "../words.ts";
import { NextInWords, PlanForm } from "./next-action.tsx";

const HEADING = "calls";
const USUAL: CallOutcome[] = ["reached", "voicemail", "noAnswer"];

/** Buttons for how a call ended, and for a stop. One press also plans what usually comes next. */
export function CallsAndStop({ application }: { application: Case }) {
  const { id, workRefusal, contactStoppedAt, events, next, answers } = application;
  const [recorded, setRecorded] = useState<{ call: number; outcome: CallOutcome }>();
  const asked = useTyped({ callAt: "" });
  const record = ({ outcome, callAt }: Call) =>
    call("POST /desk/case/:id/calls", { id, json: { outcome, callAt: callAt?.toISOString() } });
  const recording = {
    words: ({ outcome }: Call) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
    onDone: ({ call }: { call: number | null }, { outcome }: Call) =>
      setRecorded(call === null ? undefined : { call, outcome }),
    goOn: ({ outcome }: Call) => (outcome === "reached" ? ["next-step", HEADING] : [HEADING]),
  };
  const calling = useDeskAction(record, recording);
  const undoing = useDeskAction(
    (last: number) => call("POST /desk/case/:id/calls/undo", { id, json: { call: last } }),
    {
      words: "Undone: everything is as it was before that call.",
      onDone: () => setRecorded(undefined),
      goOn: [HEADING],
    },
  );
  const stopping = useDeskAction((how: StopWay) => call("POST /desk/case/:id/stop", { id, json: { how } }), {
    words: "Recorded. Nobody will contact the applicant anymore.",
    goOn: [HEADING],
  });
  const ended = (outcome: CallOutcome) => (
    <Button key={outcome} look="outline" data-key={callKeys[outcome]} onClick={() => calling.run({ outcome })}>
      {callOutcomeLabels[outcome]}
    </Button>
  );
  const stops = !contactStoppedAt && (
    <details>
      <summary className="link min-h-6 w-fit">Did they ask us to stop?</summary>
      <p className="mt-1 text-quiet text-sm">
        One press stops all contact by our team at once. Only the applicant can undo it. How did they ask?
      </p>
      <div className="flex flex-wrap gap-x-5">
        {!workRefusal && ended("askedToStop")}
        {STOP_WAYS.map((how) => (
          <Button key={how} look="quiet" onClick={() => stopping.run(how)}>
            Stop: asked {stopWayLabels[how]}
          </Button>
        ))}
      </div>
    </details>
  );
  return (
    <div>
      {recorded && isUndoable(recorded.call, events) && (
        <Recorded
          key={recorded.call}
          outcome={recorded.outcome}
          next={next}
          onUndo={() => undoing.run(recorded.call)}
          onOver={() => setRecorded(undefined)}
        />
      )}
      {contactStoppedAt && (
        <Notice kind="info" className="mb-3">
          Asked us to stop, {shortTime(contactStoppedAt)}. Only the applicant can undo this, on the results page.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={HEADING} tabIndex={-1} className={workRefusal ? "sr-only" : "text-base max-sm:w-full"}>
          How did the call end?
        </h2>
        {workRefusal ? (
          <p className="w-full text-quiet">{workRefusal}</p>
        ) : (
          <>
            {USUAL.map(ended)}
            <details className="open:w-full">
              <summary className="link min-h-6 w-fit">More</summary>
              <div className="mt-2 grid justify-items-start gap-2">
                {ended("wrongNumber")}
                {!contactStoppedAt && (
                  <details>
                    <summary className="link min-h-6 w-fit">They asked to be called at a time</summary>
                    <ActionForm
                      form={asked}
                      schema={Call}
                      read={({ callAt }) => ({ outcome: "askedToCallAt", callAt: typedInstant(callAt) })}
                      act={record}
                      {...recording}
                      button="Asked to call then"
                    >
                      <TimeField name="callAt" id="call-at" label="When should we call?" zip={answers.zip ?? ""} />
                    </ActionForm>
                  </details>
                )}
                {next && <PlanForm id={id} next={next} zip={answers.zip ?? ""} />}
                {stops}
              </div>
            </details>
          </>
        )}
        {workRefusal && stops}
      </div>
      <Failure message={calling.message ?? undoing.message ?? stopping.message} />
    </div>
  );
}

/** Whether this call is in the timeline, and nothing happened after it that did not follow from it. */
function isUndoable(call: number, events: Case["events"]) {
  const recorded = events.find(({ id }) => id === call);
  return recorded !== undefined && events.every(({ id, at }) => id <= call || at === recorded.at);
}

/** What was noted and planned, with Undo. It stays for ten seconds, and longer while it has focus. */
function Recorded({
  outcome,
  next,
  onUndo,
  onOver,
}: {
  outcome: CallOutcome;
  next: Case["next"];
  onUndo: () => void;
  onOver: () => void;
}) {
  const buttons = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(() => {
    if (!buttons.current?.contains(document.activeElement)) onOver();
  });
  useEffect(() => {
    const timer = setInterval(end, UNDO_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice kind="done" className="mb-3">
      <p>
        Recorded: {callOutcomeLabels[outcome].toLowerCase()}.
        {next && (
          <>
            {" "}
            Next: <NextInWords next={next} />.
          </>
        )}
      </p>
      <div ref={buttons} className="flex flex-wrap gap-x-5">
        <Button look="quiet" onClick={onUndo}>
          Undo this call
        </Button>
        {next && (
          <Button look="quiet" onClick={() => focusFirst(["next-kind"])}>
            Plan something else
          </Button>
        )}
      </div>
    </Notice>
  );
}
