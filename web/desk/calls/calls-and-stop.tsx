import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CALL_OUTCOMES, type CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { Call, STOP_WAYS, type StopWay, withoutUndone } from "../../../db/model/case/case-event.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Case } from "../api.ts";
import { focusFirst, useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { callKeys } from "../keys.ts";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { Part } from "../parts/part.tsx";
import { TimeField, typedInstant } from "../parts/time-field.tsx";
import { NextInWords } from "../queue/next-action.tsx";
import { callOutcomeLabels, stopWayLabels } from "../words.ts";

const HEADING = "calls";
/** On a phone, only what most calls need is unfolded. */
const ROOMY = "(min-width: 40rem)";
/** The last press can be undone this long. */
const UNDO_MS = 10_000;

/** Buttons for how a call ended, and for a stop. One press also plans what usually comes next. */
export function CallsAndStop({ application }: { application: Case }) {
  const { id, workRefusal, contactStoppedAt, events, next } = application;
  const [recorded, setRecorded] = useState<{ call: number; outcome: CallOutcome }>();
  const [timesAsked, setTimesAsked] = useState(0);
  const [isRoomy] = useState(() => matchMedia(ROOMY).matches);
  const calling = useDeskAction(
    ({ outcome, callAt }: Call) =>
      call("POST /desk/case/:id/calls", { id, json: { outcome, callAt: callAt?.toISOString() } }),
    {
      words: ({ outcome }) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
      onDone: ({ call }, { outcome }) => {
        setRecorded(call === null ? undefined : { call, outcome });
        if (outcome === "askedToCallAt") setTimesAsked(timesAsked + 1);
      },
      goOn: ({ outcome }) => (outcome === "reached" ? ["send-to", HEADING] : [HEADING]),
    },
  );
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
  const outcomes = CALL_OUTCOMES.filter(
    (outcome) => outcome !== "askedToCallAt" && (outcome !== "askedToStop" || !contactStoppedAt),
  );
  const last = withoutUndone(events).findLast(({ event }) => event.kind === "call");
  return (
    <Part id={HEADING} title="Calls and stop">
      {recorded && isUndoable(recorded.call, events) && (
        <Recorded
          key={recorded.call}
          outcome={recorded.outcome}
          next={next}
          onUndo={() => undoing.run(recorded.call)}
          onOver={() => setRecorded(undefined)}
        />
      )}
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
              <Button
                key={outcome}
                look="outline"
                data-key={callKeys[outcome]}
                onClick={() => calling.run({ outcome })}
              >
                {callOutcomeLabels[outcome]}
              </Button>
            ))}
          </div>
          {!contactStoppedAt && (
            <AskedToCallAt key={timesAsked} zip={application.answers.zip ?? ""} calling={calling} />
          )}
        </>
      )}
      <Failure message={calling.message ?? undoing.message ?? stopping.message} />
      {contactStoppedAt ? (
        <Notice kind="info" className="mt-4">
          Asked us to stop, {shortTime(contactStoppedAt)}. Only the applicant can undo this, on the results page.
        </Notice>
      ) : (
        <details open={isRoomy || workRefusal !== null} className="mt-3">
          <summary className="link min-h-6 w-fit font-semibold">Did they ask us to stop?</summary>
          <p className="mt-1 text-quiet text-sm">
            One press stops all contact by our team at once. Only the applicant can undo it. How did they ask?
          </p>
          <div className="mt-2 grid grid-cols-2 justify-items-start gap-x-5 sm:flex sm:flex-wrap">
            {STOP_WAYS.map((how) => (
              <Button key={how} look="quiet" onClick={() => stopping.run(how)}>
                Stop: asked {stopWayLabels[how]}
              </Button>
            ))}
          </div>
        </details>
      )}
    </Part>
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

function AskedToCallAt({ zip, calling }: { zip: string; calling: { run: (attempt: Call) => void } }) {
  return (
    <details className="mt-3">
      <summary className="link min-h-6 w-fit font-semibold">They asked to be called at a time</summary>
      <ActionForm
        form={useTyped({ callAt: "" })}
        schema={Call}
        read={({ callAt }) => ({ outcome: "askedToCallAt", callAt: typedInstant(callAt) })}
        // Its refusal stands below all ways in which a call ends.
        action={{ ...calling, message: null }}
        button="Asked to call then"
        look="outline"
      >
        <TimeField name="callAt" id="call-at" label="When should we call?" zip={zip} />
      </ActionForm>
    </details>
  );
}
