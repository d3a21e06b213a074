import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CALL_OUTCOMES, type CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { STOP_WAYS, type StopWay, withoutUndone } from "../../../db/model/case/case-event.ts";
import { shortTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Case, recordCall, recordStop, undoCall } from "../api.ts";
import { focusFirst, useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { callKeys } from "../keys.ts";
import { Part } from "../parts/part.tsx";
import { instantOfTyped, TimeField } from "../parts/time-field.tsx";
import { NextInWords } from "../queue/next-action.tsx";
import { callOutcomeLabels, stopWayLabels } from "../words.ts";

const HEADING = "calls";
/** On a phone only what is needed after most calls is unfolded. */
const ROOMY = "(min-width: 40rem)";
/** For so long the last press can be undone. */
const UNDO_MS = 10_000;

interface Attempt {
  outcome: CallOutcome;
  /** When they asked to be called. */
  callAt?: Date;
}

/** How a call ended, and that the applicant asked us to stop: one press each. What usually comes next is planned at once. */
export function CallsAndStop({ application }: { application: Case }) {
  const { id, workRefusal, contactStoppedAt, events, next } = application;
  const [recorded, setRecorded] = useState<{ call: number; outcome: CallOutcome }>();
  const [timesAsked, setTimesAsked] = useState(0);
  const [isRoomy] = useState(() => matchMedia(ROOMY).matches);
  const calling = useDeskAction(({ outcome, callAt }: Attempt) => recordCall(id, outcome, callAt), {
    words: ({ outcome }) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
    onDone: ({ call }, { outcome }) => {
      setRecorded(call === null ? undefined : { call, outcome });
      if (outcome === "askedToCallAt") setTimesAsked(timesAsked + 1);
    },
    goOn: ({ outcome }) => (outcome === "reached" ? ["send-to", HEADING] : [HEADING]),
  });
  const undoing = useDeskAction((call: number) => undoCall(id, call), {
    words: "Undone: everything is as it was before that call.",
    onDone: () => setRecorded(undefined),
    goOn: [HEADING],
  });
  const stopping = useDeskAction((how: StopWay) => recordStop(id, how), {
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
            <AskedToCallAt
              key={timesAsked}
              zip={application.answers.zip ?? ""}
              onAsked={(callAt) => calling.run({ outcome: "askedToCallAt", callAt })}
            />
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

/** Whether this call is in the timeline, and nothing but what followed from it came after. */
function isUndoable(call: number, events: Case["events"]) {
  const recorded = events.find(({ id }) => id === call);
  return recorded !== undefined && events.every(({ id, at }) => id <= call || at === recorded.at);
}

/** What was recorded and planned, with a button that takes it back. It stays for ten seconds, and longer while it has focus. */
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

function AskedToCallAt({ zip, onAsked }: { zip: string; onAsked: (at: Date) => void }) {
  const [time, setTime] = useState("");
  return (
    <details className="mt-3">
      <summary className="link min-h-6 w-fit font-semibold">They asked to be called at a time</summary>
      <form
        className="mt-3 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const at = instantOfTyped(time);
          if (at) onAsked(at);
        }}
      >
        <TimeField id="call-at" label="When should we call?" value={time} onChange={setTime} zip={zip} />
        <Button type="submit" look="outline" className="justify-self-start">
          Asked to call then
        </Button>
      </form>
    </details>
  );
}
